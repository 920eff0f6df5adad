/** Run before every test file: properties take the seed of the trials, too, where one is set. A failing one tells its own. */
import { SEED_VARIABLE, trialSeed } from './trial-random.ts';

if (process.env[SEED_VARIABLE]) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: trialSeed() });
}
