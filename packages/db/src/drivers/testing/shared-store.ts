/** What several processes on one store may rely on, whatever the engine. */
import assert from 'node:assert/strict';
import type { Storage, Stored } from '@zapomni/core/ports';
import { numberedId, numberedMemory, numberedTerms } from '../sqlite/testing/numbered-memory.ts';
import { numberedReading } from '../sqlite/testing/numbered-reading.ts';
import { expectSound } from './expect-sound.ts';

type Partner = Pick<Storage, 'memories' | 'vectors' | 'embeddings' | 'extractions' | 'graph'>;

export interface SharedStore {
  readonly storage: Storage;
  /** The store as another process has it. */
  partner(): Partner;
  /** With all partners. */
  destroy(): Promise<void>;
}

const HERE = { workspace: 'default' };

type Trial = (shared: SharedStore) => Promise<void>;

const TRIALS: Readonly<Record<string, Trial>> = {
  'eight processes make the same store at once': makeAtOnce,
  "another process's words, vectors, supersessions and removals are seen by the next search": seeAtOnce,
  'two processes that claim from the queue never get the same passage': claimOnce,
  'two processes that read what waits never get the same memory, and make one graph': readOnce,
};

/** Each with its title, to be run on a store of its own, which ends with it. */
export function sharedStoreTrials(open: () => Promise<SharedStore>): [title: string, run: () => Promise<void>][] {
  return Object.entries(TRIALS).map(([title, trial]) => [
    title,
    async () => {
      const shared = await open();
      try {
        await trial(shared);
      } finally {
        await shared.destroy();
      }
    },
  ]);
}

async function makeAtOnce({ storage, partner }: SharedStore): Promise<void> {
  const eight = Array.from({ length: 8 }, () => partner());
  const added = await Promise.all(eight.map(({ memories }, i) => memories.add([numberedMemory(i, 0)], 1)));
  assert.deepEqual(
    added.flat().map((one) => one.status),
    Array.from({ length: 8 }, () => 'stored'),
  );
  assert.equal((await storage.memories.list({ ...HERE, limit: 20 })).total, 8);
  await expectSound(storage);
}

async function seeAtOnce({ storage, partner }: SharedStore): Promise<void> {
  const other = partner();
  const nearest = () => storage.vectors.nearest('m', Float32Array.of(1, 0), 5, HERE);
  const ids = async (): Promise<string[]> => (await nearest()).map((hit) => hit.memoryId);
  const put = ({ passageIds: [passageId = 0] }: Stored, ...parts: number[]) =>
    other.vectors.put('m', [{ passageId, vector: Float32Array.from(parts) }]);
  const added = await other.memories.add([numberedMemory(1, 0), numberedMemory(1, 5)], 1);
  const [first, second] = added as [Stored, Stored];
  await put(first, 1, 0);
  assert.deepEqual(await ids(), [first.id]);
  await put(second, 1, 1);
  assert.deepEqual(await ids(), [first.id, second.id]);
  await put(first, 0, 1);
  assert.deepEqual(await ids(), [second.id, first.id]);
  await other.memories.add([{ ...numberedMemory(1, 10), supersedes: second.id }], 2);
  assert.deepEqual(await ids(), [first.id]);
  await other.memories.remove('default', [first.id], 3);
  assert.deepEqual(await ids(), []);
  const words = await storage.fullText.search({ terms: numberedTerms(1, 10) }, 5, HERE);
  assert.deepEqual(
    words.map((hit) => hit.memoryId),
    [numberedId(1, 10)],
  );
}

async function claimOnce({ storage, partner }: SharedStore): Promise<void> {
  const claimers = [partner(), partner()];
  const memories = Array.from({ length: 60 }, (_, number) => numberedMemory(2, number * 5));
  const stored = await storage.memories.add(memories, 1);
  const claimAll = async ({ embeddings }: Partner, owner: string): Promise<number[]> => {
    const got: number[] = [];
    for (;;) {
      const portion = await embeddings.claim('m', { owner, until: 1000 }, 3, 1);
      if (portion.length === 0) return got;
      got.push(...portion.map((one) => one.id));
    }
  };
  const claims = await Promise.all(claimers.map((claimer, i) => claimAll(claimer, `owner ${i}`)));
  const all = claims.flat().toSorted((a, b) => a - b);
  assert.deepEqual(
    all,
    stored.flatMap((one) => one.passageIds).toSorted((a, b) => a - b),
  );
}

async function readOnce({ storage, partner }: SharedStore): Promise<void> {
  const readers = [partner(), partner()];
  const memories = Array.from({ length: 60 }, (_, number) => numberedMemory(2, number * 5));
  await storage.memories.add(memories, 1);
  const readAll = async ({ extractions, graph }: Partner, owner: string): Promise<string[]> => {
    const got: string[] = [];
    for (;;) {
      const portion = await extractions.claim({ owner, until: 1000 }, 3, 1);
      if (portion.length === 0) return got;
      got.push(...portion.map((one) => one.memoryId));
      for (const one of portion) await graph.put(numberedReading(one), 2);
    }
  };
  const read = await Promise.all(readers.map((reader, i) => readAll(reader, `owner ${i}`)));
  assert.deepEqual(read.flat().toSorted(), memories.map((one) => one.id).toSorted());
  assert.equal(await storage.extractions.pending(), 0);
  const { memoriesWithMentions, mentions } = await storage.graph.counts('default');
  assert.deepEqual({ memoriesWithMentions, mentions }, { memoriesWithMentions: 60, mentions: 180 });
  await expectSound(storage);
}
