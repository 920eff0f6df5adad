import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../config/index.ts';
import { candidates, chance, choose, measure, type Measured } from './tune.ts';
import { defaultWeights, weightsOf, withWeights } from './weights.ts';

const other = { weight_meaning: 0.7, weight_rerank: 0.3, fusion: 'rrf' } as const;
const config = (given: Record<string, unknown> = {}) => configSchema.parse({ data_dir: '.', ...given });

describe('weights that were chosen for a store', () => {
  it('are followed where the process was told nothing', () => {
    expect(weightsOf(withWeights(config(), other))).toEqual(other);
    expect(weightsOf(withWeights(config(), null))).toEqual(defaultWeights());
  });

  it('give way to what the process was told', () => {
    const told = config({ weight_meaning: 0.1 });
    expect(weightsOf(withWeights(told, other))).toEqual({ ...other, weight_meaning: 0.1 });
  });
});

describe('measuring', () => {
  const answers: Record<string, string[]> = { a: ['x', 'y'], b: ['z', 'q', 'b1'], c: [] };
  it('tells how often and how high answers are found', async () => {
    const questions = [
      { query: 'a', relevant: ['x'] },
      { query: 'b', relevant: ['b1', 'b2'] },
      { query: 'c', relevant: ['w'] },
    ];
    const ask = ({ query }: { query: string }) =>
      Promise.resolve({ found: answers[query] ?? [], ms: query.charCodeAt(0) });
    const measured = await measure(other, questions, ask);
    expect(measured).toMatchObject({ weights: other, ranks: [1, 3, null], p50Ms: 98, p95Ms: 99 });
    expect(measured.recall).toBeCloseTo(2 / 3);
    expect(measured.mrr).toBeCloseTo((1 + 1 / 3) / 3);
  });

  it('only times what comes without an answer', async () => {
    const ask = ({ query }: { query: string }) => Promise.resolve({ found: answers[query] ?? [], ms: 1 });
    const bare = { query: 'b', relevant: [] };
    const both = await measure(other, [{ query: 'a', relevant: ['x'] }, bare], ask);
    expect(both).toMatchObject({ judged: 1, recall: 1, mrr: 1 });
    const none = await measure(other, [bare], ask);
    expect(choose(none, [none], 'balanced')).toMatchObject({ better: null, why: expect.stringMatching(/only times/) });
  });

  it('tries what is not in use', () => {
    expect(candidates(defaultWeights())).not.toContainEqual(defaultWeights());
    expect(candidates(defaultWeights()).length).toBeGreaterThan(10);
  });
});

describe('choosing', () => {
  const measured = (ranks: (number | null)[], p50Ms = 10): Measured => ({
    weights: other,
    judged: ranks.length,
    ranks,
    recall: ranks.filter((rank) => rank !== null && rank <= 10).length / ranks.length,
    mrr: ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / rank), 0) / ranks.length,
    p50Ms,
    p95Ms: p50Ms,
  });
  const many = (rank: number | null, count: number) => Array.from({ length: count }, () => rank);

  it('takes what is better beyond chance', () => {
    const { better, why } = choose(measured(many(2, 20)), [measured([...many(1, 10), ...many(2, 10)])], 'relevance');
    expect(better).not.toBeNull();
    expect(why).toMatch(/10 of the questions/);
  });

  it('leaves what may be luck', () => {
    const { better, why } = choose(measured(many(2, 20)), [measured([1, 1, 1, 3, ...many(2, 16)])], 'relevance');
    expect(better).toBeNull();
    expect(why).toMatch(/chance/);
  });

  it('looks at what it is asked to look at', () => {
    const current = measured(many(2, 20), 10);
    const faster = measured(many(2, 20), 5);
    const hasty = measured([...many(null, 5), ...many(2, 15)], 1);
    expect(choose(current, [faster], 'speed').better).toBe(faster);
    expect(choose(current, [hasty], 'speed').better).toBeNull();
    expect(choose(current, [faster], 'recall').better).toBeNull();
  });

  it('knows how a coin falls', () => {
    expect([chance(0, 0), chance(3, 3), chance(5, 5)]).toEqual([1, 0.125, 0.03125]);
  });
});
