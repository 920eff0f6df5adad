/**
 * Dates as callers write them. A date without a zone is UTC, whatever the machine's own zone is, so that the same words
 * mean the same moment everywhere.
 */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DAY_MS = 86_400_000;

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** How much time the words cover: a bare date is a whole day. */
  readonly spanMs: number;
}

/** ISO 8601 only; null for anything else, and for days that do not exist. */
export function parseIsoDate(text: string): Moment | null {
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((digits) => Number(digits ?? 0)) as Clockwork;
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const made = new Date(utc);
  const exists = made.getUTCMonth() === month - 1 && made.getUTCDate() === day && minute < 60 && second < 60;
  if (!exists) return null;
  const milliseconds = Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000);
  return { at: utc + milliseconds - zoneOffsetMs(match[8]), spanMs: match[4] === undefined ? DAY_MS : 1 };
}

type Clockwork = [year: number, month: number, day: number, hour: number, minute: number, second: number];

/** Of `Z`, `+02:00`, `-0530`; 0 where there is none. */
export function zoneOffsetMs(zone: string | undefined): number {
  if (!zone || zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/\D/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}
