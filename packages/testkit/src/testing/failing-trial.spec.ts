/** A trial that fails, run by the test of what its failure says; by its name nothing else runs it. */
import { expect, test } from 'vitest';
import { trialRandom } from '../trial-random.ts';

test('a trial', () => {
  expect(trialRandom()()).toBe(2);
});
