/**
 * What a feed has new. It is asked with what it said of itself last time, so that one which has not changed costs a line; read whole, because
 * that is how feeds come, and handed on in pages. Who goes on with a page in another process gets the same one as long as the feed is the
 * same, and all of it again when it is not: an entry may come twice then, and is known by its key; none is passed over.
 */
import { allOf, byAuthors, byKeywords, bySubjects, type PaperSearch } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashOf } from '../../../memory/prepare-text.ts';
import { fetchFeed, type Feed } from '../../feeds/index.ts';
import type { Finder, FindRequest, FoundItem, FoundPage } from '../finder.ts';
import { toFound } from './feed-item.ts';

export interface FeedPlace {
  readonly url: string;
  /** Of its entries only those that fit; all where nothing is said. */
  readonly only?: Partial<Pick<PaperSearch, 'keywords' | 'match' | 'authors' | 'subjects'>>;
  /** First and last day of what was published, `YYYY-MM-DD`; an entry that does not say when is in. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

type FeedDeps = Pick<Deps, 'web' | 'findCharset'>;

interface ReadFeed {
  readonly hash: string;
  readonly mark: string;
  readonly items: readonly FoundItem[];
  readonly skipped: readonly string[];
}

const PLACE = /^([\w-]{16}) (\d{1,6})$/u;

export function feedFinder(deps: FeedDeps, place: FeedPlace): Finder {
  let read: ReadFeed | null = null;
  return {
    async page(request): Promise<FoundPage> {
      const [, hash, at = '0'] = PLACE.exec(request.cursor ?? '') ?? [];
      const isKept = read !== null && read.hash === hash;
      if (!isKept) read = await ask(deps, place, request);
      if (read === null) return { items: [], next: null, requests: 1, skipped: [], ...markOf(request) };
      return pageOf(read, read.hash === hash ? Number(at) : 0, request.limit, isKept ? 0 : 1);
    },
  };
}

function markOf({ mark }: FindRequest): { mark?: string } {
  return mark === null ? {} : { mark };
}

function pageOf(read: ReadFeed, from: number, limit: number, requests: number): FoundPage {
  const end = from + Math.max(1, limit);
  return {
    items: read.items.slice(from, end),
    next: end < read.items.length ? `${read.hash} ${end}` : null,
    total: read.items.length,
    requests,
    skipped: from === 0 ? read.skipped : [],
    mark: read.mark,
  };
}

/** Null where nothing has changed. A page in the middle is asked for without conditions: something is left of it. */
async function ask(deps: FeedDeps, place: FeedPlace, { cursor, mark, signal }: FindRequest): Promise<ReadFeed | null> {
  const fetched = await fetchFeed(deps, { url: place.url, mark: cursor === null ? mark : null, signal });
  if (!fetched) return null;
  const hash = (await hashOf(fetched.bytes)).slice(0, 16);
  return { hash, mark: fetched.mark, ...itemsOf(fetched.feed, place) };
}

function itemsOf(feed: Feed, place: FeedPlace): Pick<ReadFeed, 'items' | 'skipped'> {
  const titled = feed.entries.filter(({ title }) => title !== null && title.text !== '');
  const untitled = feed.entries.length - titled.length;
  const found = new Map<string, FoundItem>();
  for (const entry of titled) {
    const item = toFound(entry);
    const key = item.key ?? '';
    if (!found.has(key) && isWanted(item, place)) found.set(key, item);
  }
  return {
    items: [...found.values()],
    skipped: [...Array.from({ length: untitled }, () => 'An entry has no title.'), ...feed.problems],
  };
}

function isWanted({ paper }: FoundItem, { only = {}, from, until }: FeedPlace): boolean {
  const { keywords = [], match = 'any', ...others } = only;
  if (!allOf(byKeywords({ keywords, match }), byAuthors(others), bySubjects(others))(paper)) return false;
  const { year, month = 1, day = 1 } = paper.item.issued ?? {};
  if (year === undefined) return true;
  const said = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
  return said >= (from ?? '') && said <= (until ?? '9');
}
