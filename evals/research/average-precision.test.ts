import { describe, expect, it } from 'vitest';
import { averagePrecision, comparePrecision, type Ranked } from './average-precision.ts';

const ranked = (scores: readonly number[], relevant: readonly number[]): Ranked[] =>
  scores.map((score, i) => ({ score, relevant: relevant.includes(i) }));

describe('average precision', () => {
  it('is the mean of the precision at each that is relevant; equal scores keep their order', () => {
    expect(averagePrecision(ranked([3, 2, 1], [0, 2]))).toBeCloseTo((1 + 2 / 3) / 2);
    expect(averagePrecision(ranked([1, 1, 1], [1]))).toBeCloseTo(1 / 2);
    expect(averagePrecision(ranked([1, 2], []))).toBe(0);
  });

  it('of two rankings is compared on the same draws', () => {
    const relevant = Array.from({ length: 20 }, (_, i) => i);
    const papers = Array.from({ length: 200 }, (_, i) => i);
    const good = ranked(
      papers.map((i) => (i < 20 ? 1 : Math.sin(i))),
      relevant,
    );
    const bad = ranked(
      papers.map((i) => Math.sin(i * 7)),
      relevant,
    );
    const compared = comparePrecision(good, bad);
    expect(compared.ours).toBeGreaterThan(compared.theirs);
    expect(compared.p).toBeLessThan(0.01);
    expect(compared.low).toBeGreaterThan(0);
    expect(comparePrecision(good, good)).toMatchObject({ low: 0, high: 0, p: 1 });
  });
});
