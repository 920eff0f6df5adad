/**
 * `npm run new:command memory/pin`: writes the command and a test beside it, then the table of commands.
 */
import path from 'node:path';
import { COMMANDS_FOLDER, findCommandFiles } from './gen/command-files.ts';
import { generate } from './gen/generate.ts';
import { findStale, writeFiles } from './gen/sync-files.ts';
import { parseCommandName } from './new-command/command-name.ts';
import { commandTemplate, testTemplate } from './new-command/templates.ts';

const root = path.join(import.meta.dirname, '..');

try {
  const command = parseCommandName(process.argv[2], findCommandFiles(root));
  const place = `${COMMANDS_FOLDER}/${command.group}/${command.file}`;
  const files = [
    { path: `${place}.ts`, text: commandTemplate(command) },
    { path: `${place}.test.ts`, text: testTemplate(command) },
  ];
  writeFiles(root, files);
  const stale = findStale(root, await generate(root));
  writeFiles(root, stale);
  for (const file of [...files, ...stale]) console.log(`written ${file.path}`);
  console.log('Next: its summary, usage, options and run(); then npm run fix && npm test');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
