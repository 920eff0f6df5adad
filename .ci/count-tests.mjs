// Adds up vitest's JSON reports in a folder, names what failed and why, and prints `N passed, N failed`. A file that fails without a failing test
// (it could not be loaded, say) counts as one failure. Plain JavaScript: it runs on any Node.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const reports = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));

const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
const failures = reports.flatMap((report) =>
  report.testResults.flatMap((file) => [
    ...(isBroken(file) ? [{ place: file.name, why: file.message }] : []),
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ place: `${file.name} > ${test.fullName}`, why: test.failureMessages.join('\n') })),
  ]),
);
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);

const passed = sum((report) => report.numPassedTests);
const failed = sum((report) => report.numFailedTests + report.testResults.filter(isBroken).length);
const shown = failures.map(({ place, why }) => `FAILED ${place}\n${String(why).slice(0, 600)}\n`).join('');
process.stdout.write(`${shown}${passed} passed, ${failed} failed\n`);
