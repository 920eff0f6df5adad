import { describe, expect, it } from 'vitest';
import { dateFromIso, dateFromParts, dateFromWords, isoOf } from './dates.ts';

describe('a date', () => {
  it.each([
    ['1998 Dec-1999 Jan', { year: 1998, month: 12, end: { year: 1999, month: 1 } }],
    ['2000 Nov-Dec', { year: 2000, month: 11, end: { year: 2000, month: 12 } }],
    ['2000 Dec 26-31', { year: 2000, month: 12, day: 26, end: { year: 2000, month: 12, day: 31 } }],
    ['1975-1976', { year: 1975, end: { year: 1976 } }],
    ['2000 Spring', { year: 2000, season: 1 }],
    ['in press', { literal: 'in press' }],
  ])('in words is as exact as they are: %s', (words, date) => expect(dateFromWords(words)).toEqual(date));

  it('is as exact as its parts', () => {
    expect(dateFromParts([[2024]])).toEqual({ year: 2024 });
    expect(dateFromParts([[2024, 5, 8]])).toEqual({ year: 2024, month: 5, day: 8 });
    for (const none of [[[null]], [[]], [], undefined, [['x']], [[2024.5]]])
      expect(dateFromParts(none)).toBeUndefined();
    expect(dateFromIso('2024-05')).toEqual({ year: 2024, month: 5 });
    expect(dateFromIso('2024-13-40')).toEqual({ year: 2024 });
    expect(isoOf({ year: 2024, month: 5 })).toBe('2024-05');
  });
});
