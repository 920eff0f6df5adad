/** Whatever is done to papers and notes, and wherever a process dies: nothing of the user's is lost, and the two come together. */
import { openTestDeps } from '@zapomni/testkit/deps';
import { NotesTrial, NOTE_OPERATIONS, type NoteStep } from '@zapomni/testkit/notes';
import { enginesForTests } from '@zapomni/testkit/engines';
import fc from 'fast-check';
import { describe, it } from 'vitest';

const steps: fc.Arbitrary<NoteStep[]> = fc.array(
  fc.record({ what: fc.constantFrom(...NOTE_OPERATIONS), pick: fc.nat(1000) }),
  { minLength: 6, maxLength: 25, size: 'max' },
);
const RUNS = Number(process.env['ZAPOMNI_LAW_RUNS'] ?? 15);
/** The laws are the same; the other engine shows that nothing stands on SQLite's ways. */
const RUNS_ELSEWHERE = 3;

describe.each(await enginesForTests())('edits of notes and papers, and kills, on $engine', ({ engine, options }) => {
  it('lose nothing, and end in agreement', async () => {
    const test = openTestDeps({ settings: { graph: 'off' } });
    const storage = options().openStorage?.({ logger: test.deps.logger, dataDir: test.dataDir });
    const deps = { ...test.deps, ...(storage ? { storage } : {}) };
    let trials = 0;
    try {
      await fc.assert(
        fc.asyncProperty(steps, (some) => new NotesTrial(deps, test.clock, `trial${(trials += 1)}`).run(some)),
        { numRuns: engine === 'SQLite' ? RUNS : RUNS_ELSEWHERE, endOnFailure: true },
      );
    } finally {
      await storage?.close();
      await test.close();
    }
  }, 600_000);
});
