import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type Candidate } from './fuse.ts';

const candidate = (passageId: number, words: number | null, meaning: number | null): Candidate => ({
  passageId,
  memoryId: `m${passageId}`,
  words,
  meaning,
});
const order = (candidates: Candidate[], weight: number) => fuse(candidates, weight).map(({ passageId }) => passageId);

describe('fuse', () => {
  it('follows the words at weight 0 and the meaning at weight 1', () => {
    const candidates = [candidate(1, 9, 0.1), candidate(2, 3, 0.9)];
    expect(order(candidates, 0)).toEqual([1, 2]);
    expect(order(candidates, 1)).toEqual([2, 1]);
  });

  it('puts what both signals like above what one likes', () => {
    expect(order([candidate(1, 5, 0.2), candidate(2, 4.9, 0.8), candidate(3, null, 0.81)], 0.4)[0]).toBe(2);
  });

  it('does not hold it against a passage that its vector is not there yet', () => {
    expect(order([candidate(1, 3, 0.9), candidate(2, 9, null), candidate(3, 1, 0.2)], 0.5)[0]).toBe(2);
  });

  it('says which signals matched', () => {
    const [both] = fuse([candidate(1, 5, 0.5)], 0.4);
    expect(both?.signals).toEqual(['words', 'meaning']);
  });

  it('keeps scores within 0–1, finite and falling, for any input', () => {
    const score = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, score), { maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pairs, weight) => {
          const ranked = fuse(
            pairs.map(([words, meaning], i) => candidate(i, words, meaning)),
            weight,
          );
          for (const [i, { score: value }] of ranked.entries()) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1 + 1e-9);
            if (i > 0) expect(value).toBeLessThanOrEqual(ranked[i - 1]?.score ?? 0);
          }
        },
      ),
    );
  });

  it('does not depend on the order of the candidates', () => {
    const candidates = [candidate(3, 1, 0.2), candidate(1, 2, 0.5), candidate(2, null, 0.9), candidate(4, 2, 0.5)];
    expect(order(candidates, 0.5)).toEqual(order(candidates.toReversed(), 0.5));
  });
});
