/** Processes that read memories for what they name and are killed at it, whatever the engine. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Storage } from '@zapomni/core/ports';
import { numberedMemory } from '../sqlite/testing/numbered-memory.ts';
import { numberedReading } from '../sqlite/testing/numbered-reading.ts';
import { expectSound } from './expect-sound.ts';

export const MEMORIES = 150;

/** Memories of one line, that wait to be read. */
export async function fillToRead(storage: Storage): Promise<void> {
  const memories = Array.from({ length: MEMORIES }, (_, number) => numberedMemory(0, number * 5));
  await storage.memories.add(memories, 1);
}

/** Starts a reader that works at this time; it tells of each reading that the store has taken. */
export type StartReader = (owner: string, now: number) => ChildProcess;

/** What a reader was told the store had taken until it ended, by itself or killed after so many. */
export async function endReader(child: ChildProcess, after = Infinity): Promise<string[]> {
  const taken: string[] = [];
  child.on('message', (id: string) => {
    taken.push(id);
    if (taken.length === after) child.kill('SIGKILL');
  });
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  return taken;
}

/** Kills readers so often; the next goes on, and in the end nothing is missing and nothing is there twice. */
export async function killReaders(
  storage: Storage,
  start: StartReader,
  { runs, random }: { runs: number; random: () => number },
): Promise<void> {
  const taken: string[] = [];
  for (let run = 1; run <= runs; run++) {
    const after = 1 + Math.floor((random() * MEMORIES) / runs);
    taken.push(...(await endReader(start(`reader ${run}`, run), after)));
    await expectSound(storage);
    assert.ok((await storage.extractions.pending()) <= MEMORIES - taken.length);
  }
  assert.ok(taken.length > 0);
  assert.equal(new Set(taken).size, taken.length);
  const rest = ['one', 'other'].map((owner) => endReader(start(owner, runs + 1)));
  const both = (await Promise.all(rest)).flat();
  assert.equal(new Set([...taken, ...both]).size, taken.length + both.length);
}

/** All has been read, and the graph is the one that a reader makes whom nobody disturbs, on the other store. */
export async function expectReadOnce(storage: Storage, calm: Storage): Promise<void> {
  assert.equal(await storage.extractions.pending(), 0);
  await fillToRead(calm);
  for (const memory of await calm.extractions.claim({ owner: 'calm', until: 2 }, MEMORIES, 1)) {
    await calm.graph.put(numberedReading(memory), 1000);
  }
  assert.deepEqual(await graphOf(storage), await graphOf(calm));
  await expectSound(storage);
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
