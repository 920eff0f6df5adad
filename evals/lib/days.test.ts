import { expect, it } from 'vitest';
import { fillDays } from './days.ts';

/** A Monday. */
const now = new Date('2026-11-16T01:30:00Z');

it.each([
  ['{{today}}', '2026-11-16'],
  ['{{today-8d}}T09:00:00Z', '2026-11-08T09:00:00Z'],
  ['{{week-1w+2d}}', '2026-11-11'],
  ['{{month-1m+11d}}', '2026-10-12'],
  ['{{year-1y}}', '2025-01-01'],
  ['in {{today-40d|month}}', 'in October 2026'],
  ['on {{today-3d|weekday}}', 'on Friday'],
  ['{{today-3d|day}} and {{today|day}}', '13 November 2026 and 16 November 2026'],
  ['no day', 'no day'],
])('%s is %s', (template, text) => expect(fillDays(template, now)).toBe(text));

it('counts a Sunday to the week that ends with it', () => {
  expect(fillDays('{{week}}', new Date('2026-11-15T23:59:59Z'))).toBe('2026-11-09');
});

it('refuses what it cannot read', () => {
  expect(() => fillDays('{{yesterday}}', now)).toThrow('{{yesterday}}');
});
