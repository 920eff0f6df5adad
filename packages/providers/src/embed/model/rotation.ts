/**
 * Turns vectors by a fixed, random-looking rotation. A trained model puts much of what it knows into a few components; one
 * sign bit per component keeps most when what is known is spread evenly first. Angles, and so similarities, stay as they are.
 *
 * Signs are flipped by a fixed pattern, then blocks are mixed by Hadamard's transform; twice, the second time over blocks
 * that hold a part of every first one. No table of weights, nothing learnt from anybody's texts.
 */
const ROUNDS = 2;

/** Works in place; `vector`'s length must be a multiple of a power of two for the mixing to reach far (384 = 3 × 128). */
export type Rotation = (vector: Float32Array) => void;

export function createRotation(dimensions: number): Rotation {
  const block = dimensions & -dimensions;
  const flips = Array.from({ length: ROUNDS }, (_, round) => flipsOf(dimensions, round + 1));
  const spare = new Float32Array(dimensions);
  return (vector) => {
    for (const flip of flips) {
      for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) * (flip[i] as number);
      for (let start = 0; start < dimensions; start += block) mix(vector.subarray(start, start + block));
      deal(vector, spare, dimensions / block);
    }
  };
}

/** Hadamard's transform, scaled so that lengths stay. */
function mix(block: Float32Array): void {
  for (let half = 1; half < block.length; half *= 2) {
    for (let start = 0; start < block.length; start += 2 * half) mixHalves(block, start, half);
  }
  const scale = 1 / Math.sqrt(block.length);
  for (let i = 0; i < block.length; i++) block[i] = (block[i] as number) * scale;
}

function mixHalves(block: Float32Array, start: number, half: number): void {
  for (let i = start; i < start + half; i++) {
    const a = block[i] as number;
    const b = block[i + half] as number;
    block[i] = a + b;
    block[i + half] = a - b;
  }
}

/** Deals the components out like cards, so that the next round's blocks mix what this round's kept apart. */
function deal(vector: Float32Array, spare: Float32Array, blocks: number): void {
  const size = vector.length / blocks;
  for (let i = 0; i < vector.length; i++) spare[(i % size) * blocks + Math.floor(i / size)] = vector[i] as number;
  vector.set(spare);
}

/** +1 and −1 in an order that looks random and never changes: stored codes depend on it. */
function flipsOf(length: number, seed: number): Int8Array {
  let state = seed * 0x9e3779b9;
  return Int8Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return (state ^ (state >>> 13)) & 1 ? 1 : -1;
  });
}
