/** Spellings by which papers, people and journals are compared: folded, so that accents, case and marks make no difference. */
import type { BibliographicItem, Contributor } from '../../../../model/papers/index.ts';
import { cutText } from '../../../documents/document-record.ts';

/** What an index key holds in any script. */
const MOST_KEY = 300;
/** Who looks for a paper by somebody names one of the first; of ten thousand authors not each is a way in. */
const MOST_NAMES = 100;

const MARKUP = /<[^<>]{1,200}>/g;
const TEX_COMMAND = /\\[a-zA-Z]+\s*|\\./g;

/** Letters, digits and marks of which none is an accent, markup or a command. */
const PLAIN = /^[ !"#%&'()*+,\-./0-9:;=?@A-Z[\]^_`a-z{|}~$]*$/;

/** Letters and digits in lower case, a space between words. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return foldPlain(text);
  return text
    .replaceAll(MARKUP, ' ')
    .replaceAll(TEX_COMMAND, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/['’`{}$]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The same of what has nothing to take apart: most titles and names. */
function foldPlain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['`{}$]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Null where nothing is left of it: a title of signs alone is compared with no other. */
export function titleKey(title: string | undefined): string | null {
  const key = fold(cutText(title ?? '', MOST_KEY * 4)).replaceAll(' ', '');
  return key === '' ? null : cutText(key, MOST_KEY);
}

/** What a list in the order of titles goes by. */
export function titleSort(title: string | undefined): string {
  return cutText(fold(cutText(title ?? '', MOST_KEY)), MOST_SORT);
}

const MOST_SORT = 60;

/** The family name with what belongs to it, or whatever stands for one. */
function nameKeyOf({ particle, family, literal, given }: Contributor): string {
  const name = family === undefined ? (literal ?? given ?? '') : [particle ?? '', family].join(' ');
  return cutText(fold(name), MOST_KEY);
}

export function authorsOf({ contributors }: BibliographicItem): readonly Contributor[] {
  const authors = contributors.filter(({ role }) => role === 'author');
  return authors.length > 0 ? authors : contributors.filter(({ role }) => role === 'editor');
}

/** Each once, in their order. */
export function namesOf(item: BibliographicItem): string[] {
  const names = authorsOf(item)
    .slice(0, MOST_NAMES)
    .map(nameKeyOf)
    .filter((name) => name !== '');
  return [...new Set(names)];
}

export function firstNameOf(item: BibliographicItem): string | null {
  const [first] = authorsOf(item);
  return first ? nameKeyOf(first) || null : null;
}

export function yearOf({ issued, event_date, submitted }: BibliographicItem): number | null {
  return issued?.year ?? event_date?.year ?? submitted?.year ?? null;
}

export function venueOf(item: BibliographicItem): string | null {
  return item.container_title ?? item.event_title ?? item.publisher ?? null;
}

export function venueKey(item: BibliographicItem): string | null {
  return cutText(fold(venueOf(item) ?? ''), MOST_KEY) || null;
}

export function tagKey(tag: string): string {
  return cutText(fold(tag) || tag.trim().toLowerCase(), MOST_KEY);
}
