/** Papers whose title is nearly what was given: a slip, another subtitle or none, or most of its words. */
import { editDistance, PAPER_KIND, toTerms } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { editLikeness } from '../../reading/identity/index.ts';
import { fold, titleKey } from '../keep/keys.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { Offer } from './candidate.ts';

const MOST_BEGINNING = 20;
const MOST_HITS = 40;
const MOST_WORDS = 20;
const MOST_NAMED = 5;
const SHORT = 8;
/** Words shorter than this say little by themselves. */
const LEAST_TELLING = 4;
/** Shorter ones have no neighbours that the store tells of. */
const LEAST_CORRECTED = 3;

/** What is looked at before it is compared: by how titles begin, by words, also misspelt ones, and by the people. A citekey has words too. */
export async function papersNear(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const words = given.replaceAll(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ');
  const found = await Promise.all([
    beginningAlike(deps, workspace, given),
    byWords(deps, workspace, words),
    byPeople(deps, workspace, words),
  ]);
  const all = new Map(found.flat().map((paper) => [paper.key, paper]));
  return [...all.values()];
}

export function alikeTitles(given: string, papers: readonly KeptPaper[]): Offer[] {
  const key = titleKey(given);
  if (key === null) return [];
  const words = wordsOf(given);
  return papers.flatMap((paper) => {
    const how = likenessOf(key, paper.value.item.title ?? '') ?? inWords(words, paper);
    return how ? [{ paper, ...how }] : [];
  });
}

interface Likeness {
  readonly why: string;
  readonly far: number;
}

const ALIKE = 0.8;

function likenessOf(key: string, title: string): Likeness | null {
  const its = titleKey(title);
  if (its === null) return null;
  if (its === key) return { why: 'its title is the same', far: 0 };
  const like = editLikeness(key, its, ALIKE);
  if (like > 0) return { why: `its title differs by ${apartIn(key, its, like)}`, far: (1 - like) * 5 };
  if (Math.min(key.length, its.length) < SHORT && editDistance(key, its) <= 1)
    return { why: 'its title differs by one letter', far: 1 };
  if (key.length >= SHORT && its.startsWith(key)) return { why: 'its title begins so', far: 0.5 };
  const main = titleKey(mainOf(title));
  if (main === null || main.length < SHORT) return null;
  if (key.startsWith(main)) return { why: 'its title without the subtitle is how this begins', far: 1 };
  return editLikeness(key, main, ALIKE) > 0
    ? { why: 'its title without the subtitle is nearly the same', far: 1.5 }
    : null;
}

function apartIn(one: string, other: string, like: number): string {
  const apart = Math.round((1 - like) * Math.max(one.length, other.length));
  return apart === 1 ? 'one letter' : `${apart} letters`;
}

function mainOf(title: string): string {
  return title.split(/\s*[:?!–—]\s+|\s+-\s+|\.\s+/, 1)[0] ?? title;
}

const MOST_OF = 0.6;

/** Most of what was given stands in its title, or is who wrote it, and when. */
function inWords(words: readonly string[], { value: { item, names, year } }: KeptPaper): Likeness | null {
  const its = [...fold(item.title ?? '').split(' '), ...names.flatMap((name) => name.split(' ')), String(year ?? '')];
  const held = words.filter((word) => its.some((other) => isLike(word, other))).length;
  const share = words.length === 0 ? 0 : held / words.length;
  return share >= MOST_OF ? { why: 'its title, authors and year have most of these words', far: 4 - share } : null;
}

function isLike(word: string, other: string): boolean {
  if (word === other) return true;
  return word.length >= LEAST_TELLING && other.length >= LEAST_TELLING && editLikeness(word, other, 0.75) > 0;
}

/** Those that say something. */
function wordsOf(given: string): string[] {
  const words = [...new Set(fold(given).split(' '))].filter((word) => word !== '').slice(0, MOST_WORDS);
  const telling = words.filter((word) => word.length >= LEAST_TELLING);
  return telling.length > 0 ? telling : words;
}

async function beginningAlike(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const key = titleKey(given);
  if (key === null) return [];
  const main = titleKey(mainOf(given)) ?? key;
  const lengths = [key.length, Math.min(main.length, key.length), Math.ceil(key.length * 0.6), SHORT, 4];
  const pages = await papersOf(deps).listMany(
    workspace,
    [...new Set(lengths)].map((length) => ({
      index: 'by_title_key' as const,
      prefix: key.slice(0, length).toWellFormed(),
      limit: MOST_BEGINNING,
    })),
  );
  return pages.flatMap(({ items }) => [...items]);
}

async function byWords(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const { fullText, memories } = deps.storage;
  const terms = [...new Set(toTerms(given.slice(0, 1000)))].slice(0, MOST_WORDS);
  if (terms.length === 0) return [];
  const long = terms.filter((term) => term.length >= LEAST_CORRECTED && !term.startsWith('_')).slice(0, MOST_NAMED * 2);
  const similar = await Promise.all(long.map((term) => fullText.similar(term, workspace, 2)));
  const corrected = [...new Set([...terms, ...similar.flat().map(({ term }) => term)])];
  const scope = { workspace, filter: { kinds: [PAPER_KIND] } };
  const hits = await fullText.search({ terms: corrected }, MOST_HITS, scope);
  const found = await memories.summaries(workspace, [...new Set(hits.map(({ memoryId }) => memoryId))]);
  const ids = found.map(({ metadata }) => metadata['paper_id']).filter((id) => typeof id === 'string');
  return papersOf(deps).getMany(workspace, [...new Set(ids)]);
}

async function byPeople(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const names = wordsOf(given)
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, MOST_NAMED);
  const pages = await papersOf(deps).listMany(
    workspace,
    names.map((name) => ({ index: 'by_name' as const, where: { names: name }, limit: MOST_BEGINNING })),
  );
  return pages.flatMap(({ items }) => [...items]);
}
