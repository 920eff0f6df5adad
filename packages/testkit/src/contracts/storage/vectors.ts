import { expect } from 'vitest';
import { verifies } from '../../verifies.ts';
import {
  addOne,
  addVectors,
  cosine,
  memory,
  memoryIds,
  MODEL,
  nextId,
  NOW,
  onlyPassage,
  randomVectors,
  unit,
  WORKSPACE,
  type Clause,
} from './fixtures.ts';

const HERE = { workspace: WORKSPACE };

export function vectorClauses(clause: Clause): void {
  clause('nearest gives the k best by exact cosine, best first', async (harness) => {
    const vectors = randomVectors(300, 48, 7);
    const stored = await addVectors(harness.storage, vectors);
    const query = randomVectors(1, 48, 99)[0] as Float32Array;
    const expected = vectors
      .map((vector, i) => ({ id: stored[i]?.id, score: cosine(vector, query) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 10);
    for (const open of [() => harness.storage, () => harness.reopen()]) {
      const opened = await open();
      const hits = await opened.vectors.nearest(MODEL, query, 10, HERE);
      expect(memoryIds(hits)).toEqual(expected.map((one) => one.id));
      for (const [i, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[i]?.score ?? 0, 5);
    }
  });

  clause('cosine does not depend on length', async ({ storage }) => {
    const [long, near] = await addVectors(storage, [Float32Array.of(30, 40), Float32Array.of(0.001, 0)]);
    const hits = await storage.vectors.nearest(MODEL, Float32Array.of(500, 0), 2, HERE);
    expect(memoryIds(hits)).toEqual([near?.id, long?.id]);
    expect(hits.map((hit) => hit.score)).toEqual([expect.closeTo(1, 5), expect.closeTo(0.6, 5)]);
  });

  clause('min(k, passages) hits, and none for a model without vectors', async ({ storage }) => {
    await addVectors(storage, randomVectors(5, 4, 3));
    const query = unit(1, 1, 1, 1);
    expect(await storage.vectors.nearest(MODEL, query, 3, HERE)).toHaveLength(3);
    expect(await storage.vectors.nearest(MODEL, query, 50, HERE)).toHaveLength(5);
    expect(await storage.vectors.nearest(MODEL, query, 0, HERE)).toEqual([]);
    expect(await storage.vectors.nearest('unknown', query, 5, HERE)).toEqual([]);
    expect(await storage.vectors.score('unknown', query, [1])).toEqual(new Map());
  });

  clause('workspace and filter hold before the cut, exactly', async ({ storage }) => {
    verifies('D003', 'P025');
    const vectors = [...Array.from({ length: 120 }, (_, i) => unit(1, i / 1000)), unit(-1, 0.1), unit(-1, 0.2)];
    const stored = await addVectors(storage, vectors, (i) => {
      if (i < 120) return { tags: i % 2 ? ['odd'] : [] };
      return i === 120 ? { tags: ['rare'], source: 'src', kind: 'fact', occurredAt: 5 } : { workspace: 'small' };
    });
    const nearest = (k: number, filter: object) =>
      storage.vectors.nearest(MODEL, unit(1, 0), k, { ...HERE, filter }).then(memoryIds);
    for (const filter of [{ tags: ['rare'] }, { sources: ['src'] }, { kinds: ['fact'] }, { before: 6 }]) {
      expect(await nearest(1, filter)).toEqual([stored[120]?.id]);
    }
    const odd = stored.filter((_, i) => i < 120 && i % 2).map((one) => one.id);
    expect(await nearest(20, { tags: ['odd'] })).toEqual(odd.slice(0, 20));
    const small = await storage.vectors.nearest(MODEL, unit(1, 0), 1, { workspace: 'small' });
    expect(memoryIds(small)).toEqual([stored[121]?.id]);
  });

  clause('a new vector replaces the old one', async ({ storage }) => {
    const [moved, fixed] = await addVectors(storage, [unit(1, 0), unit(1, 0.5)]);
    const first = (query: Float32Array) => storage.vectors.nearest(MODEL, query, 1, HERE).then(memoryIds);
    expect(await first(unit(1, 0))).toEqual([moved?.id]);
    await storage.vectors.put(MODEL, [{ passageId: moved?.passageIds[0] ?? 0, vector: unit(0, 1) }]);
    expect(await first(unit(1, 0))).toEqual([fixed?.id]);
    expect(await first(unit(0, 1))).toEqual([moved?.id]);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 9, HERE)).toHaveLength(2);
  });

  clause('vectors of different models never meet', async ({ storage }) => {
    verifies('D024');
    const [a] = await addVectors(storage, [unit(1, 0)]);
    const b = await addOne(storage, memory('for the other model'));
    await storage.vectors.put('model-b', [{ passageId: onlyPassage(b), vector: unit(0, 1, 0) }]);
    expect(memoryIds(await storage.vectors.nearest(MODEL, unit(0, 1), 9, HERE))).toEqual([a?.id]);
    expect(memoryIds(await storage.vectors.nearest('model-b', unit(1, 0, 0), 9, HERE))).toEqual([b.id]);
    const passages = [...(a?.passageIds ?? []), ...b.passageIds];
    expect([...(await storage.vectors.score('model-b', unit(0, 1, 0), passages)).keys()]).toEqual(b.passageIds);
  });

  clause('score gives the cosine of each named passage that has a vector', async ({ storage }) => {
    const [one, two] = await addVectors(storage, [unit(1, 0), unit(3, 4)]);
    const bare = await addOne(storage, memory('not embedded'));
    const passages = [one, two, bare].flatMap((stored) => stored?.passageIds ?? []);
    const scores = await storage.vectors.score(MODEL, unit(1, 0), [...passages, 999_999]);
    expect([...scores].toSorted(([a], [b]) => a - b)).toEqual([
      [passages[0], expect.closeTo(1, 5)],
      [passages[1], expect.closeTo(0.6, 5)],
    ]);
  });

  clause('vectors gives each named passage its vector as it was put', async ({ storage }) => {
    const [one, two] = await addVectors(storage, [Float32Array.of(30, 40), unit(3, 4)]);
    const bare = await addOne(storage, memory('not embedded'));
    const passages = [one, two, bare].flatMap((stored) => stored?.passageIds ?? []);
    const given = await storage.vectors.vectors(MODEL, [...passages, 999_999]);
    expect([...given].toSorted(([a], [b]) => a - b)).toEqual([
      [passages[0], Float32Array.of(30, 40)],
      [passages[1], unit(3, 4)],
    ]);
    expect(await storage.vectors.vectors('unknown', passages)).toEqual(new Map());
    expect(await storage.vectors.vectors(MODEL, [])).toEqual(new Map());
  });

  clause('tokens come back byte for byte, for those passages that were put with them', async ({ storage }) => {
    const stored = await storage.memories.add([memory('a'), memory('b'), memory('c')], NOW);
    const [a, b, c] = stored.map(onlyPassage) as [number, number, number];
    const tokens = Uint8Array.from({ length: 5000 }, (_, i) => i);
    await storage.vectors.put(MODEL, [
      { passageId: a, vector: unit(1, 0), tokens },
      { passageId: b, vector: unit(0, 1) },
      { passageId: c, vector: unit(1, 1), tokens: new Uint8Array() },
    ]);
    expect(await storage.vectors.tokens(MODEL, [a, b, c, 999_999])).toEqual(
      new Map([
        [a, tokens],
        [c, new Uint8Array()],
      ]),
    );
    expect(await storage.vectors.tokens('unknown', [a])).toEqual(new Map());
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 9, HERE)).toHaveLength(3);
  });

  clause(
    'tokens belong to their vector: another one replaces them, its removal takes them away',
    async ({ storage }) => {
      const [a, b] = await storage.memories.add([memory('a'), memory('b')], NOW);
      const [first, second] = [a, b].map((one) => one?.passageIds[0] ?? 0) as [number, number];
      const put = (passageId: number, ...tokens: number[]) =>
        storage.vectors.put(MODEL, [
          { passageId, vector: unit(1, 0), ...(tokens.length > 0 && { tokens: Uint8Array.from(tokens) }) },
        ]);
      const kept = async () =>
        [...(await storage.vectors.tokens(MODEL, [first, second]))].map(([, bytes]) => [...bytes]);
      await put(first, 1, 2);
      await put(second, 3);
      await put(first, 4);
      expect((await kept()).flat().toSorted()).toEqual([3, 4]);
      await put(first);
      expect(await kept()).toEqual([[3]]);
      await storage.memories.remove(WORKSPACE, [b?.id ?? ''], NOW);
      expect(await kept()).toEqual([]);
    },
  );

  clause('put ignores passages that are gone', async ({ storage }) => {
    const [gone, kept] = await storage.memories.add([memory('gone'), memory('kept')], NOW);
    await storage.memories.remove(WORKSPACE, [gone?.id ?? ''], NOW);
    const vectors = [gone, kept].map((one) => ({ passageId: one?.passageIds[0] ?? 0, vector: unit(1, 0) }));
    await storage.vectors.put(MODEL, vectors);
    await storage.vectors.put(MODEL, []);
    expect(memoryIds(await storage.vectors.nearest(MODEL, unit(1, 0), 5, HERE))).toEqual([kept?.id]);
  });

  clause(
    'a vector of the wrong length or with a number that is none is refused, with the whole put',
    async ({ storage }) => {
      const [a, b] = await storage.memories.add([memory('a'), memory('b')], NOW);
      const put = (vector: Float32Array) =>
        storage.vectors.put(MODEL, [
          { passageId: a?.passageIds[0] ?? 0, vector: unit(1, 0) },
          { passageId: b?.passageIds[0] ?? 0, vector },
        ]);
      const refusal = { code: 'INVALID_INPUT' };
      for (const bad of [unit(1, 0, 0), Float32Array.of(NaN, 1), Float32Array.of(1, Infinity)]) {
        await expect(put(bad)).rejects.toMatchObject(refusal);
      }
      expect(await storage.embeddings.pending(MODEL)).toBe(2);
      await put(unit(0, 1));
      await expect(storage.vectors.nearest(MODEL, unit(1, 0, 0), 5, HERE)).rejects.toMatchObject(refusal);
      await expect(storage.vectors.nearest(MODEL, Float32Array.of(NaN, 0), 5, HERE)).rejects.toMatchObject(refusal);
    },
  );

  clause('a successor takes the place of the superseded in the very next search', async ({ storage }) => {
    const [old] = await addVectors(storage, [unit(1, 0)]);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 5, HERE)).toHaveLength(1);
    await storage.memories.add([memory('new', { id: nextId(), supersedes: old?.id ?? '' })], NOW);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 5, HERE)).toEqual([]);
  });
}
