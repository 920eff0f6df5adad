// What vitest's reports of a run say: one JSON report a run, and beside it `*.unhandled.json` with the errors that belong to
// no test (vitest.config.ts writes both). Plain JavaScript: it runs on any Node.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const UNHANDLED = '.unhandled.json';
/** How vitest says that the process of a file ended before the file did; the file's path stands at the end. */
const DEATH = /Worker exited unexpectedly.* while running test file (?<file>.+)$/m;

/** Every report below a folder with its path, and the errors that no test has. */
export function readReports(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.join(folder, file));
  const parse = (file) => JSON.parse(readFileSync(file, 'utf8'));
  return {
    reports: files.filter((file) => !file.endsWith(UNHANDLED)).map((file) => ({ path: file, report: parse(file) })),
    unhandled: files.filter((file) => file.endsWith(UNHANDLED)).flatMap(parse),
  };
}

/** A test failed, or the file could not be loaded, or one of its hooks failed. */
export const hasFailed = ({ status, assertionResults }) =>
  status === 'failed' || assertionResults.some((test) => test.status === 'failed');

/** The report calls a file that died passed: its tests that were never told of are pending, or it has none at all. */
export const hasDied = (file) =>
  !hasFailed(file) &&
  (file.assertionResults.length === 0 || file.assertionResults.some((test) => test.status === 'pending'));

/** Why each file's process died, where vitest says so. */
export const deaths = (unhandled) =>
  new Map(
    unhandled.flatMap((text) => {
      const death = DEATH.exec(text);
      return death ? [[death.groups.file, death[0]]] : [];
    }),
  );

/** Errors outside any test that are not the death of a process: they fail a run. */
export const strayErrors = (unhandled) => unhandled.filter((text) => !DEATH.test(text));
