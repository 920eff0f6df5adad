/**
 * `npm run new:tool memory/pin_memory`: writes the tool and a test beside it, then the registry and the reference page.
 */
import path from 'node:path';
import { generate } from './gen/generate.ts';
import { findStale, writeFiles } from './gen/sync-files.ts';
import { findToolFiles, TOOLS_FOLDER } from './gen/tool-files.ts';
import { testTemplate, toolTemplate } from './new-tool/templates.ts';
import { parseToolName } from './new-tool/tool-name.ts';

const root = path.join(import.meta.dirname, '..');

try {
  const tool = parseToolName(process.argv[2], findToolFiles(root));
  const place = `${TOOLS_FOLDER}/${tool.group}/${tool.file}`;
  const files = [
    { path: `${place}.ts`, text: toolTemplate(tool) },
    { path: `${place}.test.ts`, text: testTemplate(tool) },
  ];
  writeFiles(root, files);
  const stale = findStale(root, await generate(root));
  writeFiles(root, stale);
  for (const file of [...files, ...stale]) console.log(`written ${file.path}`);
  console.log('Next: its description, schemas and run(); then npm run fix && npm test');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
