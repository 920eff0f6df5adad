/**
 * bioRxiv and medRxiv by days: all that was posted in them, in order, from which words, people and subjects are sifted here. A page begins
 * behind so many posts; how many one has is for the service to say.
 */
import { invalidField } from '@zapomni/core/errors';
import {
  allOf,
  byAuthors,
  byKeywords,
  bySubjects,
  type AskOptions,
  type PaceRules,
  type PaperSearch,
  type SourcedPaper,
  type SourcePage,
} from '@zapomni/core/ports';
import type { SourceAsker } from '../ask/source-asker.ts';
import { readJson } from '../define-source.ts';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../parse/pick.ts';
import { fromCursor, isOffset, toCursor } from './search-cursor.ts';

const CALLED = 'bioRxiv';
const SERVERS = ['biorxiv', 'medrxiv'];
const LIST = 100;
const FIRST_VERSION = '1';

/** How many posts come before, and the last day where the search named none: today must not move while pages are turned. */
interface Place {
  readonly n: number;
  readonly until: string;
}

function isPlace(value: unknown): value is Place {
  const { n, until } = fieldsOf(value);
  return isOffset(n) && typeof until === 'string' && /^\d{4}-\d{2}-\d{2}$/u.test(until);
}

export async function searchBiorxiv(
  asker: SourceAsker,
  { rules, toPaper }: { readonly rules: PaceRules; readonly toPaper: (post: Fields) => SourcedPaper },
  search: PaperSearch,
  options: AskOptions = {},
): Promise<SourcePage<SourcedPaper>> {
  const { server = 'biorxiv', from = '' } = search;
  if (!SERVERS.includes(server)) throw invalidField('server', `one of ${SERVERS.join(', ')}`);
  const today = new Date(asker.now).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const begin = { n: 0, until: search.until ?? (from > today ? from : today) };
  const { n, until } = fromCursor('biorxiv', search, options.cursor, isPlace) ?? begin;
  const path = `/details/${server}/${from}/${until}/${n}/json`;
  const page = await asker.ask({ path, kind: 'news', rules, missing: [], read: (body) => readPage(body, n) }, options);
  if (!page) return { items: [], next: null };
  const { items, used } = taken(page.items, toPaper, search, options.limit ?? LIST);
  const next = n + used;
  return { items, total: page.total, next: next < page.total ? toCursor('biorxiv', search, { n: next, until }) : null };
}

interface Page {
  readonly items: readonly Fields[];
  readonly total: number;
}

/** How it went stands in the answer; that there is nothing on those days is no failure. */
function readPage(body: string, start: number): Page {
  const { messages, collection } = readJson(CALLED, body);
  const message = fieldsOf(listOf(messages)[0]);
  const status = textOf(message['status']) ?? '';
  if (/no posts found/iu.test(status)) return { items: [], total: 0 };
  if (!/^ok$/iu.test(status) || !Array.isArray(collection)) throw new TypeError('an error in the place of an answer');
  const total = countOf(message['total']) ?? start + collection.length;
  if (collection.length === 0 && start < total) throw new TypeError('an empty page before the end');
  return { items: collection.map(fieldsOf), total };
}

/** As many as are wanted of those that fit, and how many posts were looked at for them. */
function taken(
  posts: readonly Fields[],
  toPaper: (post: Fields) => SourcedPaper,
  search: PaperSearch,
  limit: number,
): { items: SourcedPaper[]; used: number } {
  const passes = allOf(byKeywords(search), byAuthors(search), bySubjects(search));
  const items = new Map<string, SourcedPaper>();
  for (const [i, post] of posts.entries()) {
    if (items.size >= limit) return { items: [...items.values()], used: i };
    const paper = isWanted(post, search) ? toPaper(post) : null;
    // Of two versions on one page the later one counts.
    if (paper && passes(paper)) items.set(textOf(post['doi']) ?? String(i), paper);
  }
  return { items: [...items.values()], used: posts.length };
}

/** What is published is so with its first version; later ones change it. */
function isWanted(post: Fields, { sort, types = [] }: PaperSearch): boolean {
  if (sort === 'newest' && (textOf(post['version']) ?? FIRST_VERSION) !== FIRST_VERSION) return false;
  const type = (textOf(post['type']) ?? '').toLowerCase();
  return types.length === 0 || types.some((wanted) => wanted.toLowerCase() === type);
}
