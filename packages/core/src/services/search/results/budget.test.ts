import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../model/index.ts';
import { cutToTokens, fitBudget } from './budget.ts';

const sizing = {
  costOf: (text: string) => estimateTokens(text),
  cut: (text: string, room: number) => (room < 2 ? null : cutToTokens(text, room)),
};
const cost = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0);

describe('fitBudget', () => {
  it('keeps everything that fits', () => {
    expect(fitBudget(['one', 'two'], 100, sizing)).toEqual({ items: ['one', 'two'], leftOut: 0 });
  });

  it('keeps the best, cuts the one that no longer fits and leaves out the rest', () => {
    const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa';
    const { items, leftOut } = fitBudget(['short', words, 'tiny'], 6, sizing);
    expect(items[0]).toBe('short');
    expect(items).toHaveLength(2);
    expect(words.startsWith(items[1] ?? '-')).toBe(true);
    expect(leftOut).toBe(1);
  });

  it('leaves out whole what would be cut to nothing', () => {
    expect(fitBudget(['alpha beta', 'gamma'], 3, sizing)).toEqual({ items: ['alpha beta'], leftOut: 1 });
  });

  it('never costs more than the budget', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 80, unit: 'binary' })),
        fc.integer({ min: 0, max: 100 }),
        (texts, budget) => {
          const { items, leftOut } = fitBudget(texts, budget, sizing);
          expect(cost(items)).toBeLessThanOrEqual(budget + 1e-9);
          expect(items.length + leftOut).toBe(texts.length);
        },
      ),
    );
  });
});

describe('cutToTokens', () => {
  it('ends at a word where one ends near by, and in the middle of none otherwise', () => {
    expect(cutToTokens('alpha beta gamma', 3.5)).toBe('alpha beta');
    expect(cutToTokens('x'.repeat(1000), 28.1)).toHaveLength(100);
  });

  it('never leaves half a character', () => {
    for (let tokens = 0; tokens < 12; tokens += 0.25) {
      const text = cutToTokens('😀'.repeat(10), tokens);
      expect(text).toBe('😀'.repeat(text.length / 2));
    }
  });

  it('leaves what fits as it is', () => {
    expect(cutToTokens('all of it ', 100)).toBe('all of it ');
  });
});
