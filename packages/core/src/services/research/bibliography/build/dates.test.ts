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
  ['2019 Dec-2020 Jan', { year: 2019, month: 12, end: { year: 2020, month: 1 } }],
  ['30 Dec 2021 – 2 Jan 2022', { year: 2021, month: 12, day: 30, end: { year: 2022, month: 1, day: 2 } }],
  ['Winter 2020/2021', { year: 2020, season: 4 }],
  ['2019-2020 Winter', { year: 2019, end: { year: 2020 } }],
  ['2020/21', { year: 2020, end: { year: 2021 } }],
  ['2013-14', { year: 2013, end: { year: 2014 } }],
  ['2020/12', { year: 2020, month: 12 }],
  ['2004-06-XX', { year: 2004, month: 6 }],
  ['2004-06/..', { year: 2004, month: 6 }],
  ['199X', { year: 1990, end: { year: 1999 } }],
  ['[1950s]', { year: 1950, end: { year: 1959 } }],
  ['(1999)', { year: 1999 }],
  ['2020, forthcoming', { year: 2020 }],
  ['1376 SH [1997]', { year: 1997 }],
  ['10/05/2021', { year: 2021 }],
  ['5 de mayo de 2021', { year: 2021, month: 5, day: 5 }],
  ['2021年5月3日', { year: 2021, month: 5, day: 3 }],
  ['２０２１年', { year: 2021 }],
  ['arXiv:1706.03762', { literal: 'arXiv:1706.03762' }],
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
