/** Dates as exact as they were said. */
import type { PartialDate } from '@zapomni/core/model';
import { known } from './pick.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SEASONS: Readonly<Record<string, number>> = { spring: 1, summer: 2, autumn: 3, fall: 3, winter: 4 };

/** Undefined for no year, or what is none. */
export function dateOf(year: number | undefined, month?: number, day?: number): PartialDate | undefined {
  if (year === undefined || !Number.isInteger(year) || year < 1 || year > 9999) return undefined;
  const inYear = month !== undefined && month >= 1 && month <= 12 ? month : undefined;
  const inMonth = inYear !== undefined && day !== undefined && day >= 1 && day <= 31 ? day : undefined;
  return known({ year, month: inYear, day: inMonth });
}

/** `[[2024, 5, 8]]`, as short as it may be. */
export function dateFromParts(parts: unknown): PartialDate | undefined {
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined;
  const [year, month, day] = (Array.isArray(first) ? first : []).map((part) =>
    part === null ? undefined : Number(part),
  );
  return dateOf(year, month, day);
}

/** `2024`, `2024-05`, `2024-05-08`, `2024-05-08T10:03:31Z`. */
export function dateFromIso(text: string | undefined): PartialDate | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/u.exec(text ?? '') ?? [];
  return dateOf(toNumber(year), toNumber(month), toNumber(day));
}

/** From those who write the first of January where they only know the year. */
export function dateOrYear(text: string | undefined): PartialDate | undefined {
  const date = dateFromIso(text);
  return date?.month === 1 && date.day === 1 ? dateOf(date.year) : date;
}

/** `Sep`, `09`, `September`. */
export function monthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,2}$/u.test(text)) return Number(text);
  const at = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return at < 0 ? undefined : at + 1;
}

export function seasonOf(text: string | undefined): number | undefined {
  return SEASONS[text?.toLowerCase() ?? ''];
}

const BEGINNING = /^(\d{4})(?:\s+([A-Za-z]+))?(?:\s+(\d{1,2}))?$/u;
const END = /^(?:(\d{4})\b)?\s*([A-Za-z]+)?\s*(\d{1,2})?$/u;

/** `1998 Dec-1999 Jan`, `2000 Nov-Dec`, `2000 Dec 26-31`, `1975-1976`, `2000 Spring`; words where it is none of them. */
export function dateFromWords(text: string | undefined): PartialDate | undefined {
  const words = text?.trim() ?? '';
  if (words === '') return undefined;
  const [first = '', last, ...more] = words.split(/\s*[-–]\s*/u);
  const [, year, word, day] = BEGINNING.exec(first) ?? [];
  const begin = dateOf(toNumber(year), monthOf(word), toNumber(day));
  if (!begin || more.length > 0) return { literal: words };
  return known({ ...begin, season: seasonOf(word), end: last === undefined ? undefined : endOf(last, begin) });
}

/** What it does not say is as at the beginning. */
function endOf(text: string, begin: PartialDate): PartialDate['end'] {
  const [, year, word, day] = END.exec(text) ?? [];
  const month = monthOf(word) ?? (year === undefined && day !== undefined ? begin.month : undefined);
  if (year === undefined && month === undefined) return undefined;
  const end = dateOf(toNumber(year) ?? begin.year, month, toNumber(day));
  return end?.year === undefined ? undefined : { ...end, year: end.year };
}

/** `2024-05-08` again, for what is kept as a text. */
export function isoOf({ year, month, day }: PartialDate): string | undefined {
  if (year === undefined) return undefined;
  const parts = [month, day].map((part) => (part === undefined ? undefined : String(part).padStart(2, '0')));
  return [String(year).padStart(4, '0'), ...parts].filter((part) => part !== undefined).join('-');
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
