import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { verifies } from '@zapomni/testkit/verifies';
import { openFixture, type Fixture } from './fixture.ts';
import { numberedMemory } from './numbered-memory.ts';
import { numberedReading } from './numbered-reading.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);
const MEMORIES = 150;

async function fill(storage: Storage): Promise<void> {
  // Those of one line.
  const memories = Array.from({ length: MEMORIES }, (_, number) => numberedMemory(0, number * 5));
  await storage.memories.add(memories, 1);
}

/** Starts a reader and kills it once it has been told of so many readings; answers which memories the store has taken. */
async function killReader(fixture: Fixture, run: number, after: number): Promise<string[]> {
  const args = [fixture.dataDir, `reader ${run}`, String(run)];
  const child = fork(new URL('./crash-reader.ts', import.meta.url), args, { execArgv: [] });
  const taken: string[] = [];
  child.on('message', (id: string) => {
    taken.push(id);
    if (taken.length === after) child.kill('SIGKILL');
  });
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  return taken;
}

async function graphOf(storage: Storage): Promise<unknown> {
  const { items: entities } = await storage.graph.listEntities('default', { limit: 1000 });
  const { items: relations } = await storage.graph.listRelations('default', { limit: 1000 });
  const evidence = await Promise.all(relations.map(({ id }) => storage.graph.evidence('default', id, 1000)));
  const sorted = relations.map((relation, i) => ({
    ...relation,
    strength: relation.strength.toFixed(9),
    pieces: evidence[i]?.map((one) => one.memoryId).toSorted(),
  }));
  return {
    entities,
    relations: sorted.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    counts: await storage.graph.counts('default'),
    events: (await storage.times.events('default', { from: 0, until: 2000, limit: 1 })).total,
  };
}

test(
  `readers killed ${RUNS} times in the middle of reading: the next goes on, and nothing is there twice`,
  async () => {
    verifies('R186');
    const [crashed, calm] = await Promise.all([openFixture(), openFixture()]);
    await fill(crashed.storage);
    await fill(calm.storage);
    const taken: string[] = [];
    for (let run = 1; run <= RUNS; run++) {
      taken.push(...(await killReader(crashed, run, 1 + Math.floor((Math.random() * MEMORIES) / RUNS))));
      expect(await crashed.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
      expect(await crashed.storage.readings.pending()).toBeLessThanOrEqual(MEMORIES - taken.length);
    }
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken).size).toBe(taken.length);
    const rest = [killReader(crashed, RUNS + 1, Infinity), killReader(crashed, RUNS + 1, Infinity)];
    const both = (await Promise.all(rest)).flat();
    expect(new Set([...taken, ...both]).size).toBe(taken.length + both.length);
    expect(await crashed.storage.readings.pending()).toBe(0);
    for (const memory of await calm.storage.readings.claim({ owner: 'calm', until: 2 }, MEMORIES, 1)) {
      await calm.storage.graph.put(numberedReading(memory), 1000);
    }
    expect(await graphOf(crashed.storage)).toEqual(await graphOf(calm.storage));
    expect(await crashed.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await Promise.all([crashed.destroy(), calm.destroy()]);
  },
  60_000 + RUNS * 15_000,
);
