import { describe, expect, it } from 'vitest';
import { isAmbiguousDate, parseLooseDate } from './loose-date.ts';

const loose = (value: string | number) => {
  const moment = parseLooseDate(value);
  return moment && new Date(moment.at).toISOString();
};

describe('parseLooseDate', () => {
  it.each([
    ['2024-03-15', '2024-03-15T00:00:00.000Z'],
    ['March-15-2024', '2024-03-15T00:00:00.000Z'],
    ['March 15, 2024', '2024-03-15T00:00:00.000Z'],
    ['Mar. 15 2024', '2024-03-15T00:00:00.000Z'],
    ['15 March 2024', '2024-03-15T00:00:00.000Z'],
    ['15th of March, 2024', '2024-03-15T00:00:00.000Z'],
    ['15-Mar-2024', '2024-03-15T00:00:00.000Z'],
    ['Sept 5 2024', '2024-09-05T00:00:00.000Z'],
    ['2024/03/15', '2024-03-15T00:00:00.000Z'],
    ['2024.3.5', '2024-03-05T00:00:00.000Z'],
    ['15.03.2024', '2024-03-15T00:00:00.000Z'],
    ['05.03.2024', '2024-03-05T00:00:00.000Z'],
    ['15/03/2024', '2024-03-15T00:00:00.000Z'],
    ['03/15/2024', '2024-03-15T00:00:00.000Z'],
    ['05/05/2024', '2024-05-05T00:00:00.000Z'],
    ['20240315', '2024-03-15T00:00:00.000Z'],
    ['March 2024', '2024-03-01T00:00:00.000Z'],
    ['Mar 5, 2024 3:30 PM', '2024-03-05T15:30:00.000Z'],
    ['Mar 5, 2024 12:05am', '2024-03-05T00:05:00.000Z'],
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
    ['9am on 8 May, 2023', '2023-05-08T09:00:00.000Z'],
    ['2023/05/20 (Sat) 02:21', '2023-05-20T02:21:00.000Z'],
    ['Tue, 05 Mar 2024 10:00:00 GMT', '2024-03-05T10:00:00.000Z'],
    ['Tue, 05 Mar 2024 10:00:00 +0200', '2024-03-05T08:00:00.000Z'],
    ['Tue Mar 05 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-03-05T09:00:00.000Z'],
    ['Mar 5 2024 10:00 PST', '2024-03-05T18:00:00.000Z'],
    ['3/15/2024, 10:00:15.250', '2024-03-15T10:00:15.250Z'],
    [1_710_460_800, '2024-03-15T00:00:00.000Z'],
    [1_710_460_800.5, '2024-03-15T00:00:00.500Z'],
    [1_710_460_800_123, '2024-03-15T00:00:00.123Z'],
    ['1710460800', '2024-03-15T00:00:00.000Z'],
    ['1710460800123', '2024-03-15T00:00:00.123Z'],
  ])('%s', (value, expected) => {
    expect(loose(value)).toBe(expected);
  });

  it.each([
    'soon',
    '12',
    '',
    'version 2.0',
    'x'.repeat(1000),
    '2024',
    'March',
    'hello 5 2024',
    'March 32, 2024',
    '29 Feb 2023',
    '03/04/2024',
    '3-4-2024',
    '3.4.24',
    '1.2.3',
    '13:00 pm on 5 May 2024',
    '25:00 5 May 2024',
    '5 May May 2024',
    '5 6 May 2024',
    '10:00',
    'May 5 2024 EET',
    '99999999',
    '2024-03-15 nonsense',
    'last week',
    0,
    5,
    -1,
    NaN,
    Infinity,
    1e15,
    20_240_315,
  ])('is not fooled by %j', (value) => {
    expect(parseLooseDate(value)).toBeNull();
  });

  it('says how much time the words cover', () => {
    expect(parseLooseDate('15 March 2024')?.spanMs).toBe(86_400_000);
    expect(parseLooseDate('15 March 2024 10:00')?.spanMs).toBe(1);
    expect(parseLooseDate('February 2024')?.spanMs).toBe(29 * 86_400_000);
  });
});

it('isAmbiguousDate knows two readings from one', () => {
  for (const text of ['03/04/2024', '3-4-2024', '10:00 on 03/04/2024']) expect(isAmbiguousDate(text), text).toBe(true);
  for (const text of ['15/03/2024', '05/05/2024', '2024/03/04', '3.4.2024', '33/44/2024', 'soon']) {
    expect(isAmbiguousDate(text), text).toBe(false);
  }
});
