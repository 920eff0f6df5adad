/** Calendar arithmetic in UTC: where a day, a week or a year begins, and the one so many before or after it. */
export interface Span {
  /** Milliseconds since the epoch; the end is not part of it. */
  readonly from: number;
  readonly before: number;
}

export type Unit = 'minute' | 'hour' | 'day' | 'weekend' | 'week' | 'month' | 'quarter' | 'year' | 'decade';

export const DAY_MS = 86_400_000;
const FIXED: Partial<Record<Unit, number>> = { minute: 60_000, hour: 3_600_000, day: DAY_MS };
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12, decade: 120 };
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = -3 * DAY_MS;
/** Dates end here (ECMAScript's range). */
const LAST = 8.64e15;

/** The whole minute, day, week … that `shift` steps away from the one holding `at`. */
export function unitSpan(unit: Unit, at: number, shift = 0): Span {
  return { from: startOf(unit, at, shift), before: endOf(unit, at, shift) };
}

function startOf(unit: Unit, at: number, shift: number): number {
  const fixed = FIXED[unit];
  if (fixed !== undefined) return clamp((Math.floor(at / fixed) + shift) * fixed);
  const months = MONTHS[unit];
  if (months !== undefined) return startOfMonths(months, at, shift);
  const week = Math.floor((at - FIRST_MONDAY) / (7 * DAY_MS)) + shift;
  return clamp(week * 7 * DAY_MS + FIRST_MONDAY + (unit === 'weekend' ? 5 * DAY_MS : 0));
}

function endOf(unit: Unit, at: number, shift: number): number {
  return unit === 'weekend' ? startOf('week', at, shift + 1) : startOf(unit, at, shift + 1);
}

function startOfMonths(months: number, at: number, shift: number): number {
  const date = new Date(clamp(at));
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const first = (Math.floor(month / months) + shift) * months;
  return monthStart(Math.floor(first / 12), (first % 12) + 1);
}

/** Month 13 is the next year's first. */
function monthStart(year: number, month: number): number {
  // Date.UTC takes the years 0–99 for those of the twentieth century.
  const start = new Date(0).setUTCFullYear(year, month - 1, 1);
  return Number.isNaN(start) ? Math.sign(year) * LAST : start;
}

export function monthSpan(year: number, month: number, months = 1): Span {
  return { from: monthStart(year, month), before: monthStart(year, month + months) };
}

export function yearSpan(year: number): Span {
  return monthSpan(year, 1, 12);
}

/** Undefined for days that do not exist. */
export function daySpan(year: number, month: number, day: number): Span | undefined {
  const from = monthStart(year, month) + (day - 1) * DAY_MS;
  const { before } = monthSpan(year, month);
  return day >= 1 && month >= 1 && month <= 12 && from < before ? { from, before: from + DAY_MS } : undefined;
}

export function yearOf(at: number): number {
  return new Date(at).getUTCFullYear();
}

/** 1 for Monday. */
export function weekdayOf(at: number): number {
  return (((Math.floor((at - FIRST_MONDAY) / DAY_MS) % 7) + 7) % 7) + 1;
}

function clamp(at: number): number {
  return Math.max(-LAST, Math.min(LAST, at));
}
