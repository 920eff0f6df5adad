import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { scaleFor } from './fusion-methods.ts';

const scaled = (method: 'weighted' | 'rrf' | 'rsf' | 'dbsf', scores: number[], floor?: number) =>
  scores.map(scaleFor(method, scores, floor)).map((score) => Number(score.toFixed(4)));

describe('fusion methods', () => {
  it('weighted: from what means nothing to the best', () => {
    verifies('P036');
    expect(scaled('weighted', [8, 6, 4], 0)).toEqual([1, 0.75, 0.5]);
    expect(scaled('weighted', [0.8, 0.6, 0.4])).toEqual([1, 0.5, 0]);
  });

  it('rsf: from the least to the best that was found, whatever means nothing', () => {
    verifies('P036');
    expect(scaled('rsf', [8, 6, 4], 0)).toEqual([1, 0.5, 0]);
  });

  it('rrf: by rank alone, equals sharing theirs', () => {
    verifies('P036');
    expect(scaled('rrf', [1000, 2, 2, 1])).toEqual([1, 0.9091, 0.9091, 0.8333]);
    expect(scaled('rrf', [4, 3, 3, 1])).toEqual(scaled('rrf', [1000, 2, 2, 1]));
  });

  it('dbsf: three deviations about the mean, so that an outlier leaves the others apart', () => {
    verifies('P036');
    const [low, high] = scaled('dbsf', [2, 4]) as [number, number];
    // Mean 3, deviation 1: 2 lies a sixth below the middle of 0–6, 4 a sixth above it.
    expect(low).toBeCloseTo(1 / 3, 3);
    expect(high).toBeCloseTo(2 / 3, 3);
    const many = [...Array.from({ length: 30 }, (_, i) => i / 30), 1000];
    expect(scaled('dbsf', many).at(-1)).toBe(1);
  });

  it.each(['weighted', 'rrf', 'rsf', 'dbsf'] as const)('%s: a lone score is the best there is', (method) => {
    expect(scaled(method, [0.4])).toEqual([1]);
    expect(scaled(method, [])).toEqual([]);
  });
});
