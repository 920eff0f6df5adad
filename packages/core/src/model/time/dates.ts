/** Days, months, quarters and seasons by name or in figures: "5 May", "March 15, 2024", "Q3 2024", "summer of 2023". */
import { daySpan, monthSpan, unitSpan, weekdayOf, DAY_MS, type Span } from './calendar.ts';
import { inYear, readYearAfter, type Point, type Rule } from './point.ts';
import type { Read, Sentence } from './sentence.ts';

export const inFigures: Rule = (sentence, at) => {
  const token = sentence.tokens[at];
  if (token?.kind === 'date' && token.span) return { span: token.span, next: at + 1, dated: true };
  if (token?.kind !== 'decade') return undefined;
  return { span: monthSpan(token.value, 1, 120), next: at + 1, dated: true };
};

/** 5 May, 5th of May 2024, 15. März, 15-Mar-2024. */
export const dayThenMonth: Rule = (sentence, at, year) => {
  const day = readDay(sentence, at);
  if (!day) return undefined;
  const named = sentence.skip(sentence.isMark(day.next, '.-') ? day.next + 1 : day.next);
  const month = sentence.read(named, 'month');
  return month && finishDay(sentence, { at, day, month, next: month.next }, year);
};

/** March 15, March 15th 2024, March-15-2024. */
export const monthThenDay: Rule = (sentence, at, year) => {
  const month = sentence.read(at, 'month');
  if (!month) return undefined;
  const day = readDay(sentence, sentence.skip(sentence.isMark(month.next, '.-') ? month.next + 1 : month.next));
  return day && finishDay(sentence, { at, day, month, next: day.next }, year);
};

interface Day {
  readonly value: number;
  readonly next: number;
  /** Written as "5th", which counts nothing. */
  readonly ordinal: boolean;
}

function readDay(sentence: Sentence, at: number): Day | undefined {
  const token = sentence.tokens[at];
  const counts = token?.kind === 'number' || token?.kind === 'ordinal';
  if (!counts || token.value < 1 || token.value > 31 || token.text.length > 4) return undefined;
  return { value: token.value, next: at + 1, ordinal: token.kind === 'ordinal' };
}

interface DayParts {
  readonly at: number;
  readonly day: Day;
  readonly month: Read;
  readonly next: number;
}

function finishDay(sentence: Sentence, { at, day, month, next }: DayParts, year?: number): Point | undefined {
  const said = readYearAfter(sentence, next);
  const span = inYear(sentence, said?.year ?? year, (one) => daySpan(one, month.value, day.value));
  if (!span) return undefined;
  const needs = !said && !day.ordinal && isVerb(sentence, at, next) ? ({ needs: 'clear' } as const) : {};
  return { span, next: said?.next ?? next, dated: said !== undefined, ...needs };
}

/** "may 5 people join", "march 10 miles", "5 may fail". */
function isVerb(sentence: Sentence, at: number, next: number): boolean {
  const words = sentence.tokens.slice(at, next);
  const verb = words.some(({ text, capital }) => !capital && (text === 'may' || text === 'march'));
  return sentence.english && verb && sentence.tokens[next]?.kind === 'word';
}

/** March 2024, 2024 March, March. */
export const month: Rule = (sentence, at, year) => {
  const read = sentence.read(at, 'month');
  if (!read) return undefined;
  const said = readYearAfter(sentence, read.next);
  const span = inYear(sentence, said?.year ?? year, (one) => monthSpan(one, read.value));
  return (
    span && {
      span,
      next: said?.next ?? read.next,
      dated: said !== undefined,
      ...(said ? {} : needOf(sentence, at, read)),
    }
  );
};

/** In English March is a name as well as a verb; elsewhere months are not written in a way that shows them. */
function needOf(sentence: Sentence, at: number, { weak }: Read): Pick<Point, 'needs'> {
  if (sentence.lexicon.postpositions) return {};
  if (!sentence.english) return { needs: 'any' };
  const before = sentence.tokens[at - 1]?.text;
  const named = sentence.tokens[at]?.capital && before === 'the';
  return weak && !named ? { needs: 'clear' } : {};
}

/** 2024. március, 2024 March. */
export const yearThenMonth: Rule = (sentence, at) => {
  const said = readYearAfter(sentence, at);
  const read = said && sentence.read(sentence.isMark(said.next, '.') ? said.next + 1 : said.next, 'month');
  if (!said || !read || sentence.isMark(at, ',.-')) return undefined;
  const day = readDay(sentence, read.next);
  const span = day ? daySpan(said.year, read.value, day.value) : monthSpan(said.year, read.value);
  return span && { span, next: day?.next ?? read.next, dated: true };
};

/** Q3, Q3 2024. */
export const quarter: Rule = (sentence, at, year) => {
  const token = sentence.tokens[at];
  if (token?.kind !== 'quarter') return undefined;
  const said = readYearAfter(sentence, at + 1);
  const span = inYear(sentence, said?.year ?? year, (one) => monthSpan(one, token.value * 3 - 2, 3));
  if (!span) return undefined;
  const needs = said || token.capital ? {} : ({ needs: 'clear' } as const);
  return { span, next: said?.next ?? at + 1, dated: said !== undefined, ...needs };
};

/** Of the north: spring begins in March. Winter belongs to the year in which it begins. */
export function seasonSpan(year: number, season: number): Span {
  return monthSpan(year, 3 + season * 3, 3);
}

export const season: Rule = (sentence, at, year) => {
  const read = sentence.read(at, 'season');
  if (!read) return undefined;
  const said = readYearAfter(sentence, read.next);
  const span = inYear(sentence, said?.year ?? year, (one) => seasonSpan(one, read.value));
  // Spring is a framework and fall a verb; "in the fall" is neither.
  const article = sentence.english && sentence.tokens[at - 1]?.text !== 'the';
  if (!span || (!said && article)) return undefined;
  return { span, next: said?.next ?? read.next, dated: said !== undefined, ...(said ? {} : { needs: 'any' as const }) };
};

/** The last time it was that day, today included; a date may follow that says which. */
export const weekday: Rule = (sentence, at, year) => {
  const read = sentence.read(at, 'weekday');
  if (!read) return undefined;
  const next = sentence.skip(sentence.isMark(read.next, ',.') ? read.next + 1 : read.next);
  const date = inFigures(sentence, next) ?? dayThenMonth(sentence, next, year) ?? monthThenDay(sentence, next, year);
  if (date) return date;
  const back = (weekdayOf(sentence.now) - read.value + 7) % 7;
  const span = unitSpan('day', sentence.now - back * DAY_MS);
  return { span, next: read.next, dated: true, ...(read.weak ? { needs: 'clear' as const } : {}) };
};
