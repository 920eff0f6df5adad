import { describe, expect, it } from 'vitest';
import { collapse } from './collapse.ts';
import { loadedHit } from '../../testing/loaded-hit.ts';

const LONG = 'The billing service keeps its invoices in Postgres and sends them to customers by mail every month';

describe('collapse', () => {
  it('shows what is said twice once, the best of them, and names the others', () => {
    const hits = [
      loadedHit(LONG, { id: 'best' }),
      loadedHit('Something else altogether', { id: 'else' }),
      loadedHit(`${LONG}!`, { id: 'again' }),
      loadedHit(LONG.toLowerCase(), { id: 'quietly' }),
    ];
    const kept = collapse(hits);
    expect(kept.map(({ memory }) => memory.id)).toEqual(['best', 'else']);
    expect(kept[0]?.duplicates).toEqual(['again', 'quietly']);
    expect(kept[1]).not.toHaveProperty('duplicates');
  });

  it('keeps apart what differs in a figure', () => {
    const hits = ['100', '200'].map((sum) => loadedHit(`${LONG}, for ${sum} euros`));
    expect(collapse(hits)).toHaveLength(2);
  });

  it('keeps apart what shares half its words', () => {
    expect(
      collapse([loadedHit('invoices are kept in Postgres'), loadedHit('invoices are kept in Redis')]),
    ).toHaveLength(2);
  });

  it('takes the same text for the same, however short', () => {
    const hits = [loadedHit('7', { id: 'a' }), loadedHit('7', { id: 'b' })];
    expect(collapse(hits).map(({ duplicates }) => duplicates)).toEqual([['b']]);
  });
});
