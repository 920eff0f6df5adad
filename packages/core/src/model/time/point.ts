/** What the rules of the grammar give each other. */
import { yearOf, yearSpan, type Span } from './calendar.ts';
import type { Sentence } from './sentence.ts';

export interface Point {
  readonly span: Span;
  /** The place after it. */
  readonly next: number;
  /** Its year was said, or follows from today. */
  readonly dated: boolean;
  /** Says nothing of time unless a preposition stands before it: `any`, or a `clear` one that has no other meaning. */
  readonly needs?: 'any' | 'clear';
}

/** A rule looks at a place and gives what begins there. `year` is the one to assume where none is said. */
export type Rule = (sentence: Sentence, at: number, year?: number) => Point | undefined;

const EARLIEST_YEAR = 1900;
const YEARS_AHEAD = 10;

/** A number that may be a year, with the place after it. */
export function readYear(sentence: Sentence, at: number): { year: number; next: number } | undefined {
  const token = sentence.tokens[at];
  if (token?.kind !== 'number' || token.text.length !== 4) return undefined;
  const isNear = token.value >= EARLIEST_YEAR && token.value <= yearOf(sentence.now) + YEARS_AHEAD;
  return isNear ? { year: token.value, next: at + 1 } : undefined;
}

/** A year that may follow a month or season: March, 2024; verano de 2023. */
export function readYearAfter(sentence: Sentence, at: number): { year: number; next: number } | undefined {
  const bare = sentence.isMark(at, ',.-') ? at + 1 : at;
  return readYear(sentence, sentence.skip(bare));
}

/**
 * The year that was said or is to be assumed; else that of the last time it began, because memories are of the past.
 * Undefined where the span does not exist in any of them.
 */
export function inYear(
  sentence: Sentence,
  year: number | undefined,
  toSpan: (year: number) => Span | undefined,
): Span | undefined {
  if (year !== undefined) return toSpan(year);
  const thisYear = yearOf(sentence.now);
  const span = toSpan(thisYear);
  // 29 February is looked for in the years before.
  const earlier = [1, 2, 3, 4].map((back) => thisYear - back);
  return span && span.from <= sentence.now ? span : earlier.map(toSpan).find((one) => one !== undefined);
}

const COUNTED = new Set(
  'users lines tokens files rows words items people requests bytes characters times points records entries messages steps pages ms x by px dollars euros'.split(
    ' ',
  ),
);
const GLUE = '-/\\#$€£+=*~^@&%×';

/** A year by itself. Next to a unit or something that is counted it is a number like any other. */
export const bareYear: Rule = (sentence, at) => {
  const read = readYear(sentence, at);
  if (!read || isGlued(sentence, at)) return undefined;
  const after = sentence.tokens[read.next]?.text ?? '';
  if (COUNTED.has(after) || (sentence.read(read.next, 'unit') && !sentence.read(read.next, 'of'))) return undefined;
  return { span: yearSpan(read.year), next: read.next, dated: true, needs: 'any' };
};

function isGlued(sentence: Sentence, at: number): boolean {
  const { tokens } = sentence;
  const before = tokens[at]?.joined && sentence.isMark(at - 1, GLUE);
  const after = tokens[at + 1]?.joined && sentence.isMark(at + 1, GLUE) && tokens[at + 2]?.joined;
  return Boolean(before || after);
}
