/**
 * `npm run gen`: the tool registry, the table of commands, the settings of `--help`, the reference pages in docs/ and server.json, from the
 * tools, settings and error codes themselves. `npm run gen -- --check` writes nothing and fails naming the files that are stale.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from './gen/generate.ts';
import { findStale, writeFiles } from './gen/sync-files.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const root = path.join(import.meta.dirname, '..');
const files = await generate(root);
const stale = findStale(root, files);
const names = stale.map((file) => file.path).join(', ');

if (stale.length === 0) {
  console.log(`${files.length} generated files are fresh`);
} else if (values.check) {
  console.error(`Stale: ${names}. Run: npm run gen`);
  process.exitCode = 1;
} else {
  writeFiles(root, stale);
  console.log(`Written: ${names}`);
}
