/**
 * What a feed has new. It is asked with what it said of itself last time, so that one which has not changed costs a line; read whole, because
 * that is how feeds come, and handed on in pages. Who goes on with a page in another process gets the same one as long as the feed is the
 * same, and all of it again when it is not: an entry may come twice then, and is known by its key; none is passed over.
 *
 * A feed that comes in pages is followed from document to document, on its own host, as long as they say something of the days that are asked for.
 */
import { allOf, byAuthors, byKeywords, bySubjects, type PaperSearch } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashOf } from '../../../memory/prepare-text.ts';
import { fetchFeed, type Feed } from '../../feeds/index.ts';
import type { Finder, FindRequest, FindWindow, FoundItem, FoundPage } from '../finder.ts';
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
  readonly url: string;
  readonly hash: string;
  /** The document behind this one, where it is worth a look. */
  readonly next: string | null;
  readonly mark: string;
  readonly items: readonly FoundItem[];
  readonly skipped: readonly string[];
}

/** Which document, by its hash; how many of its entries come before; its address, where that is not the feed's own. */
const PLACE = /^([\w-]{16}|-) (\d{1,6})(?: (\S+))?$/u;

export function feedFinder(deps: FeedDeps, place: FeedPlace): Finder {
  let read: ReadFeed | null = null;
  // Of the feed's own document: later ones do not say whether there is anything new.
  let mark: string | null = null;
  return {
    async page(request): Promise<FoundPage> {
      const { hash, at, url } = placeIn(request, place);
      const isKept = read?.hash === hash && read.url === url;
      if (!isKept) read = await ask(deps, place, url, request);
      if (read === null) return { items: [], next: null, requests: 1, skipped: [], ...marked(request.mark) };
      if (url === place.url) mark = read.mark;
      const page = pageOf(read, read.hash === hash ? at : 0, request.limit, place);
      return { ...page, requests: isKept ? 0 : 1, ...marked(mark) };
    },
  };
}

function placeIn({ cursor }: FindRequest, place: FeedPlace): { hash: string; at: number; url: string } {
  const [, hash = '', at = '0', url = place.url] = PLACE.exec(cursor ?? '') ?? [];
  return { hash, at: Number(at), url };
}

function marked(mark: string | null): { mark?: string } {
  return mark === null ? {} : { mark };
}

function pageOf(read: ReadFeed, from: number, limit: number, { url }: FeedPlace): Omit<FoundPage, 'requests'> {
  const end = from + Math.max(1, limit);
  const here = read.url === url ? '' : ` ${read.url}`;
  const following = read.next === null ? null : `- 0 ${read.next}`;
  return {
    items: read.items.slice(from, end),
    next: end < read.items.length ? `${read.hash} ${end}${here}` : following,
    total: read.items.length,
    skipped: from === 0 ? read.skipped : [],
  };
}

/** Null where nothing has changed. A page in the middle is asked for without conditions: something is left of it. */
async function ask(
  deps: FeedDeps,
  place: FeedPlace,
  url: string,
  { cursor, mark, window, signal }: FindRequest,
): Promise<ReadFeed | null> {
  const fetched = await fetchFeed(deps, { url, mark: cursor === null ? mark : null, signal });
  if (!fetched) return null;
  const hash = (await hashOf(fetched.bytes)).slice(0, 16);
  const { next, unfollowed } = behind(fetched.feed, url, window);
  const { items, skipped } = itemsOf(fetched.feed, place);
  return { url, hash, mark: fetched.mark, next, items, skipped: [...skipped, ...unfollowed] };
}

/** The document behind, where this one still says something of the days that are asked for. Whose days nobody knows is followed nowhere. */
function behind(
  { next, entries }: Feed,
  url: string,
  { from }: FindWindow,
): Pick<ReadFeed, 'next'> & { unfollowed: string[] } {
  if (next === null || next === url) return { next: null, unfollowed: [] };
  if (new URL(next).host !== new URL(url).host)
    return { next: null, unfollowed: ['It goes on at another host, which was not asked.'] };
  const days = entries.flatMap(({ published, updated }) => (published ?? updated)?.iso ?? []);
  if (days.length === 0)
    return { next: null, unfollowed: ['It goes on, and no entry says of when it is: it was not followed.'] };
  return { next: days.some((day) => day >= (from ?? '')) ? next : null, unfollowed: [] };
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
