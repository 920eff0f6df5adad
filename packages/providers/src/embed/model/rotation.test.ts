import { describe, expect, it } from 'vitest';
import { createRotation } from './rotation.ts';

function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0);
const turned = (vector: Float32Array) => {
  const copy = vector.slice();
  createRotation(vector.length)(copy);
  return copy;
};

describe('createRotation', () => {
  it.each([384, 256, 768, 6])('keeps lengths and angles of %i components', (dimensions) => {
    const [a, b] = [numbers(dimensions, 1), numbers(dimensions, 2)];
    expect(dot(turned(a), turned(a))).toBeCloseTo(dot(a, a), 3);
    expect(dot(turned(a), turned(b))).toBeCloseTo(dot(a, b), 3);
  });

  it('spreads what lies in one component over all', () => {
    for (const at of [0, 130, 383]) {
      const spread = turned(Float32Array.from({ length: 384 }, (_, i) => (i === at ? 1 : 0)));
      expect(spread.filter((part) => Math.abs(part) > 1e-6).length).toBeGreaterThan(300);
      expect(Math.max(...spread.map(Math.abs))).toBeLessThan(0.25);
    }
  });

  it('is always the same, because stored codes depend on it', () => {
    expect([...turned(numbers(384, 3))]).toEqual([...turned(numbers(384, 3))]);
    const signs = [...turned(Float32Array.from({ length: 384 }, (_, i) => (i === 0 ? 1 : 0)))]
      .slice(0, 24)
      .map((part) => (part > 0 ? '+' : '-'))
      .join('');
    expect(signs).toMatchInlineSnapshot(`"-+-+-+-+--+++-+-+-++-+-+"`);
  });
});
