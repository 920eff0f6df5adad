/** A time that was given in words or as a date, as milliseconds since 1970. */
import { invalidField } from '@zapomni/core/errors';
import { parseIsoDate, readTime } from '@zapomni/core/model';

export function momentIn(option: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const from = parseIsoDate(text)?.at ?? readTime(text, now)?.from;
  if (from === undefined) throw invalidField(option, 'is no time', 'Write 2026-01-31, or "last week".');
  return from;
}
