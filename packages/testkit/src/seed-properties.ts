/** Run before every test file: properties take the seed of the trials, too. One that fails tells it. */
import fc from 'fast-check';
import { trialSeed } from './trial-random.ts';

fc.configureGlobal({ seed: trialSeed() });
