import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { isCurrentFirst, score } from './metrics.ts';

const ranked = ['x', 'a', 'y', 'b', 'z', 'w'];
const relevance = { a: 2, b: 1, c: 1 };

describe('score', () => {
  it('counts what was found among the first k', () => {
    verifies('P038');
    expect(score('recall@5', ranked, relevance)).toBeCloseTo(2 / 3);
    expect(score('recall@3', ranked, relevance)).toBeCloseTo(1 / 3);
    expect(score('precision@5', ranked, relevance)).toBeCloseTo(2 / 5);
    expect(score('precision@10', ranked, relevance)).toBeCloseTo(2 / 10);
    expect(score('hit@1', ranked, relevance)).toBe(0);
    expect(score('hit@2', ranked, relevance)).toBe(1);
    expect(score('all@10', ranked, relevance)).toBe(0);
    expect(score('all@10', [...ranked, 'c'], relevance)).toBe(1);
  });

  it('discounts by rank, with linear gain', () => {
    const gained = 2 / Math.log2(3) + 1 / Math.log2(5);
    const ideal = 2 + 1 / Math.log2(3) + 1 / Math.log2(4);
    expect(score('ndcg@10', ranked, relevance)).toBeCloseTo(gained / ideal);
    expect(score('ndcg@10', ['a', 'b', 'c'], relevance)).toBe(1);
    expect(score('ndcg@1', ['b'], relevance)).toBe(0.5);
  });

  it('averages the precision over the places of what was found', () => {
    verifies('P038');
    expect(score('map@10', ranked, relevance)).toBeCloseTo((1 / 2 + 2 / 4) / 3);
    expect(score('map@10', ['a', 'b', 'c'], relevance)).toBe(1);
    expect(score('map@3', ranked, relevance)).toBeCloseTo(1 / 2 / 3);
    expect(score('map@10', ['x'], relevance)).toBe(0);
  });

  it('takes the place of the first', () => {
    expect(score('mrr@10', ranked, relevance)).toBe(0.5);
    expect(score('mrr@10', ['x'], relevance)).toBe(0);
    expect(score('mrr@1', ranked, relevance)).toBe(0);
  });

  it('says which metrics there are', () => {
    expect(() => score('f1@5' as 'hit@5', ranked, relevance)).toThrow('recall, precision, map, hit, all, ndcg, mrr');
  });
});

describe('isCurrentFirst', () => {
  it('wants the current fact above the superseded one', () => {
    expect(isCurrentFirst(['x', 'new', 'old'], { new: 2, old: 1 })).toBe(true);
    expect(isCurrentFirst(['old', 'new'], { new: 2, old: 1 })).toBe(false);
    expect(isCurrentFirst(['new'], { new: 2, old: 1 })).toBe(true);
  });

  it('has no opinion where neither was found or the question makes no difference', () => {
    expect(isCurrentFirst(['x'], { new: 2, old: 1 })).toBeUndefined();
    expect(isCurrentFirst(['a'], { a: 1, b: 1 })).toBeUndefined();
  });
});
