import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { assembleScan } from '../../../../../scripts/assemble.ts';
import { makeKernel } from './scan-kernel.ts';
import { Int8Memory } from './int8-memory.ts';

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

function filled(vectors: readonly Float32Array[], kernel = makeKernel()): Int8Memory {
  const memory = new Int8Memory(vectors[0]?.length ?? 0, kernel);
  for (const [slot, vector] of vectors.entries()) memory.write(slot, bytesOf(vector));
  return memory;
}

test.each([16, 17, 100, 384, 8192])(
  'at %i dimensions the best by cosine are among twice as many by code',
  (dimensions) => {
    const random = createRandom(dimensions);
    const vectors = vectorsOf(dimensions > 1000 ? 300 : 6000, dimensions, random);
    const memory = filled(vectors);
    const slots = Int32Array.from(vectors.keys()).filter((slot) => slot % 3 !== 1);
    for (const query of vectorsOf(5, dimensions, random)) {
      const scores = vectors.map((vector) => cosine(vector, query));
      const ranked = [...slots].map((slot) => scores[slot] as number).toSorted((a, b) => b - a);
      const found = memory.ranking(query, [slots], 20).slots.map(({ slot }) => slot);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((slot) => slot % 3 !== 1)).toBe(true);
      const best = found.slice(0, 20).map((slot) => scores[slot] as number);
      expect(best.toSorted((a, b) => b - a).slice(0, 10)).toEqual(ranked.slice(0, 10));
    }
  },
);

test('what a glance leaves out is none of the best by codes, and most is left out', () => {
  const random = createRandom(11);
  const centres = vectorsOf(40, 384, random);
  const near = (part: number, i: number, centre: Float32Array) => (centre[i] ?? 0) + part;
  const vectors = vectorsOf(9000, 384, random).map((vector, n) =>
    vector.map((part, i) => near(part * 0.7, i, centres[n % centres.length] as Float32Array)),
  );
  const memory = filled(vectors);
  const all = Int32Array.from(vectors.keys());
  for (const query of [...centres.slice(0, 5), ...vectorsOf(5, 384, random)]) {
    const truth = memory.ranking(query, [all], all.length);
    expect(truth.slots).toHaveLength(all.length);
    for (const k of [1, 10, 100]) {
      const likely = memory.ranking(query, [all.subarray(0, 4001), all.subarray(4001)], k);
      expect(likely.slots.slice(0, k)).toEqual(truth.slots.slice(0, k));
      expect(likely.slots.length).toBeLessThan(3 * k + 100);
    }
  }
});

test('slots side by side are scored as they are one by one, with relaxed SIMD and without', () => {
  const random = createRandom(5);
  const vectors = vectorsOf(2100, 100, random);
  const [memory, plain] = [filled(vectors), filled(vectors, makeKernel(false))];
  const all = Int32Array.from(vectors.keys());
  const apart = all.toSorted((a, b) => (a % 7) - (b % 7) || a - b);
  for (const query of vectorsOf(3, 100, random)) {
    for (const k of [1, 9, 2100]) {
      const ranked = memory.ranking(query, [all], k);
      expect(memory.ranking(query, [apart], k)).toEqual(ranked);
      expect(plain.ranking(query, [all], k)).toEqual(ranked);
    }
  }
});

test('a block read is a block written', () => {
  const vectors = vectorsOf(700, 100, createRandom(6));
  const [memory, copy] = [filled(vectors), new Int8Memory(100)];
  const data = memory.readBlock(0, 700);
  copy.writeBlock(3, data);
  expect(copy.readBlock(3, 700)).toEqual(data);
  const [was, is] = [new Float32Array(100), new Float32Array(100)];
  for (const slot of [0, 127, 128, 699]) {
    memory.decode(slot, was);
    copy.decode(3 * 1024 + slot, is);
    expect(is).toEqual(was);
    expect(cosine(is, vectors[slot] as Float32Array)).toBeGreaterThan(0.9999);
  }
});

test('a slot written again has the new vector, and nothing of the old', () => {
  const memory = new Int8Memory(4);
  const [a, b, query] = [Float32Array.of(1, 0, 0, 0), Float32Array.of(0.5, 0.5, 0, 0), Float32Array.of(1, 0, 0, 0)];
  memory.write(0, bytesOf(a));
  memory.write(1, bytesOf(b));
  expect(memory.ranking(query, [Int32Array.of(0, 1)], 1).slots[0]).toMatchObject({ slot: 0 });
  memory.write(0, bytesOf(Float32Array.of(0, 0, 0, 1)));
  expect(memory.ranking(query, [Int32Array.of(0, 1)], 1).slots[0]).toMatchObject({ slot: 1 });
});

test('zeros are no nearer than anything at a right angle', () => {
  const memory = new Int8Memory(2);
  memory.write(0, bytesOf(Float32Array.of(0, 0)));
  memory.write(1, bytesOf(Float32Array.of(0, 1)));
  memory.write(2, bytesOf(Float32Array.of(1, 1)));
  expect(memory.ranking(Float32Array.of(1, 0), [Int32Array.of(0, 1, 2)], 1).slots[0]).toMatchObject({ slot: 2 });
  expect(memory.ranking(Float32Array.of(0, 0), [Int32Array.of(0, 1, 2)], 3).slots).toHaveLength(3);
});

test('what is truly nearer is not further down by more than the doubt', () => {
  for (const dimensions of [2, 5, 16, 384]) {
    const random = createRandom(dimensions + 1);
    const [centre, query] = vectorsOf(2, dimensions, random) as [Float32Array, Float32Array];
    const vectors = vectorsOf(500, dimensions, random).map((vector) =>
      vector.map((part, i) => (centre[i] ?? 0) + part / 50),
    );
    const memory = new Int8Memory(dimensions);
    for (const [slot, vector] of vectors.entries()) memory.write(slot, bytesOf(vector));
    const { slots: ranked, doubt } = memory.ranking(query, [Int32Array.from(vectors.keys())], vectors.length);
    const byCosine = ranked.toSorted((a, b) => trueScore(b.slot) - trueScore(a.slot));
    for (const [i, { score }] of byCosine.entries())
      expect(Math.abs(score - (ranked[i]?.score ?? 0))).toBeLessThan(doubt);
    function trueScore(slot: number): number {
      return cosine(vectors[slot] as Float32Array, query);
    }
  }
});
