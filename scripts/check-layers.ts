/**
 * `npm run check:layers`: every import in packages/ against the table in scripts/layers/rules.ts, and who reads the
 * environment, writes to stdout or asks the system's clock, and folders that hold too much. Prints each breach with its place and fails if there is one.
 */
import path from 'node:path';
import { checkLayers } from './layers/check.ts';
import { findCrowded } from './layers/crowded.ts';
import { readManifests } from './layers/read-packages.ts';
import { readSources } from './source/source-files.ts';

const root = path.join(import.meta.dirname, '..');
const files = readSources(root, ['packages/**/*.ts', 'packages/**/*.tsx']);
const violations = [...checkLayers(files, readManifests(root)), ...findCrowded(files)];

for (const { file, line, message } of violations) console.error(`${file}:${line} ${message}`);
if (violations.length > 0) {
  console.error(`\n${violations.length} breach(es) of the layers in scripts/layers/rules.ts`);
  process.exitCode = 1;
} else {
  console.log(`${files.length} files keep to their layers`);
}
