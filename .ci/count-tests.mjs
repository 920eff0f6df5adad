// Adds up vitest's JSON reports in a folder, names what failed and why and what passed only after its process had died, and
// prints `N passed, N failed`. A file that fails without a failing test (it could not be loaded, say) counts as one failure,
// and so does an error that belongs to no test. Plain JavaScript: it runs on any Node.
import { deaths, hasDied, hasFailed, readReports, strayErrors } from './reports.mjs';

/** Of a reason; what matters comes first. */
const LONGEST = 4000;

const { reports, unhandled } = readReports(process.argv[2]);
const files = reports.flatMap(({ report }) => report.testResults);
const why = deaths(unhandled);

const failures = [
  ...files.flatMap((file) => [...failedTests(file), ...brokenFile(file)]),
  ...strayErrors(unhandled).map((text) => ({ place: 'outside any test', why: text })),
];
const died = reports.flatMap(({ report }) => report.died ?? []);
const passed = files.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length;

for (const { name, why: reason } of died) process.stdout.write(`DIED and was run once more: ${name}\n${reason}\n`);
for (const { place, why: reason } of failures) {
  process.stdout.write(`FAILED ${place}\n${String(reason).slice(0, LONGEST)}\n`);
}
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);

function failedTests(file) {
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ place: `${file.name} > ${test.fullName}`, why: test.failureMessages.join('\n') }));
}

function brokenFile(file) {
  if (hasDied(file)) return [{ place: file.name, why: why.get(file.name) ?? 'The process of the file died.' }];
  const isBroken = hasFailed(file) && failedTests(file).length === 0;
  return isBroken ? [{ place: file.name, why: file.message }] : [];
}
