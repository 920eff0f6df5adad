import { describe, expect, it } from 'vitest';
import { bootstrapInterval, mean, pairedPValue, percentile, separation } from './statistics.ts';

const alternating = Array.from({ length: 200 }, (_, i) => i % 2);

describe('intervals and tests', () => {
  it('puts the interval around the mean, as wide as theory says', () => {
    const { low, high } = bootstrapInterval(alternating);
    const error = 1.96 * (0.5 / Math.sqrt(200));
    expect(low).toBeCloseTo(0.5 - error, 1);
    expect(high).toBeCloseTo(0.5 + error, 1);
  });

  it('sees no difference between equals, and one where all questions agree', () => {
    expect(pairedPValue(alternating, alternating)).toBe(1);
    const better = alternating.map((score, i) => (i < 40 ? score + 0.5 : score));
    expect(pairedPValue(better, alternating)).toBeLessThan(0.001);
  });

  it('is right about a case that can be counted out', () => {
    // Four questions, all better by the same: two of the sixteen ways to toss give as large a difference.
    expect(pairedPValue([1, 1, 1, 1], [0, 0, 0, 0])).toBeCloseTo(2 / 16, 2);
  });

  it('finds what lies below a share of the values', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
    expect(mean([])).toBeNaN();
  });

  it('tells how well a score parts two kinds', () => {
    expect(separation([0.9, 0.8], [0.1, 0.2])).toBe(1);
    expect(separation([0.5], [0.5])).toBe(0.5);
    expect(separation([0.9, 0.1], [0.5, 0.5])).toBe(0.5);
  });
});
