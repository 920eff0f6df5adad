/** Stretches of time as people type them: 30m, 12h, 1d, 2w. */
import { invalidField } from '@zapomni/core/errors';

const UNITS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

/** In milliseconds. `field` is what the user would correct. */
export function readInterval(text: string, field: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text.trim()) ?? [];
  const value = Number(digits) * (UNITS[unit as keyof typeof UNITS] ?? 0);
  if (value > 0) return value;
  throw invalidField(field, 'must be a number of minutes, hours, days or weeks, such as 30m, 12h, 1d or 2w');
}

/** In the largest unit that it is a whole number of. */
export function interval(ms: number): string {
  const [unit, length] = Object.entries(UNITS).find(([, one]) => ms % one === 0) ?? ['m', UNITS.m];
  return `${Math.round(ms / length)}${unit}`;
}
