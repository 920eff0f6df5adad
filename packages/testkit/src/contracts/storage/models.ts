/** Several models side by side: whose vectors there are, and how those of one are taken away. */
import { expect } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { verifies } from '../../verifies.ts';
import {
  addOne,
  addVectors,
  memory,
  memoryIds,
  MODEL,
  NOW,
  onlyPassage,
  randomVectors,
  unit,
  WORKSPACE,
  type Clause,
} from './fixtures.ts';

const HERE = { workspace: WORKSPACE };
const OTHER = 'model-b';

async function forgetAll(storage: Storage, model: string): Promise<number> {
  let gone = 0;
  for (let portion = 1; portion > 0; gone += portion) portion = await storage.vectors.forget(model);
  return gone;
}

export function modelClauses(clause: Clause): void {
  clause('says whose vectors there are, most first', async ({ storage }) => {
    expect(await storage.vectors.models()).toEqual([]);
    const stored = await addVectors(storage, [unit(1, 0), unit(0, 1), unit(1, 1)]);
    await storage.vectors.put(OTHER, [{ passageId: stored[0]?.passageIds[0] ?? 0, vector: unit(1, 0, 0) }]);
    expect(await storage.vectors.models()).toEqual([
      { model: MODEL, dimensions: 2, vectors: 3 },
      { model: OTHER, dimensions: 3, vectors: 1 },
    ]);
    await storage.memories.remove(WORKSPACE, [stored[0]?.id ?? ''], NOW);
    expect(await storage.vectors.models()).toEqual([{ model: MODEL, dimensions: 2, vectors: 2 }]);
  });

  clause('a model whose vectors are forgotten finds nothing; the others find what they did', async (harness) => {
    verifies('D024');
    const { storage } = harness;
    const other = harness.open();
    const stored = await addVectors(storage, randomVectors(1500, 8, 5));
    const tokens = Uint8Array.of(1, 2, 3);
    await storage.vectors.put(
      OTHER,
      stored.map((one, i) => ({ passageId: onlyPassage(one), vector: unit(1, i / 1000), tokens })),
    );
    const passages = stored.map(onlyPassage);
    const nearest = (from: Storage) => from.vectors.nearest(OTHER, unit(1, 0), 5, HERE).then(memoryIds);
    const expected = stored.slice(0, 5).map((one) => one.id);
    expect([await nearest(storage), await nearest(other)]).toEqual([expected, expected]);
    expect(await other.vectors.nearest(MODEL, unit(1, 0, 0, 0, 0, 0, 0, 0), 5, HERE)).toHaveLength(5);
    expect(await forgetAll(storage, MODEL)).toBe(1500);
    expect(await storage.vectors.models()).toEqual([{ model: OTHER, dimensions: 2, vectors: 1500 }]);
    for (const from of [storage, other]) {
      expect(await from.vectors.nearest(MODEL, unit(1, 0, 0, 0, 0, 0, 0, 0), 5, HERE)).toEqual([]);
      expect(await from.vectors.vectors(MODEL, passages)).toEqual(new Map());
      expect(await nearest(from)).toEqual(expected);
      expect((await from.vectors.tokens(OTHER, passages)).size).toBe(1500);
    }
    expect((await storage.inspect(true)).integrity).not.toBe('damaged');
    expect(await storage.vectors.forget(MODEL)).toBe(0);
    expect(await storage.vectors.forget('never there')).toBe(0);
  });

  clause('what is forgotten waits for its model again, also when it stops half-way', async ({ storage }) => {
    const stored = await addVectors(storage, randomVectors(1500, 4, 5));
    expect(await storage.embeddings.pending(MODEL)).toBe(0);
    const gone = await storage.vectors.forget(MODEL);
    expect(gone).toBeGreaterThan(0);
    expect(await storage.embeddings.pending(MODEL)).toBe(gone);
    const left = await storage.vectors.nearest(MODEL, unit(1, 0, 0, 0), 1500, HERE);
    expect(left).toHaveLength(1500 - gone);
    const claimed = await storage.embeddings.claim(MODEL, { owner: 'a', until: NOW + 1 }, 2000, NOW);
    expect(claimed).toHaveLength(gone);
    await storage.vectors.put(
      MODEL,
      claimed.map(({ id }) => ({ passageId: id, vector: unit(1, 1, 1, 1) })),
    );
    expect(await storage.vectors.nearest(MODEL, unit(1, 0, 0, 0), 2000, HERE)).toHaveLength(stored.length);
  });

  clause('a forgotten model may come back with vectors of another length', async (harness) => {
    const { storage } = harness;
    const other = harness.open();
    const [one] = await addVectors(storage, [unit(1, 0)]);
    expect(await other.vectors.nearest(MODEL, unit(1, 0), 5, HERE)).toHaveLength(1);
    await forgetAll(storage, MODEL);
    await storage.vectors.put(MODEL, [{ passageId: one?.passageIds[0] ?? 0, vector: unit(0, 1, 0) }]);
    for (const from of [storage, other]) {
      expect(memoryIds(await from.vectors.nearest(MODEL, unit(0, 1, 0), 5, HERE))).toEqual([one?.id]);
    }
    await expect(storage.vectors.nearest(MODEL, unit(1, 0), 5, HERE)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause('what is stored while a second set is made waits for both', async ({ storage }) => {
    await addVectors(storage, [unit(1, 0)]);
    await storage.embeddings.claim(OTHER, { owner: 'b', until: NOW + 10 }, 10, NOW);
    const late = await addOne(storage, memory('late'));
    expect(await storage.embeddings.pending(MODEL)).toBe(1);
    expect(await storage.embeddings.pending(OTHER)).toBe(2);
    await storage.vectors.put(MODEL, [{ passageId: onlyPassage(late), vector: unit(0, 1) }]);
    expect(await storage.embeddings.pending(MODEL)).toBe(0);
    expect(await storage.embeddings.pending(OTHER)).toBe(2);
    expect(memoryIds(await storage.vectors.nearest(MODEL, unit(0, 1), 1, HERE))).toEqual([late.id]);
  });
}
