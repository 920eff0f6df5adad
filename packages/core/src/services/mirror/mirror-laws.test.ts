/** Whatever is done on both sides, and wherever a process dies: the two come together, and no edit is lost. */
import type { Deps } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { enginesForTests } from '@zapomni/testkit/engines';
import { MirrorTrial, OPERATIONS, type Step } from '@zapomni/testkit/mirror';
import fc from 'fast-check';
import { describe, it } from 'vitest';

const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ what: fc.constantFrom(...OPERATIONS), pick: fc.nat(1000) }), {
  minLength: 8,
  maxLength: 30,
  size: 'max',
});
const RUNS = Number(process.env['ZAPOMNI_LAW_RUNS'] ?? 12);
/** The laws are the same; the other engine shows that nothing stands on SQLite's ways. */
const RUNS_ELSEWHERE = 3;

describe.each(await enginesForTests())('edits on both sides, and kills, on $engine', ({ engine, options }) => {
  it('lose nothing, and end in agreement', async () => {
    const test = openTestDeps({ settings: { graph: 'off' } });
    const storage = options().openStorage?.({ logger: test.deps.logger, dataDir: test.dataDir });
    const deps: Deps = { ...test.deps, ...(storage ? { storage } : {}) };
    let trials = 0;
    try {
      await fc.assert(
        fc.asyncProperty(steps, (some) => new MirrorTrial(deps, test.clock, `trial${(trials += 1)}`).run(some)),
        { numRuns: engine === 'SQLite' ? RUNS : RUNS_ELSEWHERE, endOnFailure: true },
      );
    } finally {
      await storage?.close();
      await test.close();
    }
  }, 600_000);
});
