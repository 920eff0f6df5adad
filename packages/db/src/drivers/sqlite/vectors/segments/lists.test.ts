/** Lists, made from so few vectors that a test can wait for them. Directions are grouped, as those of texts are. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { NewMemory, Storage, Stored } from '@zapomni/core/ports';
import { STORE_FILE } from '../../connection/store-file.ts';
import { openFixture, type Fixture } from '../../testing/fixture.ts';
import { numberedId } from '../../testing/numbered-memory.ts';

const COUNT = 10_000;
const DIMENSIONS = 32;
const LISTS = { from: 4000, group: 3 };
const HERE = { workspace: 'default' };

let fixture: Fixture;
let stored: Stored[] = [];
const vectors = makeVectors(COUNT, 1);

/** Repeatable: a direction of one of forty groups, and as much again of its own. */
function makeVectors(count: number, seed: number): Float32Array[] {
  let last = seed;
  const random = () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return last / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, () => {
    const group = Math.floor((random() + 0.5) * 40);
    return Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(group * 37 + i * (group + 1)) + random());
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    const y = b[i] as number;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
}

function memory(number: number): NewMemory {
  return {
    id: numberedId(9, number),
    workspace: 'default',
    text: 'text',
    kind: 'note',
    tags: number % 50 === 0 ? ['seldom'] : [],
    source: '',
    metadata: {},
    hash: '',
    key: null,
    occurredAt: null,
    validFrom: 1,
    supersedes: null,
    passages: [{ start: 0, end: 4 }],
  };
}

interface State {
  readonly sorted: number;
  readonly segments: number;
  readonly reach: number | null;
}

function state(): State {
  const db = new DatabaseSync(join(fixture.dataDir, STORE_FILE), { readOnly: true, timeout: 5000 });
  const row = db
    .prepare(
      `SELECT count(*) AS segments, coalesce(sum(generation = (SELECT max(generation) FROM vector_lists)), 0) AS sorted,
         (SELECT reach FROM vector_lists) AS reach FROM code_segments`,
    )
    .get() as unknown as State;
  db.close();
  return row;
}

async function nearest(storage: Storage, query: Float32Array, filter = {}): Promise<number[]> {
  const hits = await storage.vectors.nearest('m', query, 10, { ...HERE, filter });
  return hits.map((hit) => Number.parseInt(hit.memoryId.slice(-6), 16));
}

function trulyNearest(query: Float32Array, allowed: (number: number) => boolean = () => true): number[] {
  const scores = vectors.map((vector) => cosine(vector, query));
  const numbers = [...vectors.keys()].filter(allowed);
  return numbers.sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, 10);
}

async function recall(storage: Storage, queries: readonly Float32Array[]): Promise<number> {
  let found = 0;
  for (const query of queries) {
    const hits = await nearest(storage, query);
    found += trulyNearest(query).filter((number) => hits.includes(number)).length;
  }
  return found / (10 * queries.length);
}

beforeAll(async () => {
  fixture = await openFixture({ lists: LISTS });
  const { storage } = fixture;
  for (let from = 0; from < COUNT; from += 1000) {
    const numbers = Array.from({ length: 1000 }, (_, i) => from + i);
    const added = await storage.memories.add(numbers.map(memory), 1);
    stored.push(...added);
    await storage.vectors.put(
      'm',
      added.map(({ passageIds }, i) => ({ passageId: passageIds[0] ?? 0, vector: vectors[from + i] as Float32Array })),
    );
  }
  await vi.waitFor(async () => {
    await nearest(storage, vectors[0] as Float32Array);
    expect(state()).toMatchObject({ segments: 9, sorted: 9 });
  }, 60_000);
}, 90_000);
afterAll(() => fixture.destroy());

test('after enough searches have been measured nearly all hits are found, and by a later process too', async () => {
  const { storage } = fixture;
  for (const query of makeVectors(40, 5)) await nearest(storage, query);
  await vi.waitFor(() => expect(state().reach).not.toBeNull(), 50_000);
  const queries = makeVectors(40, 6);
  expect(await recall(storage, queries)).toBeGreaterThanOrEqual(0.97);
  expect(await recall(fixture.open(), queries)).toBeGreaterThanOrEqual(0.97);
});

test('under a filter every hit is found', async () => {
  for (const query of makeVectors(20, 7)) {
    const truth = trulyNearest(query, (number) => number % 50 === 0);
    expect(await nearest(fixture.storage, query, { tags: ['seldom'] })).toEqual(truth);
  }
});

test('what came after the lists were made is found, what was replaced or removed is not', async () => {
  const { storage } = fixture;
  const [query] = makeVectors(1, 8) as [Float32Array];
  const [first = 0, second = 0] = trulyNearest(query);
  await storage.memories.remove('default', [stored[first]?.id ?? ''], 2);
  const away = query.map((part) => -part);
  await storage.vectors.put('m', [{ passageId: stored[second]?.passageIds[0] ?? 0, vector: away }]);
  const [added] = await storage.memories.add([memory(COUNT)], 2);
  await storage.vectors.put('m', [{ passageId: added?.passageIds[0] ?? 0, vector: query }]);
  for (const looking of [storage, fixture.open()]) {
    const hits = await nearest(looking, query);
    expect(hits[0]).toBe(COUNT);
    expect(hits).not.toContain(first);
    expect(hits).not.toContain(second);
    expect((await nearest(looking, away))[0]).toBe(second);
  }
});
