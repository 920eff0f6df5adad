import { describe, expect, it } from 'vitest';
import { toSignBits, toWordVectors } from './word-vectors.ts';

const asIs = () => {};
/** One row per piece. */
const rows = (...vectors: number[][]) => Float32Array.from(vectors.flat());
const texts = (pieces: string[]) => toWordVectors(pieces, new Float32Array(pieces.length * 2).fill(1), asIs).texts;

describe('toWordVectors', () => {
  it('puts the pieces of a word together: the sum of their directions, one long', () => {
    const { texts: words, vectors } = toWordVectors(['kuber', '##netes', 'runs'], rows([3, 0], [0, 5], [0, 2]), asIs);
    expect(words).toEqual(['kubernetes', 'runs']);
    const half = Math.SQRT1_2;
    for (const [i, part] of [half, half, 0, 1].entries()) expect(vectors[i]).toBeCloseTo(part, 6);
  });

  it('leaves out common words and signs', () => {
    expect(texts(['where', 'is', 'the', 'kettle', '?', '42'])).toEqual(['kettle', '42']);
  });

  it('keeps common words where there are no others, but never signs', () => {
    expect(texts(['who', 'are', 'you', '?'])).toEqual(['who', 'are', 'you']);
    expect(texts(['?', '!'])).toEqual([]);
    expect(toWordVectors([], new Float32Array(), asIs)).toEqual({ texts: [], vectors: new Float32Array() });
  });

  it('turns each word by the rotation', () => {
    const swap = (vector: Float32Array) => vector.set(vector.toReversed());
    expect([...toWordVectors(['cat', 'dog'], rows([1, 0], [0, 1]), swap).vectors]).toEqual([0, 1, 1, 0]);
  });

  it('stands a piece without direction', () => {
    expect([...toWordVectors(['cat'], rows([0, 0]), asIs).vectors]).toEqual([0, 0]);
  });
});

describe('toSignBits', () => {
  it('sets a bit where a component is positive, lowest bit first, word after word', () => {
    const first = [1, -1, 0, 2, -3, 0.1, -0.1, 5];
    const second = [-1, -1, -1, -1, -1, -1, -1, 1];
    expect([...toSignBits(Float32Array.from([...first, ...second]))]).toEqual([0b10101001, 0b10000000]);
  });
});
