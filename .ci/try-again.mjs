// Runs once more the test files of a project that did not pass in the run before: a file whose process died, or whose test
// failed while others took the machine. What passes now is named, so that nobody takes it for sound; what fails again fails.
// Its earlier results are taken out of that run's report. Plain JavaScript: it runs on any Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [project, folder] = process.argv.slice(2);
// As npm does for its scripts: the project's own Node comes first.
const env = { ...process.env, PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}` };
/** More than this is no accident. */
const MOST = 5;

const reports = readdirSync(folder).map((file) => path.join(folder, file));
const results = reports.map((file) => JSON.parse(readFileSync(file, 'utf8')));
/** The report calls a file that died passed, and its tests that were never told of pending. */
const isSound = ({ status, assertionResults }) =>
  status === 'passed' && !assertionResults.some((test) => test.status === 'pending');
const passed = new Set(results.flatMap(({ testResults }) => testResults.filter(isSound).map(({ name }) => name)));
const listed = execFileSync('vitest', ['list', '--filesOnly', '--json', '--project', project], {
  env,
  encoding: 'utf8',
});
const again = JSON.parse(listed)
  .map(({ file }) => file)
  .filter((file) => !passed.has(file));

if (again.length === 0 || again.length > MOST) process.exit(1);
const names = again.map((file) => path.relative('.', file));
process.stdout.write(`\n=== once more: ${names.join(', ')}\n`);
for (const [i, file] of reports.entries()) {
  const testResults = results[i].testResults.filter(({ name }) => !again.includes(name));
  writeFileSync(file, JSON.stringify({ ...results[i], testResults, again: names }));
}
process.exit(spawnSync('vitest', ['run', '--project', project, ...again], { env, stdio: 'inherit' }).status ?? 1);
