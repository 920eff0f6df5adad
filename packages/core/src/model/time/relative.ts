/** Times told from now: "yesterday evening", "3 days ago", "last week", "the past two months", "early last year". */
import { DAY_MS, monthSpan, unitSpan, weekdayOf, yearOf, type Span, type Unit } from './calendar.ts';
import { seasonSpan } from './dates.ts';
import type { Rule } from './point.ts';
import type { Read, Sentence } from './sentence.ts';

/** When the parts of a day begin and end, in hours; a night ends in the next day. */
const PARTS: readonly (readonly [from: number, before: number])[] = [
  [0, 12],
  [12, 18],
  [17, 24],
  [18, 30],
];
const NIGHT = 3;
const HOUR_MS = 3_600_000;
/** What "a few" may be. */
const FEW = { least: 2, most: 5 } as const;
const MOST = 10_000;

export function partOf(day: Span, part: number): Span {
  const [from, before] = PARTS[part] as (typeof PARTS)[number];
  return { from: day.from + from * HOUR_MS, before: day.from + before * HOUR_MS };
}

export const dayWord: Rule = (sentence, at) => {
  const read = sentence.read(at, 'day');
  if (!read || (read.weak && !sentence.spoken)) return undefined;
  return { span: unitSpan('day', sentence.now, read.value), next: read.next, dated: true };
};

interface Count {
  readonly least: number;
  readonly most: number;
  readonly next: number;
}

function readCount(sentence: Sentence, at: number): Count | undefined {
  const few = sentence.read(at, 'few');
  if (few) return { ...FEW, next: few.next };
  const word = sentence.read(at, 'number');
  if (word) return { least: word.value, most: word.value, next: word.next };
  const token = sentence.tokens[at];
  if (token?.kind !== 'number' || token.value < 1 || token.value > MOST) return undefined;
  return { least: token.value, most: token.value, next: at + 1 };
}

interface Quantity extends Count {
  readonly unit: Unit;
}

/** 3 days, a few weeks. */
function readQuantity(sentence: Sentence, at: number): Quantity | undefined {
  const count = readCount(sentence, at);
  const unit = count && sentence.read(count.next, 'unit');
  return count && unit?.unit ? { ...count, unit: unit.unit, next: unit.next } : undefined;
}

/** 3 days ago, vor drei Tagen, hace unos meses, för 3 dagar sedan: the whole of that day, month … */
export const ago: Rule = (sentence, at) => {
  const first = sentence.read(at, 'ago');
  const quantity = readQuantity(sentence, first?.next ?? at);
  const last = quantity && sentence.read(quantity.next, 'ago');
  if (!quantity || (!first && !last)) return undefined;
  const { from } = unitSpan(quantity.unit, sentence.now, -quantity.most);
  const { before } = unitSpan(quantity.unit, sentence.now, -quantity.least);
  return { span: { from, before }, next: (last ?? quantity).next, dated: true };
};

/** The last 3 days, the past week, les 3 derniers jours: back from now, whole days but for hours and minutes. */
export const rolling: Rule = (sentence, at) => {
  const quantity = readPast(sentence, at) ?? readLast(sentence, at) ?? readCountThenLast(sentence, at);
  if (!quantity) return undefined;
  return { span: backFromNow(sentence.now, quantity.unit, quantity.most), next: quantity.next, dated: true };
};

function readPast(sentence: Sentence, at: number): Quantity | undefined {
  const past = sentence.read(at, 'past');
  const unit = past && sentence.read(past.next, 'unit');
  if (past && unit?.unit) return { least: 1, most: 1, unit: unit.unit, next: unit.next };
  return past && readQuantity(sentence, past.next);
}

function readLast(sentence: Sentence, at: number): Quantity | undefined {
  const last = sentence.read(at, 'shift');
  return last?.value === -1 ? readQuantity(sentence, last.next) : undefined;
}

function readCountThenLast(sentence: Sentence, at: number): Quantity | undefined {
  const count = readCount(sentence, at);
  const last = count && sentence.read(count.next, 'shift');
  const unit = last?.value === -1 ? sentence.read(last.next, 'unit') : undefined;
  return count && unit?.unit ? { ...count, unit: unit.unit, next: unit.next } : undefined;
}

function backFromNow(now: number, unit: Unit, count: number): Span {
  if (unit === 'hour' || unit === 'minute') {
    return { from: now - count * (unit === 'hour' ? HOUR_MS : HOUR_MS / 60), before: now + 1 };
  }
  if (unit === 'weekend') {
    return { from: unitSpan(unit, now, -count).from, before: unitSpan(unit, now, -1).before };
  }
  const { from, before } = unitSpan('day', now);
  if (unit === 'day' || unit === 'week') return { from: from - count * (unit === 'week' ? 7 : 1) * DAY_MS, before };
  const inUnit = now - unitSpan(unit, now).from;
  return { from: unitSpan('day', unitSpan(unit, now, -count).from + inUnit).from, before };
}

/** Last week, this March, next Friday, la semaine dernière. */
export const shifted: Rule = (sentence, at) => {
  const shift = sentence.read(at, 'shift');
  const named = shift && shiftedName(sentence, shift.next, shift.value);
  if (shift && named && !(shift.value === 0 && isMonthAfterIn(sentence, at))) return { ...named, dated: true };
  if (sentence.english) return undefined;
  return shiftedBehind(sentence, at);
};

/** In Swedish "i" is "in" before a month and "this" before a week. */
function isMonthAfterIn(sentence: Sentence, at: number): boolean {
  const preposition = sentence.read(at, 'in');
  return preposition !== undefined && sentence.read(preposition.next, 'month') !== undefined;
}

const NAMED = ['unit', 'month', 'weekday', 'season'] as const;

const shiftedBehind: Rule = (sentence, at) => {
  for (const role of NAMED) {
    const name = sentence.read(at, role);
    const shift = name && sentence.read(sentence.skip(name.next), 'shift');
    const span = shift && spanOf(sentence.now, name, shift.value);
    if (shift && span) return { span, next: shift.next, dated: true };
  }
  return undefined;
};

function shiftedName(sentence: Sentence, at: number, shift: number): { span: Span; next: number } | undefined {
  for (const role of [...NAMED, 'part'] as const) {
    const name = sentence.read(at, role);
    const span = name && spanOf(sentence.now, name, shift);
    if (name && span) return { span, next: name.next };
  }
  return undefined;
}

function spanOf(now: number, { role, value, unit }: Read, shift: number): Span | undefined {
  switch (role) {
    case 'unit':
      return unit && shiftedUnit(now, unit, shift);
    case 'month':
      return nearest(now, shift, (year) => monthSpan(year, value));
    case 'season':
      return nearest(now, shift, (year) => seasonSpan(year, value));
    case 'weekday':
      return shiftedWeekday(now, value, shift);
    default:
      return shiftedPart(now, value, shift);
  }
}

/** The last day and the last minute are those of something else. */
function shiftedUnit(now: number, unit: Unit, shift: number): Span | undefined {
  if (unit === 'day' || unit === 'minute') return undefined;
  if (unit === 'hour') return shift === -1 ? backFromNow(now, 'hour', 1) : undefined;
  if (unit === 'decade' && shift === -1) return backFromNow(now, 'decade', 1);
  return unitSpan(unit, now, shift);
}

/** The one that is over, this year's, or the one that has yet to begin. */
function nearest(now: number, shift: number, toSpan: (year: number) => Span): Span | undefined {
  const year = yearOf(now);
  if (shift === 0) return toSpan(year);
  const years = shift < 0 ? [year, year - 1, year - 2] : [year, year + 1];
  return years.map(toSpan).find(({ from, before }) => (shift < 0 ? before <= now : from > now));
}

function shiftedWeekday(now: number, weekday: number, shift: number): Span {
  const today = weekdayOf(now);
  const back = ((today - weekday + 6) % 7) + 1;
  const ahead = ((weekday - today + 6) % 7) + 1;
  const days = shift === 0 ? weekday - today : shift < 0 ? -back : ahead;
  return unitSpan('day', now, days);
}

/** Last night began yesterday. */
function shiftedPart(now: number, part: number, shift: number): Span | undefined {
  if (shift > 0 || (shift < 0 && part < 2)) return undefined;
  return partOf(unitSpan('day', now, shift), part === 2 && shift < 0 ? NIGHT : part);
}

export const lastYear: Rule = (sentence, at) => {
  const read = sentence.read(at, 'last-year');
  return read && { span: unitSpan('year', sentence.now, -1), next: read.next, dated: true };
};
