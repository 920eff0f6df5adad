/** How far two titles are one: by their letters, or because one is the other with something before or behind it. */
import { editLikeness } from './edit-likeness.ts';
import { isTelling } from './title-key.ts';

export interface Title {
  readonly words: readonly string[];
  /** The words without spaces: what one source writes together another writes apart. */
  readonly letters: string;
  /** How many of its words say what it is about. */
  readonly telling: number;
  /** Of a column, an editorial: many have this title. */
  readonly generic: boolean;
}

export interface TitleLikeness {
  /** 1 is equal. */
  readonly letters: number;
  /** The share of the shorter title, by its letters, that stands in the longer one. */
  readonly contained: number;
  /** Of the longer one that stands in the shorter. */
  readonly covered: number;
  /** Words of the longer one that say something and stand before what they share: `Optimization of …`, `Overview of …`. */
  readonly before: number;
  /** A figure of one stands against another figure of the other: parts of a series, years of a report. */
  readonly otherFigures: boolean;
}

const FRONT_MATTER =
  /^(?:(?:guest )?editors?(?:ial)?s?|editorials?|preface|foreword|introduction|message|news|notes?|notices?|letters?|columns?|reviews?|report|reports|errat(?:um|a)|corrigend(?:um|a)|corrections?|comments?|reply|response|obituary|contents|index|abstracts?|discussion|summary|conclusions?|appendix|front|back|matter|book|books|from|chairs?|chairman|treasurers?|presidents?|remarks|issue|special|section|panel|session|tutorial|keynote|interview)$/u;

export function toTitle(words: readonly string[]): Title {
  const telling = words.filter(isTelling);
  const own = telling.filter((word) => !FRONT_MATTER.test(word));
  return { words, letters: words.join(''), telling: telling.length, generic: own.length < 2 };
}

/** Below this share of letters in common two titles are not compared any further. */
const WORTH_A_LOOK = 0.5;
const LEAST_LIKE = 0.6;

export function titleLikeness(a: Title, b: Title): TitleLikeness {
  if (a.letters === b.letters) return { letters: 1, contained: 1, covered: 1, before: 0, otherFigures: false };
  const [short, long] = a.letters.length <= b.letters.length ? [a, b] : [b, a];
  const { common, first } = commonInOrder(short, long);
  const contained = long.letters.includes(short.letters) ? 1 : common / Math.max(1, short.letters.length);
  const covered = (contained * short.letters.length) / Math.max(1, long.letters.length);
  const letters = contained < WORTH_A_LOOK ? 0 : editLikeness(a.letters, b.letters, LEAST_LIKE);
  const before = contained < WORTH_A_LOOK ? 0 : long.words.slice(0, first).filter(isTelling).length;
  return { letters, contained, covered, before, otherFigures: contained >= WORTH_A_LOOK && differInFigures(a, b) };
}

/** Letters of words that both have, in the same order; a word that is spelt a little otherwise counts. */
function commonInOrder(short: Title, long: Title): { readonly common: number; readonly first: number } {
  let [at, common, first] = [0, 0, 0];
  for (const word of short.words) {
    const found = indexFrom(long.words, word, at);
    if (found < 0) continue;
    if (common === 0) first = found;
    common += word.length;
    at = found + 1;
  }
  return { common, first };
}

function indexFrom(words: readonly string[], word: string, from: number): number {
  const exact = words.indexOf(word, from);
  if (exact >= 0 || word.length < 5) return exact;
  for (let i = from; i < words.length; i++) if (isSpelling(word, words[i] as string)) return i;
  return -1;
}

/** One slip of the pen, or another ending: `modelling` and `modeling`, `database` and `databases`. */
function isSpelling(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 2) return false;
  return editLikeness(a, b, 0.8) > 0;
}

const FIGURE = /^(?:\d{1,4}|[ivx]{1,4})$/u;

/** A figure that only one of them has may have been left out by the other. */
function differInFigures(a: Title, b: Title): boolean {
  const [of, and] = [figures(a), figures(b)];
  return of.some((figure) => !and.includes(figure)) && and.some((figure) => !of.includes(figure));
}

function figures({ words }: Title): string[] {
  return words.filter((word) => FIGURE.test(word));
}
