/**
 * How each word is written, which the model cannot see because it reads small letters only. The head that finds names was trained on these
 * very numbers: changing one means training it anew.
 */
import type { BasicWord } from './basic-words.ts';

export const SPELLING_FEATURES = 22;
/** Of these the ones that are of the whole text and so the same for each of its words. */
export const OF_THE_TEXT = { from: 16, to: 18 } as const;

export interface PiecedWord extends BasicWord {
  /** How many word pieces the model reads it in. */
  readonly pieces: number;
}

const MIXED = /[a-z][A-Z]|[A-Z]{2,}[a-z]/u;
const SENTENCE_STARTERS = new Set('.!?:;"“”()[]-–—*•');
const ENDS = new Set(['.', '!', '?']);
const QUOTES = new Set(['"', '“', '”']);
const JOINING = new Set(`-'’.&`);
const PARTING = new Set(',;()');

const isSmall = (word: string) => word === word.toLowerCase() && word !== word.toUpperCase();
const isCapital = (word: string) => word === word.toUpperCase() && word !== word.toLowerCase();
const hasLetter = /^\p{L}/u;
const hasDigit = /\p{Nd}/u;
const onlyDigits = /^\p{Nd}+$/u;
const hasSubstance = /[\p{L}\p{N}]/u;

/** One row of `SPELLING_FEATURES` numbers for each word. */
export function spellingOf(text: string, words: readonly PiecedWord[]): Float32Array {
  const written = words.map(({ start, end }) => text.slice(start, end));
  const shares = sharesOf(written);
  const shapes = new Map<string, number[]>();
  const shapeOnce = (word: string): number[] => {
    const known = shapes.get(word) ?? shapeOf(word);
    shapes.set(word, known);
    return known;
  };
  const rows = new Float32Array(words.length * SPELLING_FEATURES);
  let quoted = false;
  for (const [i, word] of words.entries()) {
    const row = [
      ...shapeOnce(written[i] as string),
      ...placeOf(text, words, written, i),
      Number(quoted),
      ...shares,
      ...rest(written[i] as string, word),
    ];
    rows.set(row, i * SPELLING_FEATURES);
    if (QUOTES.has(written[i] as string)) quoted = !quoted;
  }
  return rows;
}

function shapeOf(word: string): number[] {
  const [first = '', ...others] = word;
  const tail = others.join('');
  return [
    isSmall(word),
    isCapital(first) && tail !== '' && isSmall(tail),
    isCapital(word) && tail !== '',
    isCapital(word) && tail === '',
    MIXED.test(word),
    onlyDigits.test(word),
    hasDigit.test(word) && !onlyDigits.test(word),
    !hasSubstance.test(word),
  ].map(Number);
}

function placeOf(text: string, words: readonly BasicWord[], written: readonly string[], i: number): number[] {
  const { start, end } = words[i] as BasicWord;
  const before = written[i - 1];
  return [
    begins(text, words, written, i),
    i === 0,
    start > 0 && !/\s/u.test(text.charAt(start - 1)),
    end < text.length && !/\s/u.test(text.charAt(end)),
    before === '@',
    before === '#',
    written[i] === '@' || written[i] === '#',
  ].map(Number);
}

/** At the beginning of the text, a line, a sentence or a part of one. */
function begins(text: string, words: readonly BasicWord[], written: readonly string[], i: number): boolean {
  if (i === 0) return true;
  const before = written[i - 1] as string;
  if (SENTENCE_STARTERS.has(before) || text.slice(words[i - 1]?.end, words[i]?.start).includes('\n')) return true;
  return before === "'" && ENDS.has(written[i - 2] ?? '');
}

/** How much of the text is capitalised, and how much is written in capitals throughout. */
function sharesOf(written: readonly string[]): [number, number] {
  const letters = written.filter((word) => hasLetter.test(word));
  const share = (count: number) => count / Math.max(1, letters.length);
  return [
    share(letters.filter((word) => isCapital(word.charAt(0))).length),
    share(letters.filter((word) => word.length > 1 && isCapital(word)).length),
  ];
}

function rest(word: string, { pieces }: PiecedWord): number[] {
  return [
    Math.min(word.length, 12) / 12,
    Number(JOINING.has(word)),
    Number(PARTING.has(word)),
    Math.min(pieces, 6) / 6,
  ];
}
