/** How words and sentences are written: capitals tell names only where not everything has them. */
import type { Sentence, Word } from '../reading/words.ts';

const INITIAL_CAPITAL = /^\p{Lu}/u;
const ALL_CAPITALS = /^(?=(?:.*\p{Lu}){2})[\p{Lu}\p{N}&.'’-]+$/u;
const INNER_CAPITAL = /^\p{Ll}{1,3}\p{Lu}|^\p{N}{1,2}\p{Lu}|\p{Ll}\p{Lu}/u;
const LETTER = /\p{L}/u;
const LOWER = /^\p{Ll}/u;

export const isCapitalised = ({ text }: Word): boolean => INITIAL_CAPITAL.test(text) || INNER_CAPITAL.test(text);
export const isAllCapitals = ({ text }: Word): boolean => ALL_CAPITALS.test(text);
export const isCamel = ({ text }: Word): boolean => INNER_CAPITAL.test(text);
const isLetters = ({ text }: Word): boolean => LETTER.test(text);
export const isLower = ({ text }: Word): boolean => LOWER.test(text);

/** `title`: nearly every word begins with a capital; `upper`: nearly all letters are capitals. */
export type Casing = 'normal' | 'title' | 'upper';

const MOST = 0.7;
const ENOUGH = 4;
/** Stay small in titles. */
const JOINING = new Set(['DET', 'ADP', 'CCONJ', 'PART', 'SCONJ', 'NUM']);
/** Do not stay small in titles. */
const TELLING = new Set(['VERB', 'AUX', 'PRON']);

export function casingOf({ words }: Sentence): Casing {
  const letters = words.filter((word) => isLetters(word) && word.text.length > 1);
  const capitals = letters.filter(isAllCapitals).length;
  if (letters.length >= ENOUGH && capitals / letters.length > MOST) return 'upper';
  if (letters.some((word) => isLower(word) && TELLING.has(word.tag))) return 'normal';
  const content = letters.filter(({ tag }) => !JOINING.has(tag));
  const capitalised = content.filter(isCapitalised).length;
  return content.length >= ENOUGH && capitalised / content.length > MOST ? 'title' : 'normal';
}
