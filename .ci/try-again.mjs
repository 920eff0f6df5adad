// Runs once more the test files of a project whose process died in the run before, so that they have no verdict. A test that
// failed is never tried again, and its failure stays in the report: the exit code is 1 then, whatever the dead files do.
// What passes now is named with what it died of, so that nobody takes it for sound. Where lines are counted all files are run once
// more: the share of a few says nothing. Plain JavaScript: it runs on any Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deaths, hasDied, hasFailed, readReports, strayErrors } from './reports.mjs';

const [project, folder, ...words] = process.argv.slice(2);
// As npm does for its scripts: the project's own Node comes first.
const env = { ...process.env, PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}` };
/** More than this is no accident. */
const MOST = 5;

const { reports, unhandled } = readReports(folder);
const files = reports.flatMap(({ report }) => report.testResults);
const stands = new Set(files.filter((file) => !hasDied(file)).map(({ name }) => name));
const asked = ['--project', project, ...words];
const listed = execFileSync('vitest', ['list', '--filesOnly', '--json', ...asked], { env, encoding: 'utf8' });
const all = JSON.parse(listed).map(({ file }) => file);
// Also a file that the report does not have: its process died before it said anything.
const dead = all.filter((file) => !stands.has(file));
const isCounted = words.includes('--coverage');

const failed = files.filter(hasFailed).map(({ name }) => relative(name));
const isLost = failed.length > 0 || strayErrors(unhandled).length > 0;
if (failed.length > 0) process.stdout.write(`\n=== failed, not tried again: ${failed.join(', ')}\n`);
if (dead.length === 0 || dead.length > MOST || (isCounted && isLost)) process.exit(1);

process.stdout.write(`\n=== died, once more: ${dead.map(relative).join(', ')}\n`);
takeOut(isCounted ? all : dead);
const again = spawnSync('vitest', ['run', ...asked, ...(isCounted ? [] : dead)], { env, stdio: 'inherit' });
process.exit(isLost ? 1 : (again.status ?? 1));

// What was said of the files that run again gives way to what they say now; which died, and of what, stays.
function takeOut(repeated) {
  const why = deaths(unhandled);
  const died = dead.map((name) => ({ name, why: why.get(name) ?? 'Its process left no word.' }));
  for (const [i, { path: file, report }] of reports.entries()) {
    const testResults = report.testResults.filter(({ name }) => !repeated.includes(name));
    writeFileSync(file, JSON.stringify({ ...report, testResults, died: i === 0 ? died : [] }));
  }
}

function relative(file) {
  return path.relative('.', file);
}
