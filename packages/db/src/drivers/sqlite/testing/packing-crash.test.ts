import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { openTrial, SMALL, type Trial } from './open-trial.ts';
import { numberedId, numberedTerms } from './numbered-memory.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 6);
/** In memories that were kept: how long that takes is the machine's matter, and there has to be something to pack. */
const LONGEST_LIFE = 40;
/** From there to any moment of the next ones. */
const LAST_MS = 20;

/** Lets a writer keep a random number of memories, and kills it a moment later; answers how many the store acknowledged to it. */
async function killWriter(dataDir: string, writer: number, random: () => number): Promise<number> {
  const child = fork(new URL('./packing-writer.ts', import.meta.url), [dataDir, String(writer)], { execArgv: [] });
  const [last, lifeMs] = [Math.ceil(random() * LONGEST_LIFE), random() * LAST_MS];
  let acknowledged = 0;
  child.on('message', () => {
    acknowledged += 1;
    if (acknowledged === last) setTimeout(() => child.kill('SIGKILL'), lifeMs);
  });
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

function expectEachOnce(trial: Trial, writer: number, acknowledged: number): void {
  for (let number = 0; number < acknowledged; number++) {
    const terms = numberedTerms(writer, number * 5);
    const hits = trial.fullText.search({ terms }, 10, { workspace: 'default' });
    expect(hits.map((hit) => hit.memoryId)).toEqual([numberedId(writer, number * 5)]);
  }
}

test(
  `two writers killed ${RUNS} times while they pack and merge: no word is lost and none is there twice`,
  async () => {
    verifies('R186');
    const random = trialRandom();
    const folder = mkdtempSync(join(tmpdir(), 'zapomni-words-'));
    const trial = openTrial(folder, SMALL);
    const counts: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const writers = [2 * run, 2 * run + 1];
      counts.push(...(await Promise.all(writers.map((writer) => killWriter(folder, writer, random)))));
      expect(trial.faults()).toEqual([]);
      for (const [writer, count] of counts.entries()) expectEachOnce(trial, writer, count);
    }
    trial.settle();
    expect(trial.faults()).toEqual([]);
    for (const [writer, count] of counts.entries()) expectEachOnce(trial, writer, count);
    expect(
      trial.store.db.value<number>(`SELECT seq FROM sqlite_sequence WHERE name = 'word_segments'`),
    ).toBeGreaterThan(RUNS);
    trial.close();
    rmSync(folder, { recursive: true, force: true });
  },
  30_000 + RUNS * 15_000,
);
