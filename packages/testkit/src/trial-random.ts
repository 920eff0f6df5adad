/**
 * The chance in a trial: the same in every run, so that a commit that passed passes again, and another one for whoever asks
 * for it (`npm run test:full` does), so that faults nobody thought of are still found.
 */
import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { seeded } from './seeded.ts';

/** A whole number, to get the chance that a run told again; or `random`, for one that nobody chose. */
export const SEED_VARIABLE = 'ZAPOMNI_TEST_SEED';
const EVERYDAY_SEED = 20_261_118;

export function trialSeed(env: NodeJS.ProcessEnv = process.env): number {
  const given = env[SEED_VARIABLE];
  if (given === undefined || given === '') return EVERYDAY_SEED;
  if (given === 'random') return randomInt(2 ** 32);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Error(`${SEED_VARIABLE} is a whole number or "random", not "${given}"`);
  return seed;
}

/**
 * Numbers from 0 up to 1 for the test that runs: its moments of killing, its guesses. The seed is in the log, and in the
 * reason of the failure if the test fails. How long a process takes is not in the seed's hands: a trial that failed once may
 * need several runs with it.
 */
export function trialRandom(): () => number {
  const seed = trialSeed();
  const word = `${SEED_VARIABLE}=${seed}`;
  console.log(`The chance in this trial: ${word}`);
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? []) {
      error.message = `${error.message} (${word})`;
      if (error.stack !== undefined) error.stack = `${word}\n${error.stack}`;
    }
  });
  return seeded(seed);
}
