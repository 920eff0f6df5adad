/** What the engine does wrong (see schema.ts and docs/scaling.md), and that none of it reaches a user. */
import { describe, expect, test } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { startFalkordb } from '@zapomni/testkit/falkordb';
import {
  addOne,
  addVectors,
  cosine,
  findByWords,
  memory,
  memoryIds,
  MODEL,
  NOW,
  onlyPassage,
  randomVectors,
  unit,
  WORKSPACE,
} from '@zapomni/testkit/storage-fixtures';
import type { Storage } from '@zapomni/core/ports';
import { openFixture } from './testing/fixture.ts';

const server = await falkordbForTests();
const url = server?.url ?? '';
const HERE = { workspace: WORKSPACE };

/** The ids of the k memories whose vectors are nearest, by comparing all. */
function nearestOf(all: readonly { id: string; vector: Float32Array }[], query: Float32Array, k: number): string[] {
  const scored = all.map(({ id, vector }) => ({ id, score: cosine(vector, query) }));
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, k)
    .map(({ id }) => id);
}

/** How far from the first all others are that lie within the depth. */
function walk(edges: readonly (readonly [number, number])[], depth: number, both: boolean): Map<string, number> {
  const distances = new Map([[0, 0]]);
  const steps = both ? [...edges, ...edges.map(([a, b]) => [b, a] as const)] : edges;
  for (let distance = 1; distance <= depth; distance++) {
    for (const [from, to] of steps) {
      if (distances.get(from) === distance - 1 && !distances.has(to)) distances.set(to, distance);
    }
  }
  distances.delete(0);
  return new Map(Array.from(distances, ([at, distance]) => [`thing:n${at}`, distance]));
}

async function findNearest(storage: Storage, query: Float32Array, k: number): Promise<string[]> {
  return memoryIds(await storage.vectors.nearest(MODEL, query, k, HERE));
}

describe.skipIf(!server)('defects of the engine', () => {
  test('what is written with records and without them at once is not undone: the engine mixes no scripts with graphs', async () => {
    const { storage, open, destroy } = openFixture(url);
    await addOne(storage, memory('the first'));
    const refused = await server?.command('EVAL', "return redis.call('GRAPH.QUERY', KEYS[1], 'RETURN 1')", '1', 'any');
    expect(refused).toMatch(/not allowed from script/);
    const writers = [storage, open(), open(), open()];
    const writes = writers.flatMap((one, writer) =>
      Array.from({ length: 12 }, (_, i) => {
        const draft = memory(`writer ${writer} number ${i}`);
        const parent = { memory: draft.id };
        const note = {
          op: 'put',
          collection: 'notes',
          key: draft.id,
          value: '1',
          entries: [],
          parent,
          blobs: [],
        } as const;
        return one.memories.add([draft], NOW, undefined, writer % 2 === 0 ? [note] : []);
      }),
    );
    await Promise.all(writes);
    expect(await storage.memories.stats(WORKSPACE, MODEL)).toMatchObject({ memories: 49 });
    expect(await storage.records.count(WORKSPACE, { collection: 'notes' })).toBe(24);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await destroy();
  });

  test('a vector that hardly changes is changed: the engine overlooks small changes', async () => {
    const { storage, destroy } = openFixture(url, { indexFrom: 1 });
    const [stored] = await addVectors(storage, [unit(1, 0), unit(0, 1)]);
    const passageId = onlyPassage(stored as NonNullable<typeof stored>);
    const moved = unit(1, 0.01);
    await storage.vectors.put(MODEL, [{ passageId, vector: moved }]);
    expect((await storage.vectors.vectors(MODEL, [passageId])).get(passageId)).toEqual(moved);
    const [hit] = await storage.vectors.nearest(MODEL, moved, 1, HERE);
    expect(hit).toMatchObject({ passageId, score: expect.closeTo(1, 6) as number });
    await destroy();
  });

  test('k rows, and the right ones, after half were deleted and the rest rewritten twice', async () => {
    const { storage, destroy } = openFixture(url, { indexFrom: 1 });
    const vectors = randomVectors(400, 16, 3);
    const stored = await addVectors(storage, vectors);
    await storage.memories.remove(
      WORKSPACE,
      stored.filter((_, i) => i % 2 === 0).map(({ id }) => id),
      NOW,
    );
    const left = stored.filter((_, i) => i % 2 === 1);
    let current: Float32Array[] = [];
    for (const seed of [5, 6]) {
      current = randomVectors(left.length, 16, seed);
      const puts = left.map((one, i) => ({ passageId: onlyPassage(one), vector: current[i] as Float32Array }));
      await storage.vectors.put(MODEL, puts);
    }
    const all = left.map(({ id }, i) => ({ id, vector: current[i] as Float32Array }));
    for (const query of randomVectors(10, 16, 8)) {
      expect(await findNearest(storage, query, 10)).toEqual(nearestOf(all, query, 10));
      expect(await findNearest(storage, query, 150)).toHaveLength(150);
    }
    await destroy();
  });

  test('an update that clears a field loses none of its other changes', async () => {
    const { storage, destroy } = openFixture(url);
    const given = memory('steady', { tags: ['a', 'b'], source: 'one', metadata: { n: 1 }, occurredAt: 5 });
    await storage.memories.add([given], NOW);
    for (let round = 0; round < 30; round++) {
      const patch = {
        kind: `kind ${round}`,
        tags: Array.from({ length: round % 4 }, (_, i) => `t${round + i}`),
        source: 'x'.repeat(round),
        metadata: { deep: { er: round % 2 ? round : [] } },
        occurredAt: round % 3 ? round : null,
      };
      await storage.memories.update(WORKSPACE, given.id, patch, NOW + round);
      expect((await storage.memories.get(WORKSPACE, [given.id]))[0]).toMatchObject({ ...patch, version: round + 2 });
    }
    const history = await storage.memories.history(WORKSPACE, given.id);
    expect(history.map(({ kind, occurredAt }) => [kind, occurredAt]).slice(0, 3)).toEqual([
      ['note', 5],
      ['kind 0', null],
      ['kind 1', 1],
    ]);
    await destroy();
  });

  test('empty texts, control characters and zeros are found by filters: its indexes miss some of them', async () => {
    const { storage, destroy } = openFixture(url);
    for (const odd of ['', ' ', '\u0001', 'a\0b', ',', 'É', 'é']) {
      const given = memory('pebble', { source: odd, kind: odd, tags: [odd], occurredAt: 0, key: odd });
      const stored = await addOne(storage, { ...given, workspace: `w${odd.codePointAt(0) ?? 'empty'}` });
      const workspace = `w${odd.codePointAt(0) ?? 'empty'}`;
      const filter = { sources: [odd], kinds: [odd], tags: [odd], from: 0, before: 1 };
      expect(await findByWords(storage, 'pebble', { workspace, filter }), JSON.stringify(odd)).toEqual([stored.id]);
      expect(await addOne(storage, { ...memory('again', { key: odd }), workspace })).toMatchObject({
        id: stored.id,
        status: 'duplicate',
      });
    }
    await destroy();
  });

  test("signs that its full-text index takes for a query's are words like any other", async () => {
    const { storage, destroy } = openFixture(url);
    const stored = await addOne(storage, memory('state-of-the-art C++ mail user@example.com café Привет'));
    const signs = [
      '-',
      '@',
      '(',
      ')',
      ':',
      '$',
      '%',
      '*',
      '|',
      '"',
      '{x}',
      '~',
      'привет',
      'café -art',
      '\\',
      '[a TO b]',
    ];
    for (const sign of signs) {
      const hits = await storage.fullText.search({ terms: [sign, 'привет'], prefixes: [sign] }, 5, HERE);
      expect(memoryIds(hits), sign).toEqual([stored.id]);
      expect(await storage.fullText.search({ terms: ['привет'], excluded: [[sign]] }, 5, HERE)).toHaveLength(
        sign === 'привет' ? 0 : 1,
      );
    }
    await destroy();
  });

  test('five steps reach what a breadth-first walk reaches: its own paths leave some out from the fourth on', async () => {
    const { storage, destroy } = openFixture(url);
    const count = 400;
    const edges = Array.from({ length: 900 }, (_, i): [number, number] => [(i * i * 7) % count, (i * 31 + 3) % count]);
    const name = (at: number): string => `thing:n${at}`;
    const entities = Array.from({ length: count }, (_, at) => ({ type: 'thing', name: `n${at}` }));
    await storage.graph.assertEntities(WORKSPACE, entities, NOW);
    const said = { type: 'LINKS', confidence: 0.5, memoryId: null, validFrom: NOW, validTo: null };
    const drafts = edges.map(([source, target]) => ({ ...said, source: name(source), target: name(target) }));
    await storage.graph.assertRelations(WORKSPACE, drafts, NOW);
    for (const depth of [3, 4, 5]) {
      for (const direction of ['out', 'both'] as const) {
        const { reached, total } = await storage.graph.reach(WORKSPACE, name(0), { depth, limit: count, direction });
        const walked = walk(edges, depth, direction === 'both');
        expect(total).toBe(walked.size);
        expect(new Map(reached.map((one) => [one.entityId, one.distance]))).toEqual(walked);
      }
    }
    await destroy();
  });

  test('a term counts as often as it occurs, also very often', async () => {
    const { storage, destroy } = openFixture(url);
    const often = [1, 3, 4, 15, 16, 17, 400];
    const texts = often.map((times) => `${'heron '.repeat(times)}${'reed '.repeat(400 - times)}`);
    const stored = await storage.memories.add(
      texts.map((text) => memory(text)),
      NOW,
    );
    const hits = await storage.fullText.search({ terms: ['heron'] }, 9, HERE);
    expect(memoryIds(hits)).toEqual(stored.map(({ id }) => id).toReversed());
    const part = (count: number): number => (count * 2.2) / (count + 1.2);
    const idf = Math.log(1 + 0.5 / (often.length + 0.5));
    expect(hits.map(({ score }) => score)).toEqual(
      often.toReversed().map((count) => expect.closeTo(idf * part(count), 9) as number),
    );
    await destroy();
  });
});

describe.skipIf(!server)('a server of its own', () => {
  test('the journal holds effects, not queries, whatever the module was loaded with', async () => {
    const own = await startFalkordb({ moduleArgs: [] });
    const fixture = openFixture(own.url);
    expect(await own.command('GRAPH.CONFIG', 'GET', 'EFFECTS_THRESHOLD')).toContain(':300');
    const stored = await addOne(fixture.storage, memory('kept by its effects'));
    expect(await own.command('GRAPH.CONFIG', 'GET', 'EFFECTS_THRESHOLD')).toContain(':0');
    await own.kill();
    await own.restart();
    expect(await findByWords(fixture.storage, 'effects')).toEqual([stored.id]);
    await fixture.destroy();
    await own.stop();
  });

  test('while it loads and builds its indexes, answers are whole or a word to try again', async () => {
    const own = await startFalkordb();
    const fixture = openFixture(own.url, { indexFrom: 1, timeoutMs: 60_000 });
    const { storage } = fixture;
    const vectors = randomVectors(1000, 16, 4);
    for (let i = 0; i < vectors.length; i += 250) await addVectors(storage, vectors.slice(i, i + 250));
    const [query] = randomVectors(1, 16, 77) as [Float32Array];
    const [nearest, words] = [await findNearest(storage, query, 20), await findByWords(storage, 'vector', { k: 2000 })];
    expect(words).toHaveLength(1000);
    await own.kill();
    await own.begin();
    let [whole, refused] = [0, 0];
    while (whole < 5) {
      const [again, found] = await Promise.allSettled([
        findNearest(storage, query, 20),
        findByWords(storage, 'vector', { k: 2000 }),
      ]);
      if (again.status === 'rejected' || found.status === 'rejected') {
        const error: unknown = again.status === 'rejected' ? again.reason : (found as PromiseRejectedResult).reason;
        expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
        refused += 1;
      } else {
        expect(found.value).toEqual(words);
        expect(again.value).toEqual(nearest);
        whole += 1;
      }
    }
    expect(whole + refused).toBeGreaterThan(4);
    await fixture.destroy();
    await own.stop();
  });
});
