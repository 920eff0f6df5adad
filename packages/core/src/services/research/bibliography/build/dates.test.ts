import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartialDate } from '../../../../model/papers/index.ts';
import { readDate, toEdtf } from './dates.ts';

const READ: readonly (readonly [string, PartialDate | null])[] = [
  ['2001', { year: 2001 }],
  ['2001-09', { year: 2001, month: 9 }],
  ['2001/09/01', { year: 2001, month: 9, day: 1 }],
  ['2001-09-01T10:00:00Z', { year: 2001, month: 9, day: 1 }],
  ['2001-09-01 10:00:00', { year: 2001, month: 9, day: 1 }],
  ['2001-00-00', { year: 2001 }],
  ['2001a', { year: 2001 }],
  ['2001-13', { literal: '2001-13' }],
  ['2001-22', { year: 2001, season: 2 }],
  ['1850~', { year: 1850, circa: true }],
  ['1990/1995', { year: 1990, end: { year: 1995 } }],
  ['1990–1995', { year: 1990, end: { year: 1995 } }],
  ['c. 1850', { year: 1850, circa: true }],
  ['[ca. 1850]', { year: 1850, circa: true }],
  ['c1999', { year: 1999 }],
  ['©1999', { year: 1999 }],
  ['Spring 1999', { year: 1999, season: 1 }],
  ['1999 Fall', { year: 1999, season: 3 }],
  ['15 January 1999', { year: 1999, month: 1, day: 15 }],
  ['Jan 15, 1999', { year: 1999, month: 1, day: 15 }],
  ['2000 Jan-Feb', { year: 2000, month: 1, end: { year: 2000, month: 2 } }],
  ['15.1.1999', { year: 1999, month: 1, day: 15 }],
  ['März 2003', { year: 2003, month: 3 }],
  ['in press', { literal: 'in press' }],
  ['May', { literal: 'May' }],
  ['99', { literal: '99' }],
  ['2013 06 10', { year: 2013, month: 6, day: 10 }],
  ['0000-00-00', null],
  ['0000', null],
  [' ', null],
];

describe('dates', () => {
  it.each(READ)('%s', (text, date) => expect(readDate(text)).toEqual(date));

  it('are the same again after they were written', () => {
    const [month, day, year] = [
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: -9999, max: 9999 }).filter((one) => one !== 0),
    ];
    const start = fc.oneof(fc.record({ year }), fc.record({ year, month }), fc.record({ year, month, day }));
    const circa = fc.option(fc.constant(true as const), { nil: undefined });
    const end = fc.option(start, { nil: undefined });
    fc.assert(
      fc.property(start, circa, end, (date, isCirca, last) => {
        const said: PartialDate = { ...date, ...(isCirca ? { circa: isCirca } : {}), ...(last ? { end: last } : {}) };
        expect(readDate(toEdtf(said))).toEqual(said);
      }),
    );
  });
});
