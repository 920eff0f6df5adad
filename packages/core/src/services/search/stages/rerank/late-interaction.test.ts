import { describe, expect, it } from 'vitest';
import { createInteraction } from './late-interaction.ts';

const DIMENSIONS = 64;

/** Numbers that look random and are the same in every run. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}

function units(count: number, seed: number): Float32Array {
  const all = numbers(count * DIMENSIONS, seed);
  for (let i = 0; i < count; i++) {
    const one = all.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS);
    one.set(one.map((part) => part / Math.hypot(...one)));
  }
  return all;
}

function signBits(vectors: Float32Array): Uint8Array {
  const bits = new Uint8Array(vectors.length / 8);
  for (const [i, part] of vectors.entries()) if (part > 0) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return bits;
}

const wordAt = (vectors: Float32Array, word: number) => vectors.subarray(word * DIMENSIONS, (word + 1) * DIMENSIONS);

/** What the tables must amount to, computed plainly: signs as ±1 / √d, the best word of the passage, weighted. */
function plainly(query: Float32Array, weights: readonly number[], passage: Float32Array): number {
  const signs = passage.map((part) => (part > 0 ? 1 : -1) / Math.sqrt(DIMENSIONS));
  const words = passage.length / DIMENSIONS;
  const best = weights.map((_, q) =>
    Math.max(
      ...Array.from({ length: words }, (__, p) =>
        wordAt(query, q).reduce((sum, part, i) => sum + part * (wordAt(signs, p)[i] ?? 0), 0),
      ),
    ),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return best.reduce((sum, score, q) => sum + score * (weights[q] ?? 0), 0) / total;
}

const sum = (parts: Float32Array | null | undefined) => parts?.reduce((total, part) => total + part, 0);

describe('late interaction', () => {
  it('is the weighted sum of each word’s nearest, as computed plainly', () => {
    const query = units(5, 1);
    const weights = [3, 0.5, 1, 0, 2];
    const interaction = createInteraction({ texts: ['a', 'b', 'c', 'd', 'e'], vectors: query }, weights);
    for (const seed of [2, 3, 4]) {
      const passage = units(7, seed);
      expect(sum(interaction?.(signBits(passage)))).toBeCloseTo(plainly(query, weights, passage), 5);
    }
  });

  it('is highest for a passage that holds the very words', () => {
    const query = units(3, 5);
    const interaction = createInteraction({ texts: ['a', 'b', 'c'], vectors: query }, [1, 1, 1]);
    const same = sum(interaction?.(signBits(query))) ?? 0;
    for (const seed of [6, 7, 8]) expect(same).toBeGreaterThan(sum(interaction?.(signBits(units(20, seed)))) ?? 1);
  });

  it('follows the word that tells most', () => {
    const query = units(2, 9);
    const bits = [0, 1].map((word) => signBits(wordAt(query, word)));
    const closer = (weights: number[]) => {
      const interaction = createInteraction({ texts: ['a', 'b'], vectors: query }, weights);
      const [first = 0, second = 0] = bits.map((one) => interaction?.(one) ?? 0);
      return first > second ? 'first' : 'second';
    };
    expect([closer([5, 1]), closer([1, 5])]).toEqual(['first', 'second']);
  });

  it('takes a word to be no farther than it is told', () => {
    const interaction = createInteraction({ texts: ['a', 'b'], vectors: units(2, 9) }, [1, 3]);
    const far = signBits(units(2, 9).map((part) => -part));
    expect(sum(interaction?.(far, (word) => (word === 1 ? 0.6 : -1)))).toBeCloseTo((3 * 0.6 + sumOf(far, 0)) / 4, 5);
    function sumOf(bits: Uint8Array, word: number): number {
      const alone = createInteraction({ texts: ['a'], vectors: wordAt(units(2, 9), word) }, [1]);
      return sum(alone?.(bits)) ?? 0;
    }
  });

  it('asks only about the most telling words of a very long question', () => {
    const query = units(40, 10);
    const weights = Array.from({ length: 40 }, (_, i) => (i < 32 ? 1 : 0.1));
    const passage = units(6, 11);
    const all = { texts: weights.map(String), vectors: query };
    const first = plainly(query.subarray(0, 32 * DIMENSIONS), weights.slice(0, 32), passage);
    expect(sum(createInteraction(all, weights)?.(signBits(passage)))).toBeCloseTo(first, 5);
  });

  it('has no opinion without words, in the question or in the passage', () => {
    expect(createInteraction({ texts: [], vectors: new Float32Array() }, [])).toBeNull();
    expect(createInteraction({ texts: ['a'], vectors: units(1, 1) }, [0])).toBeNull();
    expect(createInteraction({ texts: ['a'], vectors: units(1, 1) }, [1])?.(new Uint8Array())).toBeNull();
  });
});
