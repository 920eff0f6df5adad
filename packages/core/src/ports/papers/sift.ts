/**
 * What a service was not, or could not be, asked for is left out of what it sends: words, people, journals. Words are compared as the
 * search of memories compares them, so that `network` finds `networks`.
 */
import type { Contributor } from '../../model/papers/index.ts';
import { toPhrase } from '../../model/terms/terms.ts';
import type { PaperSearch } from './paper-search.ts';
import type { SourcedPaper } from './paper-source.ts';

export type Sieve = (paper: SourcedPaper) => boolean;

/** Lets pass what all of them do. */
export function allOf(...sieves: readonly Sieve[]): Sieve {
  return (paper) => sieves.every((sieve) => sieve(paper));
}

/** Words and phrases in title or abstract. */
export function byKeywords({ keywords, match }: Pick<PaperSearch, 'keywords' | 'match'>): Sieve {
  const wanted = keywords.map((keyword) => toPhrase(keyword));
  if (wanted.length === 0) return () => true;
  return ({ item }) => {
    const texts = [item.title, item.abstract].map((text) => toPhrase(text ?? ''));
    const holds = (phrase: readonly string[]) => texts.some((text) => holdsRun(text, phrase));
    return match === 'all' ? wanted.every(holds) : wanted.some(holds);
  };
}

function holdsRun(text: readonly string[], phrase: readonly string[]): boolean {
  const [first] = phrase;
  for (let at = text.indexOf(first ?? ''); at >= 0; at = text.indexOf(first ?? '', at + 1)) {
    if (phrase.every((term, i) => text[at + i] === term)) return true;
  }
  return false;
}

/** Any of them; of a given name the first letter counts, for many have no more. */
export function byAuthors({ authors = [] }: Pick<PaperSearch, 'authors'>): Sieve {
  const wanted = authors.map((author) => folded(author));
  return wanted.length === 0
    ? () => true
    : ({ item }) => item.contributors.some((person) => wanted.some((name) => isNamed(person, name)));
}

function isNamed({ family, given, particle, literal }: Contributor, name: string): boolean {
  if (folded(literal ?? '') === name) return true;
  const own = folded([particle, family].filter(Boolean).join(' '));
  if (own === '') return false;
  if (own === name || folded(family ?? '') === name) return true;
  const before = name.endsWith(` ${own}`) ? name.slice(0, -own.length).trim() : '';
  return before !== '' && (given === undefined || folded(given).startsWith(before[0] ?? ''));
}

/** The name of the journal, or one of its numbers. */
export function byVenue({ venue }: PaperSearch): Sieve {
  if (venue === undefined) return () => true;
  const [name, number] = [folded(venue), venue.replaceAll(/[^\dXx]/gu, '').toUpperCase()];
  return ({ item }) =>
    [item.container_title, item.container_title_short].some((title) => folded(title ?? '') === name) ||
    item.identifiers.some(({ scheme, value }) => scheme === 'issn' && value.replaceAll('-', '') === number);
}

/** Any of its subjects, whatever joins their words. */
export function bySubjects({ subjects = [] }: Pick<PaperSearch, 'subjects'>): Sieve {
  const wanted = subjects.map(folded);
  return wanted.length === 0 ? () => true : ({ topics = [] }) => topics.some((topic) => wanted.includes(folded(topic)));
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
