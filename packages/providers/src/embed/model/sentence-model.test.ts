import { describe, expect, it } from 'vitest';
import { toUnitVector } from './sentence-model.ts';

describe('toUnitVector', () => {
  it("takes the first token's vector and makes it unit length", () => {
    const output = new Float32Array(3 * 384).fill(7);
    output.fill(2, 0, 384);
    const vector = toUnitVector(output);
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(vector[0]).toBe(vector[383]);
  });

  it.each([
    ['no output', undefined],
    ['too short', new Float32Array(10).fill(1)],
    ['all zero', new Float32Array(384)],
    ['not a number', new Float32Array(384).fill(Number.NaN)],
    ['infinite', new Float32Array(384).fill(Infinity)],
    ['of another type', new Float64Array(384).fill(1)],
  ])('refuses what is %s', (_, output) => {
    expect(() => toUnitVector(output)).toThrow(expect.objectContaining({ code: 'MODEL_UNAVAILABLE' }));
  });
});
