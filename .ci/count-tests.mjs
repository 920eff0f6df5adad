// Adds up vitest's JSON reports in a folder, names what failed and why and what passed only at the second try, and prints `N passed, N failed`. A file that fails without a failing test
// (it could not be loaded, say) counts as one failure. Plain JavaScript: it runs on any Node.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
const reports = readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));

const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
const failures = reports.flatMap((report) =>
  report.testResults.flatMap((file) => [
    ...(isBroken(file) ? [{ place: file.name, why: file.message }] : []),
    ...file.assertionResults
      .filter((test) => test.status === 'failed' || test.status === 'pending')
      .map((test) => ({
        place: `${file.name} > ${test.fullName}`,
        why: test.failureMessages.join('\n') || 'The process of the file died.',
      })),
  ]),
);
const tests = reports.flatMap((report) => report.testResults.flatMap((file) => file.assertionResults));
const passed = tests.filter((test) => test.status === 'passed').length;
const shown = failures.map(({ place, why }) => `FAILED ${place}\n${String(why).slice(0, 600)}\n`).join('');
const retried = reports
  .flatMap((report) => report.again ?? [])
  .map((file) => `passed only at the second try: ${file}\n`);
process.stdout.write(`${retried.join('')}${shown}${passed} passed, ${failures.length} failed\n`);
