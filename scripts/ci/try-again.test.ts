/** What CI makes of a run that did not pass, shown with made-up reports and a vitest that only writes down what it was asked. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

type Status = 'passed' | 'failed' | 'pending' | 'skipped';
interface MadeUpFile {
  readonly name: string;
  readonly message?: string;
  readonly tests: readonly (readonly [title: string, status: Status, why?: string])[];
}

const CI = path.join(import.meta.dirname, '../../.ci');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

// Lists the files of the project, and answers a run with the report that the test prepared for it.
const VITEST = `#!/usr/bin/env node
const fs = require('node:fs');
const [what, ...args] = process.argv.slice(2);
if (what === 'list') process.stdout.write(fs.readFileSync('listed.json', 'utf8'));
else {
  fs.writeFileSync('asked.json', JSON.stringify(args));
  fs.copyFileSync('second.json', process.env.ZAPOMNI_TEST_REPORTS + '/second.json');
  process.exit(JSON.parse(fs.readFileSync('second.json', 'utf8')).success ? 0 : 1);
}
`;

const died = (file: string) =>
  `Error: [vitest-pool]: Worker forks emitted error.\n    at somewhere\nWorker exited unexpectedly with signal SIGSEGV during started state while running test file ${file}`;

function report(files: readonly MadeUpFile[]) {
  const testResults = files.map(({ name, message = '', tests }) => ({
    name,
    message,
    status: message !== '' || tests.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: tests.map(([title, status, why]) => ({
      fullName: title,
      status,
      failureMessages: why === undefined ? [] : [why],
    })),
  }));
  const success = files.every(
    ({ message = '', tests }) => message === '' && tests.every(([, status]) => status === 'passed'),
  );
  return { success, testResults };
}

/** Runs the script after a made-up first run; the second run, if it comes to one, says what is given. */
function tryAgain({
  listed,
  first,
  second = [],
  unhandled = [],
  words = [],
}: {
  listed: readonly string[];
  first: readonly MadeUpFile[];
  second?: readonly MadeUpFile[];
  unhandled?: readonly string[];
  words?: readonly string[];
}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-ci-'));
  folders.push(folder);
  const reports = path.join(folder, 'reports');
  for (const name of ['node_modules/.bin', 'reports']) mkdirSync(path.join(folder, name), { recursive: true });
  const vitest = path.join(folder, 'node_modules/.bin/vitest');
  writeFileSync(vitest, VITEST);
  chmodSync(vitest, 0o755);
  const write = (name: string, value: unknown) => writeFileSync(path.join(folder, name), JSON.stringify(value));
  write(
    'listed.json',
    listed.map((file) => ({ file })),
  );
  write('second.json', report(second));
  write('reports/first.json', report(first));
  if (unhandled.length > 0) write('reports/first.unhandled.json', unhandled);

  const env = { ...process.env, ZAPOMNI_TEST_REPORTS: reports };
  const run = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(CI, script), ...args], { cwd: folder, env, encoding: 'utf8' });
  const { status, stdout } = run('try-again.mjs', 'unit', reports, ...words);
  const asked = path.join(folder, 'asked.json');
  return {
    status,
    stdout,
    // The arguments of the second run after the project's name, if there was one.
    again: existsSync(asked) ? (JSON.parse(readFileSync(asked, 'utf8')) as string[]).slice(2) : undefined,
    count: run('count-tests.mjs', reports).stdout,
  };
}

const good: MadeUpFile = { name: '/p/good.test.ts', tests: [['works', 'passed']] };
const bad: MadeUpFile = {
  name: '/p/bad.test.ts',
  tests: [
    ['works', 'passed'],
    ['adds', 'failed', 'AssertionError: expected 3 to be 4 (seed 17)'],
  ],
};
const dead: MadeUpFile = {
  name: '/p/dead.test.ts',
  tests: [
    ['works', 'passed'],
    ['crashes', 'pending'],
  ],
};
const revived: MadeUpFile = {
  name: dead.name,
  tests: [
    ['works', 'passed'],
    ['crashes', 'passed'],
  ],
};

describe('a test that failed', () => {
  it('is never run again, and its reason stays in the report', () => {
    const { status, again, count } = tryAgain({ listed: [good.name, bad.name], first: [good, bad] });
    expect(status).toBe(1);
    expect(again).toBeUndefined();
    expect(count).toContain('FAILED /p/bad.test.ts > adds\nAssertionError: expected 3 to be 4 (seed 17)');
    expect(count).toMatch(/^2 passed, 1 failed$/m);
  });

  it('fails CI even when another file died and passes the second time', () => {
    const { status, again, count, stdout } = tryAgain({
      listed: [bad.name, dead.name],
      first: [bad, dead],
      second: [revived],
      unhandled: [died(dead.name)],
    });
    expect(status).toBe(1);
    expect(again).toEqual([dead.name]);
    expect(stdout).toMatch(/failed, not tried again: .*bad\.test\.ts/);
    expect(count).toContain('FAILED /p/bad.test.ts > adds');
    expect(count).toMatch(/^3 passed, 1 failed$/m);
  });

  it('is not run again when its process died after it failed', () => {
    const both: MadeUpFile = {
      name: '/p/both.test.ts',
      tests: [
        ['adds', 'failed', 'AssertionError'],
        ['crashes', 'pending'],
      ],
    };
    const { status, again } = tryAgain({ listed: [both.name], first: [both], unhandled: [died(both.name)] });
    expect([status, again]).toEqual([1, undefined]);
  });

  it.each<[string, MadeUpFile]>([
    ['could not be loaded', { name: '/p/broken.test.ts', message: 'SyntaxError: no', tests: [] }],
    ['has a hook that failed', { name: '/p/hook.test.ts', message: 'Error: no', tests: [['works', 'skipped']] }],
  ])('a file that %s has failed as well', (_, file) => {
    const { status, again, count } = tryAgain({ listed: [file.name], first: [file] });
    expect([status, again]).toEqual([1, undefined]);
    expect(count).toContain(`FAILED ${file.name}\n${file.message}`);
    expect(count).toMatch(/^0 passed, 1 failed$/m);
  });
});

describe('a test process that died', () => {
  it('is run again, and the report says that it died and of what', () => {
    const { status, again, count } = tryAgain({
      listed: [good.name, dead.name],
      first: [good, dead],
      second: [revived],
      unhandled: [died(dead.name)],
    });
    expect([status, again]).toEqual([0, [dead.name]]);
    expect(count).toContain(`DIED and was run once more: ${dead.name}\nWorker exited unexpectedly with signal SIGSEGV`);
    expect(count).toMatch(/^3 passed, 0 failed$/m);
  });

  it.each<[string, MadeUpFile[]]>([
    ['told of no test', [good, { name: dead.name, tests: [] }]],
    ['is not in the report', [good]],
  ])('counts as dead when it %s', (_, first) => {
    const { status, again } = tryAgain({ listed: [good.name, dead.name], first, second: [revived] });
    expect([status, again]).toEqual([0, [dead.name]]);
  });

  it.each<[string, MadeUpFile, string]>([
    ['fails', { name: dead.name, tests: [['crashes', 'failed', 'AssertionError: no']] }, 'AssertionError: no'],
    ['dies again', dead, 'Worker exited unexpectedly with signal SIGSEGV'],
  ])('fails CI when it %s the second time', (_, second, why) => {
    const { status, count } = tryAgain({
      listed: [dead.name],
      first: [dead],
      second: [second],
      unhandled: [died(dead.name)],
    });
    expect(status).toBe(1);
    expect(count).toContain('FAILED /p/dead.test.ts');
    expect(count).toContain(why);
    expect(count).toMatch(/ 1 failed$/m);
  });

  it('is not run again when there are too many for an accident', () => {
    const listed = Array.from({ length: 6 }, (_, i) => `/p/${i}.test.ts`);
    const { status, again } = tryAgain({ listed, first: [] });
    expect([status, again]).toEqual([1, undefined]);
  });
});

describe('a run that counts lines', () => {
  const words = ['--coverage', 'packages/one'];
  const listed = [good.name, dead.name];

  it('is run again whole when a process died, and no test counts twice', () => {
    const unhandled = [died(dead.name)];
    const { status, again, count } = tryAgain({
      listed,
      first: [good, dead],
      second: [good, revived],
      unhandled,
      words,
    });
    expect([status, again]).toEqual([0, words]);
    expect(count).toContain(`DIED and was run once more: ${dead.name}`);
    expect(count).toMatch(/^3 passed, 0 failed$/m);
  });

  it.each<[string, string[], MadeUpFile[]]>([
    ['too few were reached', [good.name], [good]],
    ['a test failed', [bad.name, dead.name], [bad, dead]],
  ])('is not run again when %s', (_, files, first) => {
    const { status, again } = tryAgain({ listed: files, first, words });
    expect([status, again]).toEqual([1, undefined]);
  });
});

it('an error that belongs to no test fails CI and is told, whatever else is run again', () => {
  const { status, count } = tryAgain({
    listed: [good.name, dead.name],
    first: [good, dead],
    second: [revived],
    unhandled: [died(dead.name), 'Error: thrown late\n    at a timer'],
  });
  expect(status).toBe(1);
  expect(count).toContain('FAILED outside any test\nError: thrown late');
  expect(count).toMatch(/^3 passed, 1 failed$/m);
});
