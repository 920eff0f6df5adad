import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUSION_METHODS, type FusionMethod } from '../../../model/index.ts';
import { fuse, type Candidate } from './fuse.ts';

const candidate = (passageId: number, words: number | null, meaning: number | null): Candidate => ({
  passageId,
  memoryId: `m${passageId}`,
  workspace: 'default',
  words,
  meaning,
});
const weighted = (meaningWeight: number) => ({ method: 'weighted' as FusionMethod, meaningWeight, timeWeight: 0 });
const order = (candidates: Candidate[], weight: number) =>
  fuse(candidates, weighted(weight)).map(({ passageId }) => passageId);

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

  it('does not hold it against a passage in another language that it lacks the words of the question', () => {
    const likeWords = [candidate(1, 9, 0.5), candidate(2, 4, 0.6), candidate(3, 1, 0.2)];
    const foreign = candidate(4, null, 0.8);
    expect(order([...likeWords, foreign], 0.5)[0]).toBe(1);
    expect(order([...likeWords, { ...foreign, crossed: 0.7 }], 0.5)[0]).toBe(4);
    expect(order([...likeWords, { ...foreign, crossed: 0.7 }], 0).at(-1)).toBe(4);
  });

  it('raises what lies within the time that was named, by the weight of time', () => {
    const candidates = [candidate(1, 5, 0.8), { ...candidate(2, 4, 0.7), inTime: true }, candidate(3, 1, 0.1)];
    const at = (timeWeight: number) =>
      fuse(candidates, { ...weighted(0.5), timeWeight }).map(({ passageId }) => passageId);
    expect(at(0)).toEqual([1, 2, 3]);
    expect(at(1)).toEqual([2, 1, 3]);
  });

  it('adds what names say to the words', () => {
    const named = { words: 3, force: 1, tagShare: 1, terms: ['a'] };
    const candidates = [
      candidate(1, 4, 0.5),
      { ...candidate(2, 2, 0.5), named },
      { ...candidate(3, null, 0.5), named },
    ];
    expect(order(candidates, 0.5)).toEqual([2, 1, 3]);
    expect(fuse(candidates, weighted(0.5)).map(({ signals }) => signals.at(-1))).toEqual(['names', 'meaning', 'names']);
  });

  it('says which signals matched', () => {
    const [both] = fuse([candidate(1, 5, 0.5)], weighted(0.4));
    expect(both?.signals).toEqual(['words', 'meaning']);
    expect(fuse([candidate(1, null, 0.5)], weighted(0.4))[0]?.signals).toEqual(['meaning']);
  });

  it.each(FUSION_METHODS)('keeps scores within 0–1, finite and falling, for any input: %s', (method) => {
    const score = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, score), { maxLength: 50 }),
        share,
        share,
        (pairs, meaningWeight, timeWeight) => {
          const candidates = pairs.map(([words, meaning], i) => ({
            ...candidate(i, words, meaning),
            inTime: i % 3 === 0,
          }));
          const scores = fuse(candidates, { method, meaningWeight, timeWeight }).map((ranked) => ranked.score);
          expect(scores.every((value) => value >= 0 && value <= 1 + 1e-9)).toBe(true);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each(FUSION_METHODS)('does not depend on the order of the candidates: %s', (method) => {
    const candidates = [candidate(3, 1, 0.2), candidate(1, 2, 0.5), candidate(2, null, 0.9), candidate(4, 2, 0.5)];
    const fusion = { ...weighted(0.5), method };
    expect(fuse(candidates, fusion)).toEqual(fuse(candidates.toReversed(), fusion));
  });
});
