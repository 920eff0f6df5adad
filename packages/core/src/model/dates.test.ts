import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from './dates.ts';

const iso = (text: string) => {
  const moment = parseIsoDate(text);
  return moment && new Date(moment.at).toISOString();
};

describe('parseIsoDate', () => {
  it.each([
    ['2024-03-05', '2024-03-05T00:00:00.000Z'],
    ['2023-05-08T13:56:00', '2023-05-08T13:56:00.000Z'],
    ['2024-03-05 10:30', '2024-03-05T10:30:00.000Z'],
    ['2024-03-05T10:30:15.5Z', '2024-03-05T10:30:15.500Z'],
    ['2024-03-05T10:30:15+02:00', '2024-03-05T08:30:15.000Z'],
    ['2024-03-05T10:30:15-0530', '2024-03-05T16:00:15.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    verifies('P006');
    expect(iso(text)).toBe(expected);
  });

  it.each(['', '2024', '2024-13-01', '2023-02-29', '2024-03-05T25:00', '2024-03-05T10:61', 'yesterday', '05/03/2024'])(
    'refuses %j',
    (text) => {
      expect(parseIsoDate(text)).toBeNull();
    },
  );

  it('says that a bare day lasts a day', () => {
    expect(parseIsoDate('2024-03-05')?.spanMs).toBe(86_400_000);
    expect(parseIsoDate('2024-03-05T00:00')?.spanMs).toBe(1);
  });
});
