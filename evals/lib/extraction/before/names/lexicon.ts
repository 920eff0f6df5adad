/** What the lexicons say of a phrase. */
import { COUNTRIES, isNationality } from '../lexicon/countries.ts';
import { ORGANIZATIONS } from '../lexicon/organizations.ts';
import { PLACES } from '../lexicon/places.ts';
import { PLAIN_WORD_TECHNOLOGIES, PRODUCTS, TECHNOLOGIES } from '../lexicon/technologies.ts';

export type NameType =
  | 'person'
  | 'organization'
  | 'place'
  | 'nationality'
  | 'product'
  | 'technology'
  | 'event'
  | 'work'
  | 'concept';

/** Lexicons that hold whole names; of two that have the same, the first wins. */
const LISTS: readonly (readonly [NameType, { has(phrase: string): boolean }])[] = [
  ['place', COUNTRIES],
  ['nationality', { has: isNationality }],
  ['technology', TECHNOLOGIES],
  ['product', PRODUCTS],
  ['organization', ORGANIZATIONS],
  ['place', PLACES],
];
export const LONGEST_PHRASE = 4;

const MODEL_NUMBER = / \d+$/u;

/** `windows 10` is a `windows`. */
export function withoutNumber(phrase: string): string {
  return phrase.replace(MODEL_NUMBER, '');
}

export function knownType(phrase: string): NameType | undefined {
  return LISTS.find(([, list]) => list.has(phrase))?.[0];
}

/** Written small these mean the same; every other name has to begin with a capital. */
export function isNameInLowerCase(phrase: string, isPlainWord: (word: string) => boolean): boolean {
  if (TECHNOLOGIES.has(phrase)) return !PLAIN_WORD_TECHNOLOGIES.has(phrase);
  const isProper = PRODUCTS.has(phrase) || ORGANIZATIONS.has(phrase) || PLACES.has(phrase);
  return isProper && phrase.length > 3 && phrase.split(' ').some((word) => !isPlainWord(word));
}
