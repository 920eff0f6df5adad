/**
 * Dates as bibliographies write them. The spelling that is written is that of EDTF (`2001-09-01`, `2001-21` for spring, `1850~` for
 * about, `1990/1995` for a range); what is read is whatever people and programs write. What is no date is kept as its words.
 */
import type { PartialDate } from '../../../../model/papers/index.ts';
import { monthOf, SEASONS, seasonOf } from './months.ts';

/** Null for nothing at all. */
export function readDate(text: string): PartialDate | null {
  const said = text.replaceAll(/\s+/g, ' ').trim();
  if (said === '' || NOTHING.test(said)) return null;
  if (said.length > LONGEST) return { literal: said };
  const plain = said.normalize('NFKC');
  return (
    acrossYears(plain) ?? edtf(withoutUnknown(plain)) ?? inWords(plain) ?? yearAmongWords(plain) ?? { literal: said }
  );
}

/** Whatever is longer is no date. */
const LONGEST = 200;

/** What databases write where they know none. */
const NOTHING = /^0000(?:[-/.]00?){0,2}$/;

/** A month or a day that nobody knows, and an end that is open, are not said: `2004-06-XX`, `2004/..`. */
function withoutUnknown(text: string): string {
  return text.replace(/(?:-XX){1,2}$/, '').replace(/\/(?:\.\.)?$/, '');
}

/** `1950s`, `199X`, `19XX`; `2020/21`, which is no spring; two years each with a month or a season of its own. */
function acrossYears(text: string): PartialDate | null {
  const [, decade] = /^\[?(\d{3})(?:0s|X)\]?$/.exec(text) ?? [];
  if (decade !== undefined) return { year: Number(`${decade}0`), end: { year: Number(`${decade}9`) } };
  const [, century] = /^(\d\d)XX$/.exec(text) ?? [];
  if (century !== undefined) return { year: Number(`${century}00`), end: { year: Number(`${century}99`) } };
  const [, year, sign, next] = /^(\d{4})([-–/])(\d\d)$/.exec(text) ?? [];
  const isNext = Number(next) > 12 && Number(next) === (Number(year) + 1) % 100;
  // With a hyphen these are the seasons of EDTF.
  const isSeason = sign === '-' && Number(next) >= 21 && Number(next) <= 24;
  if (isNext && !isSeason) return { year: Number(year), end: { year: Number(year) + 1 } };
  return twoDates(text);
}

/** `2019 Dec-2020 Jan`, `Winter 2020/2021`, `30 Dec 2021 – 2 Jan 2022`. */
function twoDates(text: string): PartialDate | null {
  const [, first = '', last = ''] = /^([^-–—/]*\b\d{4}\b[^-–—/]*)[-–—/](.*\b\d{4}\b.*)$/.exec(text) ?? [];
  if (first === '' || !/\p{L}/u.test(text)) return null;
  return spanOf(worded(first), worded(last));
}

/** Of seasons the first: a span has none. */
function spanOf(start: PartialDate | null, end: PartialDate | null): PartialDate | null {
  if (start?.year === undefined || end?.year === undefined || start.end || end.end) return null;
  const { season: _, year, ...rest } = end;
  return start.season === undefined ? { ...start, end: { year, ...rest } } : start;
}

/** `2020, forthcoming`, `(1999)`, `5/3/2021`: whatever else is meant, the year is told. */
function yearAmongWords(text: string): PartialDate | null {
  if (!/[\p{L}()[\]]/u.test(text) && !/^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/.test(text)) return null;
  const year = /(?<!\d|\d\.)(?:1[4-9]|20)\d\d(?![\d.]\d|\d)/.exec(text)?.[0];
  return year === undefined ? null : { year: Number(year) };
}

const EDTF_PART = String.raw`(-?\d{4})(?:[-/. ](\d{1,2}))?(?:[-/. ](\d{1,2}))?`;
const EDTF = new RegExp(
  String.raw`^${EDTF_PART}(?:T[\d:.Z+-]*| \d{1,2}:[\d:.Z+-]*)?([~?%]?)(?:\s?/\s?${EDTF_PART}[~?%]?)?$`,
);

function edtf(said: string): PartialDate | null {
  const found = EDTF.exec(said);
  if (!found) return null;
  const [, year, month, day, about, endYear, endMonth, endDay] = found;
  const start = parts(year, month, day);
  const end = endYear === undefined ? undefined : parts(endYear, endMonth, endDay);
  if (!start || end === null || end?.season !== undefined) return null;
  const isCirca = about === '~' || about === '%';
  return {
    ...start,
    ...(isCirca ? { circa: true as const } : {}),
    ...(end ? { end: { ...end, year: Number(endYear) } } : {}),
  };
}

interface Parts {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  readonly season?: number;
}

/** Null where a month or a day cannot be; zeros stand for what is not known. */
function parts(year: string | undefined, month: string | undefined, day: string | undefined): Parts | null {
  const [y, m, d] = [Number(year), Number(month ?? 0), Number(day ?? 0)];
  if (m >= 21 && m <= 24 && d === 0) return { year: y, season: m - 20 };
  if (m > 12 || d > 31) return null;
  if (m === 0) return { year: y };
  return d === 0 ? { year: y, month: m } : { year: y, month: m, day: d };
}

const CIRCA = /^(?:circa|ca\.?|c\.|about|approx\.?|um)\s*(?=\d)/i;
/** `c1999` is the year of the copyright, as catalogues write it. */
const COPYRIGHT = /^(?:©\s*|\(c\)\s*|cop\.\s*|[cp])(?=\d{4})/i;

const EAST_ASIAN = /^(\d{4})\s?[年년]\s?(?:(\d{1,2})\s?[月월]\s?)?(?:(\d{1,2})\s?[日일])?$/u;

/** `c. 1850`, `Spring 1999`, `15 January 1999`, `Jan 15, 1999`, `2000 Jan-Feb`, `1990–1995`, `[1991]`, `15.1.1999`. */
function inWords(given: string): PartialDate | null {
  const said = given.replaceAll(/[[\]]/g, '').replace(EAST_ASIAN, '$1-$2-$3').trim().replace(COPYRIGHT, '');
  const isCirca = CIRCA.test(said);
  const rest = said.replace(CIRCA, '').replace(/[.?~]$/, '');
  const found = years(rest) ?? dotted(rest) ?? edtf(rest.replace(/-+$/, '')) ?? worded(rest);
  return found && isCirca ? { ...found, circa: true } : found;
}

function years(text: string): PartialDate | null {
  // `2003a` is how a style told two works of one year apart.
  const found = /^(\d{4})(?:[a-z]|\s?(?:--?|–|—)\s?(\d{4}))?$/.exec(text);
  if (!found) return null;
  const [, from, to] = found;
  return to === undefined ? { year: Number(from) } : { year: Number(from), end: { year: Number(to) } };
}

function dotted(text: string): PartialDate | null {
  const found = /^(?:(\d{1,2})\.)?(\d{1,2})[./](\d{4})$/.exec(text);
  return found ? parts(found[3], found[2], found[1]) : null;
}

/** One year, perhaps a month or a season in words, perhaps a day; nothing else but their punctuation. */
function worded(text: string): PartialDate | null {
  const words = text.split(/[\s,./–—-]+/).filter((word) => word !== '' && !/^(?:del?|of)$/i.test(word));
  if (words.length > 6) return null;
  const year = words.find((word) => /^\d{4}$/.test(word));
  const months = words.map(monthOf).filter((month) => month !== null);
  const seasons = words.map(seasonOf).filter((season) => season !== null);
  const days = words.filter((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word)).map((word) => Number.parseInt(word, 10));
  if (year === undefined || 1 + months.length + seasons.length + days.length !== words.length) return null;
  if (seasons.length > 0) return { year: Number(year), season: seasons[0] as number };
  return withMonths(Number(year), months, days);
}

function withMonths(year: number, months: readonly number[], days: readonly number[]): PartialDate | null {
  const [month, until] = months;
  const [day, lastDay] = days;
  if (month === undefined) return days.length === 0 ? { year } : null;
  if (months.length > 2 || days.length > 2 || days.some((one) => one < 1 || one > 31)) return null;
  const start = { year, month, ...(day === undefined ? {} : { day }) };
  if (until === undefined && lastDay === undefined) return start;
  return { ...start, end: { year, month: until ?? month, ...(lastDay === undefined ? {} : { day: lastDay }) } };
}

/** As `readDate` reads it back. */
export function toEdtf(date: PartialDate): string {
  if (date.year === undefined) return date.literal ?? '';
  const start = `${exactly(date)}${date.circa ? '~' : ''}`;
  return date.end ? `${start}/${exactly(date.end)}` : start;
}

function exactly({ year, month, day, season }: PartialDate): string {
  const written = yearText(year ?? 0);
  if (season !== undefined) return `${written}-${20 + season}`;
  if (month === undefined) return written;
  return day === undefined ? `${written}-${two(month)}` : `${written}-${two(month)}-${two(day)}`;
}

export function yearText(year: number): string {
  return year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
}

export function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** `spring` … in English, as formats without a number for it write it. */
export function seasonName(season: number): string {
  return SEASONS[season - 1] ?? '';
}
