/**
 * A date as programs and people write it down, for values that should be one: "March-15-2024", "1:56 pm on 8 May, 2023",
 * seconds or milliseconds since 1970. Taken apart piece by piece; a piece that says nothing of a date makes it none.
 */
import { parseIsoDate, zoneOffsetMs, type Moment } from '../dates.ts';
import { daySpan, monthSpan, DAY_MS } from './calendar.ts';

const LONGEST = 80;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const LONG_MONTHS = 'january february march april may june july august september october november december sept'.split(
  ' ',
);
const WEEKDAY = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\.?$/;
const FILLER = /^(?:on|at|of|the|,)$/;
/** With a colon, or am or pm, or both. */
const TIME = /^(?=.*[:m])(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(am|pm)?$/;
const ZONE = /^(?:gmt|utc|z)?([+-]\d{2}:?\d{2})?$/;
const NAMED_ZONES: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};
const HOUR_MS = 3_600_000;

/** Seconds since 1970 from 1973 on; milliseconds from the same day on. */
const EPOCH = { seconds: 1e8, milliseconds: 1e11, end: 1e14 } as const;

/** Null when it is not understood, and for days that do not exist or could be two. Without a zone it is UTC. */
export function parseLooseDate(value: string | number): Moment | null {
  if (typeof value === 'number') return fromEpoch(value);
  const text = value.trim();
  if (text.length > LONGEST) return null;
  return parseIsoDate(text) ?? fromDigits(text) ?? fromPieces(text);
}

/** Two days of the same year, as 03/04/2024 is: March in some places and April in others. */
export function isAmbiguousDate(text: string): boolean {
  const [, a, b] = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/.exec(text.slice(0, LONGEST)) ?? [];
  return a !== undefined && a !== b && isMonth(Number(a)) && isMonth(Number(b));
}

function isMonth(number: number): boolean {
  return number >= 1 && number <= 12;
}

function fromEpoch(value: number): Moment | null {
  if (!(value >= EPOCH.seconds && value < EPOCH.end)) return null;
  return { at: Math.trunc(value < EPOCH.milliseconds ? value * 1000 : value), spanMs: 1 };
}

function fromDigits(text: string): Moment | null {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return toMoment(daySpan(Number(year), Number(month), Number(day)));
  return /^\d{9,13}(?:\.\d{1,9})?$/.test(text) ? fromEpoch(Number(text)) : null;
}

function toMoment(span: { from: number; before: number } | undefined): Moment | null {
  return span ? { at: span.from, spanMs: span.before - span.from } : null;
}

/** What has been told so far. */
interface Told {
  year?: number;
  month?: number;
  day?: number;
  /** Milliseconds of the day. */
  time?: number;
  zone?: number;
  meridiem?: string;
}

type Piece = (piece: string, told: Told) => boolean;

function fromPieces(text: string): Moment | null {
  const told: Told = {};
  const pieces = toPieces(text);
  if (!pieces.every((piece) => READERS.some((read) => read(piece, told)))) return null;
  return assemble(told);
}

/** A dash divides only where words are joined by it: 15-Mar-2024. */
function toPieces(text: string): string[] {
  const bare = text
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/,(?!\d)/g, ' ');
  return bare
    .split(/\s+/)
    .flatMap((piece) => (/^\w+-\w+-\w+$/.test(piece) && /[a-z]/.test(piece) ? piece.split('-') : [piece]))
    .filter((piece) => piece !== '');
}

/** Each takes a piece it knows, unless what it says has been said. */
const READERS: readonly Piece[] = [
  (piece) => FILLER.test(piece) || WEEKDAY.test(piece),
  readFigures,
  readMonth,
  readNumber,
  readTime,
  readMeridiem,
  readZone,
];

function readFigures(piece: string, told: Told): boolean {
  const [a, b, c, ...more] = piece.split(/[/.-]/);
  const isDate = c !== undefined && more.length === 0 && /^\d+([/.-])\d+\1\d+$/.test(piece);
  if (!isDate || told.year !== undefined || told.day !== undefined) return false;
  const parts = orderParts([a, b, c].map(Number) as [number, number, number], piece);
  if (parts) [told.year, told.month, told.day] = parts;
  return parts !== undefined;
}

type YearMonthDay = [year: number, month: number, day: number];

/** Dots are written where the day comes first. */
function orderParts([a, b, c]: [number, number, number], piece: string): YearMonthDay | undefined {
  if (/^\d{4}/.test(piece)) return [a, b, c];
  if (!/\d{4}$/.test(piece) || isAmbiguousDate(piece)) return undefined;
  return piece.includes('.') || a > 12 ? [c, b, a] : [c, a, b];
}

function readMonth(piece: string, told: Told): boolean {
  const name = piece.replace(/\.$/, '');
  const month = Math.max(MONTHS.indexOf(name), LONG_MONTHS.indexOf(name) === 12 ? 8 : LONG_MONTHS.indexOf(name)) + 1;
  if (month === 0 || told.month !== undefined) return false;
  told.month = month;
  return true;
}

function readNumber(piece: string, told: Told): boolean {
  const [, digits, ordinal] = /^(\d{1,4})(st|nd|rd|th|\.)?$/.exec(piece) ?? [];
  if (digits === undefined) return false;
  const isYear = digits.length === 4 && ordinal === undefined;
  const part = isYear ? 'year' : 'day';
  if (told[part] !== undefined || (!isYear && digits.length > 2)) return false;
  told[part] = Number(digits);
  return true;
}

function readTime(piece: string, told: Told): boolean {
  const match = TIME.exec(piece);
  if (!match || told.time !== undefined) return false;
  const [hour, minute, second] = match.slice(1, 4).map((digits) => Number(digits ?? 0)) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59) return false;
  told.time = ((hour * 60 + minute) * 60 + second) * 1000 + Math.trunc(Number(`0.${match[4] ?? 0}`) * 1000);
  return match[5] === undefined || readMeridiem(match[5], told);
}

function readMeridiem(piece: string, told: Told): boolean {
  const meridiem = piece.replaceAll('.', '');
  if ((meridiem !== 'am' && meridiem !== 'pm') || told.meridiem !== undefined || told.time === undefined) return false;
  told.meridiem = meridiem;
  return true;
}

function readZone(piece: string, told: Told): boolean {
  const named = NAMED_ZONES[piece];
  const match = ZONE.exec(piece);
  if ((named === undefined && !match) || told.time === undefined || told.zone !== undefined) return false;
  told.zone = named === undefined ? zoneOffsetMs(match?.[1]) : named * HOUR_MS;
  return true;
}

function assemble({ year, month, day, time, zone = 0, meridiem }: Told): Moment | null {
  if (year === undefined || month === undefined) return null;
  if (day === undefined) return time === undefined && isMonth(month) ? toMoment(monthSpan(year, month)) : null;
  const date = daySpan(year, month, day);
  if (!date) return null;
  if (time === undefined) return { at: date.from, spanMs: DAY_MS };
  const clock = toTwentyFour(time, meridiem);
  return clock === undefined ? null : { at: date.from + clock - zone, spanMs: 1 };
}

/** Undefined for 13 pm and 0 am. */
function toTwentyFour(time: number, meridiem: string | undefined): number | undefined {
  if (meridiem === undefined) return time;
  const hour = Math.floor(time / HOUR_MS);
  if (hour < 1 || hour > 12) return undefined;
  return time - hour * HOUR_MS + ((hour % 12) + (meridiem === 'pm' ? 12 : 0)) * HOUR_MS;
}
