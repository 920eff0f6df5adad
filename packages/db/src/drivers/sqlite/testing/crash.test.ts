import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { openFixture, type Fixture } from './fixture.ts';
import { numberedId, numberedMemory, numberedTerms } from './numbered-memory.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 12);
/** Some are killed while they start, some while they write. */
const LIFE_MS = { fromStart: 600, fromFirstWrite: 150 };

/** Lets a writer live for a random while; answers how many memories the store acknowledged to it. */
async function killWriter(dataDir: string, writer: number, random: () => number): Promise<number> {
  const child = fork(new URL('./crash-writer.ts', import.meta.url), [dataDir, String(writer)], { execArgv: [] });
  const share = random();
  const killSoon = (longest: number): unknown => setTimeout(() => child.kill('SIGKILL'), share * longest);
  const duringStart = writer % 2 === 1;
  if (duringStart) killSoon(LIFE_MS.fromStart);
  let acknowledged = 0;
  child.on('message', () => {
    acknowledged += 1;
    if (acknowledged === 1 && !duringStart) killSoon(LIFE_MS.fromFirstWrite);
  });
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

async function expectWhole(fixture: Fixture, writer: number, acknowledged: number): Promise<void> {
  const storage = fixture.open();
  for (let number = 0; number < acknowledged; number++) {
    const { text, metadata, passages } = numberedMemory(writer, number);
    const [found] = await storage.memories.get('default', [numberedId(writer, number)]);
    expect(found?.text === text, `text of memory ${number} of writer ${writer}`).toBe(true);
    expect(found).toMatchObject({ metadata, passageCount: passages.length });
    const hits = await storage.fullText.search({ terms: numberedTerms(writer, number) }, 1, { workspace: 'default' });
    expect(hits.map((hit) => hit.memoryId)).toEqual([numberedId(writer, number)]);
  }
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  await storage.close();
}

test(
  `two writers killed at random moments, ${RUNS} times: nothing acknowledged is lost`,
  async () => {
    verifies('R186');
    const random = trialRandom();
    const fixture = await openFixture();
    let total = 0;
    for (let run = 0; run < RUNS; run++) {
      const writers = [2 * run, 2 * run + 1];
      const counts = await Promise.all(writers.map((writer) => killWriter(fixture.dataDir, writer, random)));
      for (const [i, writer] of writers.entries()) await expectWhole(fixture, writer, counts[i] ?? 0);
      total += counts.reduce((sum, count) => sum + count, 0);
    }
    expect(total).toBeGreaterThanOrEqual(RUNS);
    await fixture.destroy();
  },
  30_000 + RUNS * 15_000,
);
