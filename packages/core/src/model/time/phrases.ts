/** Times with what ties them to the sentence: "in March", "before June", "since Monday", "between March and May 2024". */
import { daySpan, yearOf, type Span } from './calendar.ts';
import type { Relation } from './lexicon.ts';
import type { Point } from './point.ts';
import { readPoint } from './points.ts';
import type { Read, Sentence } from './sentence.ts';

export interface Phrase {
  /** Open where an end is not told. */
  readonly span: Partial<Span>;
  readonly start: number;
  readonly next: number;
}

/** A range, and whether its second half says of itself that it is a time. */
interface Range extends Phrase {
  readonly told: boolean;
}

const RELATIONS = ['before', 'after', 'since', 'until'] as const;
const DASHES = '-–—';

/** What of time begins at this place. */
export function readPhrase(sentence: Sentence, at: number): Phrase | undefined {
  return readBetween(sentence, at) ?? readRelated(sentence, at) ?? readIn(sentence, at) ?? readBare(sentence, at);
}

function readBetween(sentence: Sentence, start: number): Phrase | undefined {
  const opening = sentence.read(start, 'between');
  if (!opening) return undefined;
  const at = sentence.skip(opening.next);
  const first = readPoint(sentence, at) ?? readDayOnly(sentence, at);
  return first && readTo(sentence, { start, at, first }, ['to', 'and']);
}

interface Opened {
  readonly start: number;
  readonly at: number;
  readonly first: Point | DayOnly;
}

/** The second half of a range. A year, or a month, that only the second says is the first's too. */
function readTo(sentence: Sentence, { start, at, first }: Opened, words: readonly ('to' | 'and')[]): Range | undefined {
  const next = afterConnector(sentence, first.next, words);
  const second = next === undefined ? undefined : readPoint(sentence, sentence.skip(next));
  if (!second) return undefined;
  const from = 'day' in first ? dayInMonthOf(first.day, second.span) : startOf(sentence, at, first, second);
  if (from === undefined || from >= second.span.before) return undefined;
  return { span: { from, before: second.span.before }, start, next: second.next, told: isTold(second) };
}

function afterConnector(sentence: Sentence, at: number, words: readonly ('to' | 'and')[]): number | undefined {
  if (sentence.isMark(at, DASHES)) return at + 1;
  return words.map((role) => sentence.read(at, role)?.next).find((next) => next !== undefined);
}

function startOf(sentence: Sentence, at: number, first: Point, second: Point): number | undefined {
  if (first.dated || (!second.dated && first.span.from < second.span.before)) return first.span.from;
  const year = yearOf(second.span.from);
  const starts = [year, year - 1].map((one) => readPoint(sentence, at, one)?.span.from ?? Infinity);
  return starts.find((start) => start < second.span.before);
}

interface DayOnly {
  readonly day: number;
  readonly next: number;
}

/** The 5 of "from 5 to 9 May". */
function readDayOnly({ tokens }: Sentence, at: number): DayOnly | undefined {
  const token = tokens[at];
  const isDay = (token?.kind === 'number' || token?.kind === 'ordinal') && token.value >= 1 && token.value <= 31;
  return isDay ? { day: token.value, next: at + 1 } : undefined;
}

function dayInMonthOf(day: number, { from }: Span): number | undefined {
  const date = new Date(from);
  return daySpan(date.getUTCFullYear(), date.getUTCMonth() + 1, day)?.from;
}

function readRelated(sentence: Sentence, start: number): Phrase | undefined {
  for (const relation of RELATIONS) {
    const word = sentence.read(start, relation);
    const point = word && readPoint(sentence, sentence.skip(word.next));
    if (word && point && suffices(word, point)) {
      return { span: relate(relation, point.span), start, next: point.next };
    }
  }
  return undefined;
}

function suffices({ weak }: Read, { needs }: Point): boolean {
  return !weak || needs !== 'clear';
}

function relate(relation: Exclude<Relation, 'during'>, { from, before }: Span): Partial<Span> {
  switch (relation) {
    case 'before':
      return { before: from };
    case 'after':
      return { from: before };
    case 'since':
      return { from };
    case 'until':
      return { before };
  }
}

/** The preposition is not part of what is found: "in March" tells no more than "March" once it is known for a month. */
function readIn(sentence: Sentence, start: number): Phrase | undefined {
  const word = sentence.read(start, 'in') ?? sentence.read(start, 'between');
  const at = word && sentence.skip(word.next);
  const point = at === undefined ? undefined : readPoint(sentence, at);
  if (!word || !point || at === undefined || !suffices(word, point)) return undefined;
  if (word.role === 'between')
    return { span: { from: point.span.from, before: point.span.before }, start: at, next: point.next };
  return readTo(sentence, { start: at, at, first: point }, ['to']) ?? { span: point.span, start: at, next: point.next };
}

function readBare(sentence: Sentence, start: number): Phrase | undefined {
  const point = readPoint(sentence, start);
  if (!point) return readDays(sentence, start);
  const range = readTo(sentence, { start, at: start, first: point }, ['to']);
  if (range && (range.told || isTold(point))) return range;
  if (!isTold(point)) return undefined;
  return readBehind(sentence, start, point) ?? { span: point.span, start, next: point.next };
}

/** "5-9 May" but not "1-May". */
function readDays(sentence: Sentence, start: number): Phrase | undefined {
  const first = readDayOnly(sentence, start);
  const range = first && readTo(sentence, { start, at: start, first }, ['to']);
  return range && range.next - start >= 4 ? range : undefined;
}

function isTold({ needs }: Point): boolean {
  return needs === undefined;
}

/** Where relations stand after the date: lokakuun jälkeen, hétfő óta. */
function readBehind(sentence: Sentence, start: number, point: Point): Phrase | undefined {
  if (!sentence.lexicon.postpositions) return undefined;
  for (const relation of RELATIONS) {
    const word = sentence.read(point.next, relation);
    if (word) return { span: relate(relation, point.span), start, next: word.next };
  }
  return undefined;
}
