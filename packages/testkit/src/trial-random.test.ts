import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seeded } from './seeded.ts';
import { SEED_VARIABLE, trialRandom, trialSeed } from './trial-random.ts';

const VITEST = path.join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');

test('the seed is the one that the environment gives, the same in every run without a word, another one when asked', () => {
  expect(trialSeed({ [SEED_VARIABLE]: '17' })).toBe(17);
  expect(trialSeed({ [SEED_VARIABLE]: '' })).toBe(trialSeed({}));
  const asked = Array.from({ length: 3 }, () => trialSeed({ [SEED_VARIABLE]: 'random' }));
  expect(new Set(asked).size).toBeGreaterThan(1);
});

test.each(['x', '1.5', '-1'])('the seed %s is refused', (given) => {
  expect(() => trialSeed({ [SEED_VARIABLE]: given })).toThrow(SEED_VARIABLE);
});

test('a trial gets the numbers of the seed', () => {
  const before = process.env[SEED_VARIABLE];
  onTestFinished(() => {
    if (before === undefined) delete process.env[SEED_VARIABLE];
    else process.env[SEED_VARIABLE] = before;
  });
  process.env[SEED_VARIABLE] = '17';
  const [trial, same] = [trialRandom(), seeded(17)];
  expect([trial(), trial()]).toEqual([same(), same()]);
});

test('a trial that fails names its seed in the log and in the reason that the report gives', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-trial-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = path.join(folder, 'report.json');
  const args = [VITEST, 'run', '--root', path.join(import.meta.dirname, 'testing')];
  const { stdout, status } = spawnSync(
    process.execPath,
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, 'failing-trial.spec'],
    { encoding: 'utf8', env: { ...process.env, [SEED_VARIABLE]: '17' } },
  );
  expect(status).toBe(1);
  expect(stdout).toContain(`${SEED_VARIABLE}=17`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { failureMessages: string[] }[] }[];
  };
  expect(testResults[0]?.assertionResults[0]?.failureMessages[0]).toContain(`${SEED_VARIABLE}=17`);
});
