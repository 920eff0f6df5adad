/** Dates of CSL-JSON: parts as numbers or texts, or one text in EDTF or in words. */
import type { PartialDate } from '../item.ts';

interface Day {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

const SEASONS: readonly string[] = ['spring', 'summer', 'autumn', 'winter'];
/** Months beyond the twelfth are seasons, in two ways of counting. */
const FIRST_SEASONS = [13, 21];

export function fromCslDate(value: unknown): PartialDate | null {
  if (typeof value === 'string') return fromText(value);
  if (typeof value === 'number') return Number.isInteger(value) ? { year: value } : null;
  if (typeof value !== 'object' || value === null) return null;
  return fromObject(value as Record<string, unknown>);
}

function fromObject({
  'date-parts': parts,
  season,
  circa,
  literal,
  raw,
  edtf,
}: Record<string, unknown>): PartialDate | null {
  const date = fromParts(parts) ?? (typeof raw === 'string' ? fromText(raw) : null) ?? fromEdtf(edtf);
  const words = typeof literal === 'string' && literal.trim() !== '' ? { literal } : {};
  if (!date) return 'literal' in words ? words : null;
  return { ...date, ...seasonOf(season), ...(isTrue(circa) ? { circa: true as const } : {}), ...words };
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '');
}

function seasonOf(value: unknown): { season?: number } {
  const named = typeof value === 'string' ? SEASONS.indexOf(value.toLowerCase().replace('fall', 'autumn')) + 1 : 0;
  const season = named || Number(value);
  return Number.isInteger(season) && season >= 1 && season <= 4 ? { season } : {};
}

function fromParts(parts: unknown): PartialDate | null {
  if (!Array.isArray(parts)) return null;
  const [first, last] = parts.map((part) => (Array.isArray(part) ? toDate(part.map(Number)) : null));
  if (!first) return null;
  return { ...first, ...(last ? { end: withoutSeason(last) } : {}) };
}

function withoutSeason({ year, month, day }: Day): Day {
  return { year, ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }) };
}

/** A month that is none is a season or is not said. */
function toDate([year, month, day]: readonly number[]): (Day & { readonly season?: number }) | null {
  if (!isWithin(year, -9999, 9999) || year === 0) return null;
  const first = FIRST_SEASONS.find((start) => isWithin(month, start, start + 3));
  if (month !== undefined && first !== undefined) return { year, season: month - first + 1 };
  if (!isWithin(month, 1, 12)) return { year };
  return isWithin(day, 1, 31) ? { year, month, day } : { year, month };
}

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && Number.isInteger(value) && value >= least && value <= most;
}

const ISO = /^(-?\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?([~?%]?)$/;

/** Null for what is not EDTF (`2020-05/2020-06`, `1984~`). */
function fromEdtf(value: unknown): PartialDate | null {
  if (typeof value !== 'string') return null;
  const [first, last, ...more] = value.trim().split('/');
  const [begin, end] = [isoDay(first), isoDay(last)];
  if (!begin || more.length > 0 || (last !== undefined && !end)) return null;
  return {
    ...begin.date,
    ...(end ? { end: withoutSeason(end.date) } : {}),
    ...(begin.circa || end?.circa ? { circa: true as const } : {}),
  };
}

function isoDay(text: string | undefined): { date: Day & { readonly season?: number }; circa: boolean } | null {
  const match = text === undefined ? null : ISO.exec(text);
  const date = match && toDate(match.slice(1, 4).flatMap((part) => (part === undefined ? [] : [Number(part)])));
  return date ? { date, circa: match[4] !== '' } : null;
}

function fromText(text: string): PartialDate | null {
  const said = text.trim();
  return said === '' ? null : (fromEdtf(said) ?? { literal: said });
}
