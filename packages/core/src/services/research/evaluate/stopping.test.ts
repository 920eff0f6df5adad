import { seeded } from '@zapomni/testkit/seeded';
import { describe, expect, it } from 'vitest';
import { estimateStopping } from './stopping.ts';

const run = (wanted: number, others: number): boolean[] => [
  ...Array.from({ length: wanted }, () => true),
  ...Array.from({ length: others }, () => false),
];

describe('estimateStopping', () => {
  it('says so when nothing is left, and never before anything was liked', () => {
    expect(estimateStopping(run(2, 3), 0)).toMatchObject({ confidence: 1, enough: true, judged: 5, relevant: 2 });
    expect(estimateStopping([], 100)).toMatchObject({ confidence: 0, enough: false });
    expect(estimateStopping(run(0, 90), 10)).toMatchObject({ confidence: 0, enough: false });
  });

  it('is the surer the longer nothing was found, and the fewer are left', () => {
    const sure = (others: number, left: number) => estimateStopping(run(20, others), left).confidence;
    expect(sure(10, 1000)).toBeLessThan(0.1);
    expect(sure(600, 400)).toBeGreaterThan(sure(300, 700));
    expect(sure(980, 20)).toBeGreaterThan(0.95);
    // One more find after a long while takes it back.
    expect(estimateStopping([...run(20, 900), true], 100).confidence).toBeLessThan(sure(900, 100));
  });

  it('is what the hypergeometric distribution says', () => {
    // 19 found: 21 there must be for 95 % to be missed, so two of the rest. Neither is among 80 drawn of 100: 20/100 · 19/99.
    expect(estimateStopping(run(19, 80), 20).confidence).toBeCloseTo(1 - (20 * 19) / (100 * 99), 6);
  });

  it('errs on the side of reading on: of papers read by chance, it is wrong less often than it says', () => {
    const random = seeded(7);
    let wrong = 0;
    for (let trial = 0; trial < 60; trial++) {
      const papers = run(30, 270)
        .map((wanted) => ({ wanted, at: random() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ wanted }) => wanted);
      const stop = papers.findIndex(
        (_, i) => i % 10 === 9 && estimateStopping(papers.slice(0, i + 1), papers.length - i - 1).enough,
      );
      if (papers.slice(0, stop + 1).filter(Boolean).length < 0.95 * 30) wrong++;
    }
    expect(wrong / 60).toBeLessThan(0.2);
  });
});
