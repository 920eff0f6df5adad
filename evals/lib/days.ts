/**
 * Days written relative to the day of the run, so that a set can say "last week" and the server's own clock understands it:
 *
 *   {{today-8d}}            2026-11-08        {{week-1w+2d}}          Wednesday of last week
 *   {{month-1m+11d}}        the 12th of last month
 *   {{today-40d|month}}     October 2026      {{today-3d|weekday}}    Friday      {{today-3d|day}}    13 November 2026
 */
const TEMPLATE = /\{\{(today|week|month|year)((?:[+-]\d+[dwmy])*)(?:\|(month|weekday|day))?\}\}/g;
const DAY_MS = 86_400_000;

const FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  day: { day: 'numeric', month: 'long', year: 'numeric' },
};

/** The text with every template replaced. Days are UTC, as the server reads dates without a zone. */
export function fillDays(text: string, now: Date): string {
  const filled = text.replaceAll(TEMPLATE, (_whole, anchor: string, steps: string, format: string | undefined) => {
    const date = steps.match(/[+-]\d+[dwmy]/g)?.reduce(step, startOf(anchor, now)) ?? startOf(anchor, now);
    return write(date, format);
  });
  if (filled.includes('{{'))
    throw new Error(`A day that cannot be read: ${filled.slice(filled.indexOf('{{')).slice(0, 40)}`);
  return filled;
}

function startOf(anchor: string, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  if (anchor === 'week') return new Date(today - sinceMonday * DAY_MS);
  if (anchor === 'month') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  if (anchor === 'year') return new Date(Date.UTC(now.getUTCFullYear(), 0));
  return new Date(today);
}

function step(from: Date, move: string): Date {
  const amount = Number(move.slice(0, -1));
  const date = new Date(from);
  if (move.endsWith('d')) date.setUTCDate(date.getUTCDate() + amount);
  if (move.endsWith('w')) date.setUTCDate(date.getUTCDate() + amount * 7);
  if (move.endsWith('m')) date.setUTCMonth(date.getUTCMonth() + amount);
  if (move.endsWith('y')) date.setUTCFullYear(date.getUTCFullYear() + amount);
  return date;
}

function write(date: Date, format: string | undefined): string {
  const options = format === undefined ? undefined : FORMATS[format];
  if (!options) return date.toISOString().slice(0, 10);
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(date);
}
