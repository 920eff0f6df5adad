/**
 * A search of Crossref. It ranks by words and knows no phrases, so that what comes is sifted here. Its cursor is a place in a list that it
 * keeps for five minutes and that moves with every request: the same word for every page. So a page by cursor is asked for once, soon, by who
 * was given it; whatever else comes up (a failure, a run that goes on tomorrow) is asked for by how many come before.
 */
import { toZapomniError } from '@zapomni/core/errors';
import {
  allOf,
  byAuthors,
  byKeywords,
  byVenue,
  type AskOptions,
  type PaperSearch,
  type SearchSort,
  type SourcedPaper,
  type SourcePage,
} from '@zapomni/core/ports';
import type { Query } from '../ask/request-parts.ts';
import type { Question, SourceAsker } from '../ask/source-asker.ts';
import { papersOf, readJson } from '../define-source.ts';
import { toPaper } from '../parse/crossref-work.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../parse/pick.ts';
import { filterParts, typeWord } from './filter-language.ts';
import { fromCursor, isOffset, toCursor, tooMany } from './search-cursor.ts';
import { ISSN, plainWords } from './search-words.ts';

const CALLED = 'Crossref';
const [LIST, MOST_LISTED] = [100, 1000];
/** By how many come before; by cursor there is no end. */
const MOST_SHOWN = 10_000;
const START = '*';
/** Well within the five minutes. */
const CURSOR_GOOD_MS = 120_000;
const NOT_FOUND = 404;
const SORTS: Readonly<Record<SearchSort, string>> = { newest: 'published', updated: 'indexed', relevance: 'score' };

/** How many come before, and the cursor with when it was given, where there is one. */
interface Place {
  readonly n: number;
  readonly c?: string;
  readonly t?: number;
}

function isPlace(value: unknown): value is Place {
  const { n, c, t } = fieldsOf(value);
  return isOffset(n) && (c === undefined || (typeof c === 'string' && typeof t === 'number'));
}

interface Page {
  readonly works: readonly Fields[];
  readonly total: number;
  readonly cursor: string | undefined;
}

/** What every list of works is asked with. */
export type AskedWorks = Pick<Question<unknown>, 'headers' | 'rules'> & {
  readonly select: string;
  readonly used: UsedCursors;
};

/** Cursors that were used up. */
export class UsedCursors {
  readonly #used = new Set<string>();

  /** Once for each place. */
  take(cursor: string, n: number): boolean {
    if (cursor === START) return true;
    const key = `${cursor} ${n}`;
    if (this.#used.has(key)) return false;
    // Those that are forgotten are long past their five minutes.
    if (this.#used.size >= MOST_USED) this.#used.clear();
    this.#used.add(key);
    return true;
  }
}
const MOST_USED = 1000;

export async function searchCrossref(
  asker: SourceAsker,
  asked: AskedWorks,
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const place = fromCursor('crossref', search, options.cursor, isPlace) ?? { n: 0, c: START, t: asker.now };
  const rows = Math.min(options.limit ?? LIST, MOST_LISTED);
  const query = { ...queryOf(search), rows, select: asked.select };
  const { works, total, cursor } = await pageAt({ asker, asked, query, options }, place);
  const n = place.n + works.length;
  const passes = allOf(byKeywords(search), byAuthors(search), byVenue(search));
  const next: Place = cursor === undefined ? { n } : { n, c: cursor, t: asker.now };
  const goesOn = works.length > 0 && n < total ? toCursor('crossref', search, next) : null;
  return papersOf(works, (all) => all.map(toPaper).filter(passes), { total, next: goesOn });
}

interface Asking {
  readonly asker: SourceAsker;
  readonly asked: AskedWorks;
  readonly query: Query;
  readonly options: AskOptions;
}

async function pageAt(asking: Asking, place: Place): Promise<Page> {
  const byCursor = await pageByCursor(asking, place);
  if (byCursor) return byCursor;
  const { asker, asked, query, options } = asking;
  const rows = Math.min(Number(query['rows']), MOST_SHOWN - place.n);
  if (rows <= 0) throw tooMany(CALLED, MOST_SHOWN);
  const read = (body: string) => readPage(body, place.n);
  const again = { ...query, rows, offset: place.n };
  const page = await asker.ask({ ...asked, path: '/works', query: again, kind: 'news', missing: [], read }, options);
  // Its cursor would begin anew.
  return page ? { ...page, cursor: undefined } : { works: [], total: 0, cursor: undefined };
}

/** Null where the cursor is no longer good, or failed in a way that passes: who asked may have moved it. */
async function pageByCursor({ asker, asked, query, options }: Asking, { n, c, t = 0 }: Place): Promise<Page | null> {
  if (c === undefined || asker.now - t > CURSOR_GOOD_MS || !asked.used.take(c, n)) return null;
  const read = (body: string) => readPage(body, n);
  const question = { ...asked, path: '/works', query: { ...query, cursor: c }, kind: 'news' as const };
  try {
    return await asker.ask({ ...question, missing: [NOT_FOUND], passing: true, read }, options);
  } catch (error) {
    const { code } = toZapomniError(error);
    if (code !== 'UPSTREAM_FAILED' && code !== 'TIMEOUT') throw error;
    return null;
  }
}

function queryOf(search: PaperSearch): Query {
  const { keywords, authors = [], venue } = search;
  return {
    'query.bibliographic': keywords.map(plainWords).join(' ') || undefined,
    'query.author': authors.map(plainWords).join(' ') || undefined,
    'query.container-title': venue === undefined || ISSN.test(venue) ? undefined : plainWords(venue),
    filter: filterOf(search) || undefined,
    sort: SORTS[search.sort],
    order: 'desc',
  };
}

function filterOf({ venue, types = [], from, until, sort, filter }: PaperSearch): string {
  const days = sort === 'updated' ? 'index-date' : 'pub-date';
  return [
    ...(venue !== undefined && ISSN.test(venue) ? [`issn:${venue}`] : []),
    ...types.map((type, i) => `type:${typeWord(type, i)}`),
    ...(from === undefined ? [] : [`from-${days}:${from}`]),
    ...(until === undefined ? [] : [`until-${days}:${until}`]),
    ...filterParts(filter),
  ].join(',');
}

/** An empty page is the end, and none before it. */
function readPage(body: string, start: number): Page {
  const message = fieldsOf(readJson(CALLED, body)['message']);
  const { items } = message;
  if (!Array.isArray(items)) throw new TypeError('no list');
  const total = countOf(message['total-results']) ?? start + items.length;
  if (items.length === 0 && start < total) throw new TypeError('an empty page before the end');
  return { works: items.map(fieldsOf), total, cursor: textOf(message['next-cursor']) };
}
