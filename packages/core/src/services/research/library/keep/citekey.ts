/** A name for a paper that people can write: family name, year and the first word of the title that says something. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { firstNameOf, fold, yearOf } from './keys.ts';

const SMALL_WORDS = new Set(
  'a an the on in of for and or to with from by at as is are der die das ein eine le la les un une'.split(' '),
);
const MOST_PART = 30;

export function citekeyFor(item: BibliographicItem): string {
  const name = ascii(firstNameOf(item) ?? '').replaceAll(' ', '');
  const word = ascii(fold(item.title ?? ''))
    .split(' ')
    .find((one) => one.length > 1 && !SMALL_WORDS.has(one));
  const parts = [name.slice(0, MOST_PART), String(yearOf(item) ?? ''), (word ?? '').slice(0, MOST_PART)];
  return parts.join('') || 'untitled';
}

function ascii(text: string): string {
  return text.replaceAll(/[^a-z0-9 ]/g, '');
}

const LETTERS = 26;

/** The n-th way to tell it from others of the name: `x`, `xa` … `xz`, `xaa`. */
export function withSuffix(base: string, n: number): string {
  if (n === 0) return base;
  const rest = n - 1;
  return withSuffix(base, Math.floor(rest / LETTERS)) + String.fromCharCode(97 + (rest % LETTERS));
}

/** As it was given, without what no format of a bibliography can hold in one. */
export function cleanCitekey(given: string | undefined): string | null {
  const key = (given ?? '')
    .replaceAll(/[\s,{}()"#%~\\=\p{Cc}]+/gu, '')
    .slice(0, 200)
    .toWellFormed();
  return key === '' ? null : key;
}
