import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { assembleScan } from '../../../scripts/assemble.ts';
import { CodeMemory } from './code-memory.ts';

test('the assembled scan is the one its source gives', async () => {
  const committed = await readFile(new URL('./generated/scan.ts', import.meta.url), 'utf8');
  expect(committed).toBe(await assembleScan());
});

/** Repeatable numbers in [-0.5, 0.5). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function vectorsOf(count: number, dimensions: number, random: () => number): Float32Array[] {
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, random));
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

const bytesOf = (vector: Float32Array): Uint8Array => new Uint8Array(vector.buffer);

test.each([16, 17, 100, 384, 8192])(
  'at %i dimensions the best by cosine are among twice as many by code',
  (dimensions) => {
    const random = createRandom(dimensions);
    const count = dimensions > 1000 ? 300 : 6000;
    const vectors = vectorsOf(count, dimensions, random);
    const memory = new CodeMemory(dimensions);
    for (const [slot, vector] of vectors.entries()) memory.write(slot, bytesOf(vector));
    const slots = Int32Array.from(vectors.keys()).filter((slot) => slot % 3 !== 1);
    for (const query of vectorsOf(5, dimensions, random)) {
      const scores = vectors.map((vector) => cosine(vector, query));
      const ranked = [...slots].map((slot) => scores[slot] as number).toSorted((a, b) => b - a);
      const found = memory.best(query, [slots], 20).map(({ slot }) => slot);
      expect(new Set(found).size).toBe(20);
      expect(found.every((slot) => slot % 3 !== 1)).toBe(true);
      const best = found.map((slot) => scores[slot] as number).toSorted((a, b) => b - a);
      expect(best.slice(0, 10)).toEqual(ranked.slice(0, 10));
    }
  },
);

test('slots side by side are scored as they are one by one', () => {
  const random = createRandom(5);
  const memory = new CodeMemory(100);
  for (const [slot, vector] of vectorsOf(2100, 100, random).entries()) memory.write(slot, bytesOf(vector));
  const all = Int32Array.from({ length: 2100 }, (_, slot) => slot);
  const apart = all.toSorted((a, b) => (a % 7) - (b % 7) || a - b);
  for (const query of vectorsOf(3, 100, random)) {
    const byItself = new Map(memory.best(query, [apart], 2100).map(({ slot, score }) => [slot, score]));
    for (const { slot, score } of memory.best(query, [all], 2100)) expect(score).toBe(byItself.get(slot));
    for (const { slot, score } of memory.best(query, [all.subarray(2)], 9)) expect(score).toBe(byItself.get(slot));
  }
});

test('a slot written again has the new vector, and nothing of the old', () => {
  const memory = new CodeMemory(4);
  const [a, b, query] = [Float32Array.of(1, 0, 0, 0), Float32Array.of(0.5, 0.5, 0, 0), Float32Array.of(1, 0, 0, 0)];
  memory.write(0, bytesOf(a));
  memory.write(1, bytesOf(b));
  expect(memory.best(query, [Int32Array.of(0, 1)], 1)).toMatchObject([{ slot: 0 }]);
  memory.write(0, bytesOf(Float32Array.of(0, 0, 0, 1)));
  expect(memory.best(query, [Int32Array.of(0, 1)], 1)).toMatchObject([{ slot: 1 }]);
});

test('zeros are no nearer than anything at a right angle', () => {
  const memory = new CodeMemory(2);
  memory.write(0, bytesOf(Float32Array.of(0, 0)));
  memory.write(1, bytesOf(Float32Array.of(0, 1)));
  memory.write(2, bytesOf(Float32Array.of(1, 1)));
  expect(memory.best(Float32Array.of(1, 0), [Int32Array.of(0, 1, 2)], 1)).toMatchObject([{ slot: 2 }]);
  expect(memory.best(Float32Array.of(0, 0), [Int32Array.of(0, 1, 2)], 3)).toHaveLength(3);
});

test('what is truly nearer is not further down by more than the doubt', () => {
  for (const dimensions of [2, 5, 16, 384]) {
    const random = createRandom(dimensions + 1);
    const [centre, query] = vectorsOf(2, dimensions, random) as [Float32Array, Float32Array];
    const vectors = vectorsOf(500, dimensions, random).map((vector) =>
      vector.map((part, i) => (centre[i] ?? 0) + part / 50),
    );
    const memory = new CodeMemory(dimensions);
    for (const [slot, vector] of vectors.entries()) memory.write(slot, bytesOf(vector));
    const ranked = memory.best(query, [Int32Array.from(vectors.keys())], vectors.length);
    const doubt = memory.doubt(ranked);
    const byCosine = ranked.toSorted((a, b) => trueScore(b.slot) - trueScore(a.slot));
    for (const [i, { score }] of byCosine.entries())
      expect(Math.abs(score - (ranked[i]?.score ?? 0))).toBeLessThan(doubt);
    function trueScore(slot: number): number {
      return cosine(vectors[slot] as Float32Array, query);
    }
  }
});
