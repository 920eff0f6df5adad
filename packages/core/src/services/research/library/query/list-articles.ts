/**
 * All papers of the library in a stable order, with their true number. Where nothing narrows the list, an index is the order, and a
 * page near the end is read from the end; where a word does, what it finds is put in order here.
 */
import type { ListOrder } from '../../words.ts';
import { invalidField } from '../../../../errors/index.ts';
import { toPhrase, toTerms } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { noPlace, placeAfter, readPlace } from '../../place-cursor.ts';
import { fold, venueOf } from '../keep/keys.ts';
import { papersOf, versionsOf } from '../store/index.ts';
import type { KeptPaper, PaperRecord } from '../store/paper-record.ts';
import { byNames, byPartOfName } from './by-author.ts';
import { checkType } from './filter-papers.ts';
import type { Standing } from '../keep/arrival.ts';
import { holdingAll, papersHolding } from './word-hits.ts';

export interface ListArticlesRequest {
  readonly workspace: string;
  readonly limit: number;
  readonly offset?: number | undefined;
  /** `next` of the page before; not together with an offset. */
  readonly cursor?: string | undefined;
  readonly type?: string | undefined;
  /** Words that title, abstract, authors or venue hold, all of them. */
  readonly term?: string | undefined;
  readonly sort?: ListOrder | undefined;
  /** Ids of papers: those of a saved set. */
  readonly papers?: readonly string[] | undefined;
  readonly standing?: Standing | undefined;
}

export interface ArticlePage {
  readonly items: readonly KeptPaper[];
  /** How many there are in all. */
  readonly total: number;
  readonly next: string | null;
}

export async function listArticles(deps: Deps, request: ListArticlesRequest): Promise<ArticlePage> {
  const { limit } = request;
  if (request.cursor !== undefined && (request.offset ?? 0) > 0)
    throw invalidField('offset', 'give either offset or cursor');
  const type = request.type === undefined ? undefined : checkType(request.type, 'filter_by_type');
  const { offset, cursor } = placeOf(request);
  const asked = { ...request, type, offset, cursor } as ListArticlesRequest & { type?: PaperRecord['type'] };
  const isIndexed =
    asked.term === undefined && asked.papers === undefined && (type === undefined || sortOf(asked) === 'added');
  if (isIndexed) return alongIndex(deps, asked);
  const all = inOrder(await narrowed(deps, asked), sortOf(asked));
  if (cursor !== undefined) noPlace();
  const end = offset + limit;
  return { items: all.slice(offset, end), total: all.length, next: placeAfter(end, all.length) };
}

type Asked = ListArticlesRequest & { readonly type?: PaperRecord['type'] };

function sortOf({ sort = 'added' }: ListArticlesRequest): ListOrder {
  return sort;
}

/** A cursor is the index's own, or says the place. */
function placeOf({ offset = 0, cursor }: ListArticlesRequest): { offset: number; cursor: string | undefined } {
  const place = cursor === undefined ? null : readPlace(cursor);
  return place === null ? { offset, cursor } : { offset: place, cursor: undefined };
}

function stretchOf(asked: Asked) {
  const { type, standing = 'library' } = asked;
  if (type !== undefined) return { index: 'by_type' as const, where: { standing, type } };
  if (sortOf(asked) === 'title') return { index: 'by_title' as const, where: { standing } };
  if (sortOf(asked) === 'year') return { index: 'by_year' as const, where: { standing } };
  return { index: 'by_standing' as const, where: { standing } };
}

/** The newest first, but for titles. */
async function alongIndex(deps: Deps, asked: Asked): Promise<ArticlePage> {
  const { workspace, limit, offset = 0, cursor } = asked;
  const stretch = stretchOf(asked);
  const descending = sortOf(asked) !== 'title';
  const [all, hidden] = await Promise.all([
    papersOf(deps).count(workspace, stretch),
    versionsOf(deps).count(workspace),
  ]);
  const walk = { deps, workspace, stretch };
  // How many of a type stand behind others is not counted; those pages are walked from their beginning.
  const total = hidden === 0 || asked.type === undefined ? all - hidden : await countShown(walk);
  const fromEnd = cursor === undefined && offset > total / 2 && offset < total;
  if (!fromEnd) {
    const page = await take(walk, { descending, skip: offset, limit, cursor });
    return { ...page, total };
  }
  const count = Math.min(limit, total - offset);
  const skip = total - offset - count;
  const { items } = await take(walk, { descending: !descending, skip, limit: count });
  return { items: items.toReversed(), total, next: placeAfter(offset + count, total) };
}

interface Walk {
  readonly deps: Deps;
  readonly workspace: string;
  readonly stretch: ReturnType<typeof stretchOf>;
}

interface Taking {
  readonly descending: boolean;
  readonly skip: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const MOST_AT_ONCE = 500;

/** Those that are shown under another are passed over. */
async function take({ deps, workspace, stretch }: Walk, taking: Taking): Promise<Omit<ArticlePage, 'total'>> {
  const items: KeptPaper[] = [];
  let { skip } = taking;
  let cursor: string | null | undefined = taking.cursor;
  while (cursor !== null && items.length < taking.limit) {
    const wanted = Math.min(MOST_AT_ONCE, skip + taking.limit - items.length);
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const page = await papersOf(deps).list(workspace, {
      ...stretch,
      descending: taking.descending,
      limit: wanted,
      ...place,
    });
    for (const paper of page.items) {
      if (paper.value.shown_as !== null) continue;
      if (skip > 0) skip -= 1;
      else items.push(paper);
    }
    cursor = page.next;
  }
  return { items, next: cursor ?? null };
}

async function countShown(walk: Walk): Promise<number> {
  return (await take(walk, { descending: false, skip: 0, limit: Number.MAX_SAFE_INTEGER })).items.length;
}

async function narrowed(
  deps: Deps,
  { workspace, term, papers, type, standing = 'library' }: Asked,
): Promise<KeptPaper[]> {
  const members = papers && (await papersOf(deps).getMany(workspace, [...new Set(papers)]));
  const found =
    term === undefined
      ? (members ?? (await everyOf(deps, workspace, type, standing)))
      : await holding(deps, workspace, term);
  const within = members && new Set(members.map(({ key }) => key));
  return found.filter(
    ({ key, value }) =>
      value.standing === standing &&
      value.shown_as === null &&
      value.merged_into === null &&
      (type === undefined || value.type === type) &&
      (!within || within.has(key)),
  );
}

async function everyOf(
  deps: Deps,
  workspace: string,
  type: PaperRecord['type'] | undefined,
  standing: Standing,
): Promise<KeptPaper[]> {
  const stretch = stretchOf({ workspace, limit: 1, standing, ...(type === undefined ? {} : { type }) });
  return [
    ...(await take({ deps, workspace, stretch }, { descending: true, skip: 0, limit: Number.MAX_SAFE_INTEGER })).items,
  ];
}

/** By the words of title and abstract, by the people who wrote it, by where it came out, and by words of several of these. */
async function holding(deps: Deps, workspace: string, term: string): Promise<KeptPaper[]> {
  const terms = [...new Set(toPhrase(term))];
  const words = fold(term)
    .split(' ')
    .filter((word) => word !== '');
  if (terms.length === 0 && words.length === 0) throw invalidField('search_term', 'has no words');
  const metadata = [{ field: 'document_id', op: 'exists' as const, value: false }];
  const ids = terms.length === 0 ? [] : await papersHolding(deps, workspace, holdingAll(terms), metadata);
  const byWords = await papersOf(deps).getMany(workspace, ids);
  const others = [...(await named(deps, workspace, words)), ...(await mixed(deps, workspace, words, terms))];
  const found = new Map([...byWords, ...others].map((paper) => [paper.key, paper]));
  return found.size > 0 || words.length === 0 ? [...found.values()] : byPartOfName(deps, workspace, words);
}

async function named(deps: Deps, workspace: string, words: readonly string[]): Promise<KeptPaper[]> {
  const names = new Set([words.join(' '), words.at(-1) ?? '']);
  const found = await byNames(deps, workspace, names, words);
  for await (const paper of papersOf(deps).each(workspace, { index: 'by_venue', prefix: words.join(' ') }))
    found.push(paper);
  return found;
}

/** More words than somebody types to find a paper again are not taken for names. */
const MOST_WORDS = 12;

/** Some of the words are somebody's name or the name of a venue, the rest stand elsewhere: `Vaswani attention`. */
async function mixed(
  deps: Deps,
  workspace: string,
  words: readonly string[],
  terms: readonly string[],
): Promise<KeptPaper[]> {
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const found: KeptPaper[] = [];
  const keep = async (papers: AsyncIterable<KeptPaper>): Promise<void> => {
    for await (const paper of papers) if (holdsAll(paper, terms)) found.push(paper);
  };
  for (const name of runsOf(words)) {
    await keep(papersOf(deps).each(workspace, { index: 'by_name', where: { names: name } }));
    await keep(papersOf(deps).each(workspace, { index: 'by_venue', where: { venue_key: name } }));
  }
  return found;
}

function runsOf(words: readonly string[]): ReadonlySet<string> {
  const ends = words.map((_, i) => i + 1);
  return new Set(words.flatMap((_, i) => ends.slice(i).map((end) => words.slice(i, end).join(' '))));
}

function holdsAll({ value: { item } }: KeptPaper, terms: readonly string[]): boolean {
  const names = item.contributors.flatMap(({ role: _role, ...name }) => Object.values(name));
  const held = new Set(toTerms([item.title, item.abstract, venueOf(item), ...names].join('\n')));
  return terms.every((term) => held.has(term));
}

function inOrder(papers: readonly KeptPaper[], sort: ListOrder): KeptPaper[] {
  const byKey = (one: KeptPaper, other: KeptPaper): number => (one.key < other.key ? -1 : 1);
  const orders: Record<ListOrder, (one: KeptPaper, other: KeptPaper) => number> = {
    added: (one, other) => other.value.added_at - one.value.added_at,
    title: (one, other) =>
      one.value.title_sort < other.value.title_sort ? -1 : one.value.title_sort > other.value.title_sort ? 1 : 0,
    year: (one, other) => (other.value.year ?? -1e6) - (one.value.year ?? -1e6),
  };
  return papers.toSorted((one, other) => orders[sort](one, other) || byKey(one, other));
}
