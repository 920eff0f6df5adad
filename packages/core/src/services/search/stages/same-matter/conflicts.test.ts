import { describe, expect, it } from 'vitest';
import { conflictsAmong } from './conflicts.ts';
import { loadedHit } from '../../testing/loaded-hit.ts';

const conflict = (a: string, b: string) => conflictsAmong([loadedHit(a, { id: 'a' }), loadedHit(b, { id: 'b' })]);

describe('conflictsAmong', () => {
  it.each([
    ['The API rate limit is 100 requests per minute', 'The API rate limit is 250 requests per minute'],
    ['We deploy the billing service on Fridays', 'We do not deploy the billing service on Fridays'],
    ['Anna still works for the bakery', "Anna doesn't work for the bakery any longer"],
  ])('points out: %s / %s', (a, b) => {
    expect(conflict(a, b)).toEqual(
      new Map([
        ['a', ['b']],
        ['b', ['a']],
      ]),
    );
  });

  it.each([
    ['The API rate limit is 100 requests per minute', 'The office has 250 chairs and a kitchen'],
    ['The API rate limit is 100 requests per minute', 'The API rate limit is documented in the handbook'],
    ['The API rate limit is 100 requests per minute', 'The API rate limit is 100 requests per minute for guests'],
    ['no', 'yes'],
  ])('says nothing of: %s / %s', (a, b) => {
    expect(conflict(a, b).size).toBe(0);
  });

  it('says nothing of long passages that merely share their words', () => {
    const words = Array.from(
      { length: 80 },
      (_, i) => `word${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i % 7)}y${'z'.repeat(i % 11)}`,
    );
    expect(conflict(`${words.join(' ')} 1`, `${words.join(' ')} 2`).size).toBe(0);
  });
});
