import { describe, expect, it } from 'vitest';
import { scoreQuestion, sumUp } from './score.ts';

const question = { id: '1', repo: 'a/b', rev: 'c', root: '', category: 'semantic', query: 'q', gold: ['src/a.py'] };

describe('files that were found', () => {
  it('count by their place, once, and by the end of their path', () => {
    expect(scoreQuestion(question, ['src/a.py'])).toMatchObject({ ndcg10: 1, worst: 0 });
    expect(scoreQuestion(question, ['b.py', 'b.py', 'root/src/a.py']).ndcg10).toBeCloseTo(1 / Math.log2(3));
    expect(scoreQuestion(question, ['other_src/a.py'])).toMatchObject({ ndcg10: 0, worst: Number.POSITIVE_INFINITY });
  });

  it('are all needed for a hit among the first', () => {
    const both = { ...question, gold: ['a.py', 'b.py'] };
    const scored = [scoreQuestion(both, ['a.py', 'c.py', 'b.py']), scoreQuestion(both, ['a.py'])];
    expect(sumUp(scored)).toMatchObject({ questions: 2, acc1: 0, acc5: 0.5, acc10: 0.5 });
  });
});
