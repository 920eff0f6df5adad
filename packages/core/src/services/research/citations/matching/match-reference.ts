/**
 * Which of some candidates a reference means. An id decides. Else title, authors, year and journal are held together; the title must be nearly
 * equal, and where the rest is thin there must be a clear winner.
 */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import { editLikeness, nameKeys, titleWords, yearOf } from '../../reading/identity/index.ts';

export interface Candidate<Key> {
  readonly key: Key;
  readonly item: BibliographicItem;
}

export interface ReferenceMatch<Key> {
  readonly key: Key;
  readonly confidence: number;
  readonly method: 'id' | 'text-match';
}

const WEIGHTS = { title: 0.45, authors: 0.25, year: 0.15, journal: 0.15 };
const LEAST_TITLE = 0.8;
const ACCEPTED = 0.85;
const ACCEPTED_ALONE = 0.7;
/** By so much the best must lead where it is not sure by itself. */
const LEAD = 0.1;

/** Null where none of them is meant for sure. */
export function matchReference<Key>(
  reference: BibliographicItem,
  candidates: readonly Candidate<Key>[],
): ReferenceMatch<Key> | null {
  const named = candidates.find(({ item }) => sharesId(reference.identifiers, item.identifiers));
  if (named) return { key: named.key, confidence: 1, method: 'id' };
  const scored = candidates
    .map(({ key, item }) => ({ key, score: referenceScore(reference, item) }))
    .filter(({ score }) => score >= ACCEPTED_ALONE)
    .toSorted((one, other) => other.score - one.score);
  const [best, next] = scored;
  if (!best) return null;
  const isClear = best.score >= ACCEPTED ? next?.score !== best.score : (next?.score ?? 0) <= best.score - LEAD;
  return isClear ? { key: best.key, confidence: Math.round(best.score * 1000) / 1000, method: 'text-match' } : null;
}

const NAMES_A_WORK = new Set(['doi', 'arxiv', 'pmid', 'pmcid', 's2', 'openalex', 'dblp']);

function sharesId(a: readonly Identifier[], b: readonly Identifier[]): boolean {
  return a.some(
    (one) =>
      NAMES_A_WORK.has(one.scheme) && b.some((other) => one.scheme === other.scheme && one.value === other.value),
  );
}

/** 0 where the titles are not nearly equal. What one of them does not say counts half. */
function referenceScore(a: BibliographicItem, b: BibliographicItem): number {
  if (a.title === undefined) return isOnePlace(a, b) ? BY_PLACE : 0;
  const title = titleScore(a, b);
  if (title < LEAST_TITLE) return 0;
  const { authors, year, journal } = { authors: authorScore(a, b), year: yearScore(a, b), journal: journalScore(a, b) };
  return WEIGHTS.title * title + WEIGHTS.authors * authors + WEIGHTS.year * year + WEIGHTS.journal * journal;
}

const UNKNOWN = 0.5;
const BY_PLACE = 0.9;
const LEAST_JOURNAL = 0.8;

/** Physicists and chemists give no titles: journal, volume and page are of one work, and somebody who wrote it says that nothing is misprinted. */
function isOnePlace(a: BibliographicItem, b: BibliographicItem): boolean {
  const [volume, page] = [volumeOf(a), firstPageOf(a)];
  if (volume === '' || page === '' || volume !== volumeOf(b) || page !== firstPageOf(b)) return false;
  if (a.container_title === undefined || journalScore(a, b) < LEAST_JOURNAL) return false;
  return yearScore(a, b) > 0 && nameKeys(a).some((name) => nameKeys(b).includes(name));
}

/** `D65` and `65` are one: some write the section of a journal before the number. */
function volumeOf({ volume = '' }: BibliographicItem): string {
  return volume.replaceAll(/\D/gu, '');
}

function firstPageOf({ page = '', number = '' }: BibliographicItem): string {
  return (/[\p{L}\d]+/u.exec(page || number)?.[0] ?? '').toLowerCase().replace(/^0+/u, '');
}

function titleScore(a: BibliographicItem, b: BibliographicItem): number {
  const [one, other] = [titleWords(a.title ?? '').join(''), titleWords(b.title ?? '').join('')];
  if (one === '' || other === '') return 0;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  // A subtitle that one of them leaves out.
  if (short.length >= 20 && long.startsWith(short)) return Math.max(0.9, short.length / long.length);
  return editLikeness(one, other, LEAST_TITLE);
}

function authorScore(a: BibliographicItem, b: BibliographicItem): number {
  const [one, other] = [nameKeys(a), nameKeys(b)];
  if (one.length === 0 || other.length === 0) return UNKNOWN;
  const shared = one.filter((name) => other.includes(name)).length;
  const isFirst = one[0] === other[0] ? 0.2 : 0;
  return Math.min(1, (0.8 * shared) / Math.min(one.length, other.length) + isFirst);
}

function yearScore(a: BibliographicItem, b: BibliographicItem): number {
  const [one, other] = [yearOf(a), yearOf(b)];
  if (one === null || other === null) return UNKNOWN;
  return one === other ? 1 : Math.abs(one - other) === 1 ? 0.6 : 0;
}

function journalScore(a: BibliographicItem, b: BibliographicItem): number {
  const [one, other] = [
    titleWords(a.container_title ?? ''),
    titleWords(b.container_title ?? b.container_title_short ?? ''),
  ];
  if (one.length === 0 || other.length === 0) return UNKNOWN;
  if (isShortened(one, other) || isShortened(other, one)) return 1;
  return editLikeness(one.join(''), other.join(''));
}

const EMPTY = new Set(['the', 'of', 'and', 'on', 'in', 'for', 'a']);

/** `J. Mach. Learn. Res.`: each word begins one of the other, in their order. */
function isShortened(short: readonly string[], long: readonly string[]): boolean {
  const words = long.filter((word) => !EMPTY.has(word));
  let at = 0;
  for (const word of short.filter((one) => !EMPTY.has(one))) {
    while (at < words.length && !(words[at] as string).startsWith(word)) at++;
    if (at++ >= words.length) return false;
  }
  return true;
}
