/**
 * Which charset of one byte a text is in, by whether its words could be words: every byte beyond ASCII is looked at as the letter that each
 * charset makes of it, between the letters that it stands between. That tells from one line what counting triples of letters cannot.
 */
import { LANGUAGES } from './letters.ts';
import { EDGE, signsOf, type Sign } from './signs.ts';
import { weighMark } from './weigh-marks.ts';

/** What is tried where nothing speaks for one before another; texts in the first are the most. */
const PRIORS: Readonly<Record<string, number>> = {
  'windows-1252': 0,
  'windows-1250': -1.5,
  'windows-1251': -1.5,
  'iso-8859-2': -2,
  'koi8-r': -2.5,
  'koi8-u': -3,
  'windows-1253': -2,
  'iso-8859-7': -2.5,
  'windows-1254': -2,
  'windows-1255': -2.5,
  'windows-1256': -2.5,
  'windows-1257': -2,
  'windows-874': -4,
  macintosh: -2,
};

/** A letter that the language does not write; a word of another language than the rest; the most frequent letter of any. */
const [ABROAD, FOREIGN_WORD, FIRST] = [-7, -5, -0.9];
/** More say no more. */
const [MOST_WORDS, MOST_BYTES, LONGEST] = [200, 1200, 24];

export interface Weighed {
  readonly charset: string;
  /** For each byte beyond ASCII; about -3 for words of a language, far less for what none would write. */
  readonly mean: number;
}

/** Null where there is nothing beyond ASCII. */
export function weighLetters(bytes: Uint8Array): Weighed | null {
  const words = wordsIn(bytes);
  const length = words.flat().filter((byte) => byte >= 0x80).length;
  if (length === 0) return null;
  const weighed = Object.entries(PRIORS).map(([charset, prior]) => ({
    charset,
    weight: prior + weigh(words, charset),
  }));
  const best = weighed.reduce((a, b) => (b.weight > a.weight ? b : a));
  return { charset: best.charset, mean: best.weight / length };
}

/** Those with a byte beyond ASCII, each once. */
function wordsIn(bytes: Uint8Array): readonly (readonly number[])[] {
  const found = new Map<string, readonly number[]>();
  let [at, size] = [0, 0];
  while (at < bytes.length && found.size < MOST_WORDS && size < MOST_BYTES) {
    const from = at;
    while (isInWord(bytes[at])) at++;
    const word = bytes.subarray(from, Math.min(at, from + LONGEST));
    if (word.some((byte) => byte >= 0x80)) {
      found.set(word.join(','), [...word]);
      size += word.length;
    }
    at = Math.max(at, from + 1);
  }
  return [...found.values()];
}

function isInWord(byte = 0): boolean {
  return byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Of the language that explains most; words of others cost something. */
function weigh(words: readonly (readonly number[])[], charset: string): number {
  const signs = signsOf(charset);
  const languages = WEIGHTS.filter((one) => one.charsets.includes(charset)).map(({ weights }) => weights);
  const sums = languages.map(() => 0);
  for (const word of words) {
    const decoded = word.map((byte) => signs[byte] as Sign);
    const fixed = weighPlaces(decoded);
    const own = languages.map((weights) => fixed + weighWord(decoded, weights));
    const best = Math.max(...own) + FOREIGN_WORD;
    for (const [i, weight] of own.entries()) sums[i] = (sums[i] ?? 0) + Math.max(weight, best);
  }
  return Math.max(...sums);
}

/** What does not depend on the language. */
function weighPlaces(word: readonly Sign[]): number {
  let sum = 0;
  for (const [i, sign] of word.entries()) {
    if (sign.isAscii) continue;
    const [before, after] = [word[i - 1] ?? EDGE, word[i + 1] ?? EDGE];
    if (!sign.isLetter) sum += weighMark(sign, before, after);
    else if (!sign.isLatin && (before.isAscii || after.isAscii)) sum += 2 * ABROAD;
    else sum += weighCapital(sign, before) + weighContacts(sign, before, after);
  }
  return sum;
}

/** At the beginning of a word, or among others. */
function weighCapital(sign: Sign, before: Sign): number {
  if (!sign.isCapital) return 0;
  return before.isLetter && !before.isCapital ? -6 : -1.5;
}

/** Most languages keep vowels apart, and have no word of one consonant. */
function weighContacts(sign: Sign, before: Sign, after: Sign): number {
  if (sign.isVowel) return -0.7 * (Number(before.isVowel) + Number(after.isVowel));
  return before.isLetter || after.isLetter ? 0 : -3;
}

type Weights = ReadonlyMap<string, LetterWeights>;

interface LetterWeights {
  anywhere: number | undefined;
  /** By `^`, what comes next, and `$`. */
  readonly places: Map<string, number>;
}

function weighWord(word: readonly Sign[], weights: Weights): number {
  let sum = 0;
  for (const [i, sign] of word.entries()) {
    if (sign.isAscii || !sign.isLetter) continue;
    const known = weights.get(sign.small);
    sum += (known && weightAt(known, word[i - 1] ?? EDGE, word[i + 1] ?? EDGE)) ?? ABROAD;
  }
  return sum;
}

function weightAt({ anywhere, places }: LetterWeights, before: Sign, after: Sign): number | undefined {
  if (places.size === 0) return anywhere;
  const first = before.isLetter ? '' : '^';
  const next = after.isLetter ? after.small : '$';
  return places.get(first + next) ?? places.get(first) ?? places.get(next) ?? anywhere;
}

const WEIGHTS = LANGUAGES.map(({ charsets, letters }) => {
  const weights = new Map<string, LetterWeights>();
  for (const [i, places] of letters.entries())
    for (const place of places.split('|')) {
      const letter = place.replaceAll(/[$^]/g, '').charAt(0);
      const known = weights.get(letter) ?? { anywhere: undefined, places: new Map() };
      const [weight, where] = [FIRST - Math.log(i + 2), place.replace(letter, '')];
      if (where === '') known.anywhere = weight;
      else known.places.set(where, weight);
      weights.set(letter, known);
    }
  return { charsets, weights };
});
