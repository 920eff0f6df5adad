/**
 * What a feed has new. It is asked with what it said of itself last time, so that one which has not changed costs a line; read whole, because
 * that is how feeds come, and handed on in pages. Who goes on with a page in another process gets the same one as long as the feed is the
 * same, and all of it again when it is not: an entry may come twice then, and is known by its key; none is passed over.
 */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import { allOf, byAuthors, byKeywords, bySubjects, type PaperSearch, type WebAnswer } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashOf } from '../../../memory/prepare-text.ts';
import { FEED_MAX_BYTES, readFeed, type Feed } from '../../feeds/index.ts';
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

const NOT_MODIFIED = 304;
const REFUSED = 400;
const GONE = new Set([404, 410]);
const TIMEOUT_MS = 60_000;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';
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
async function ask({ web, findCharset }: FeedDeps, place: FeedPlace, request: FindRequest): Promise<ReadFeed | null> {
  const { url } = place;
  const answer = await web.fetch({
    url,
    as: 'bytes',
    accept: ACCEPT,
    cache: 'off',
    maxBytes: FEED_MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    headers: request.cursor === null ? conditions(request.mark) : {},
    ...(request.signal ? { signal: request.signal } : {}),
  });
  if (answer.status === NOT_MODIFIED) return null;
  if (answer.status >= REFUSED) throw refusal(answer.status);
  const charset = /charset\s*=\s*"?([\w.:-]+)/iu.exec(answer.headers['content-type'] ?? '')?.[1];
  const hash = (await hashOf(answer.body)).slice(0, 16);
  const feed = await readOrFail(() => readFeed({ content: answer.body, url: answer.url, charset }, findCharset));
  return { hash, mark: toMark(answer), ...itemsOf(feed, place) };
}

/** What is no feed is a fault of the place: whoever runs it did nothing wrong. */
async function readOrFail(read: () => Promise<Feed>): Promise<Feed> {
  try {
    return await read();
  } catch (cause) {
    const { code, message, hint } = toZapomniError(cause);
    if (code !== 'INVALID_INPUT') throw cause;
    const what = message.replace(/^content: /u, '');
    throw new ZapomniError('UPSTREAM_FAILED', `What the address of the feed sends ${what}`, { hint, cause });
  }
}

function refusal(status: number): ZapomniError {
  const what = GONE.has(status) ? 'has no feed any more' : 'does not give the feed';
  return new ZapomniError('UPSTREAM_FAILED', `The address ${what} (${status}).`, {
    hint: 'Open the address in a browser; if the feed has moved, make a source with the new address.',
  });
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

interface Mark {
  readonly etag?: string;
  readonly modified?: string;
}

function toMark({ headers: { etag, 'last-modified': modified } }: WebAnswer): string {
  const mark: Mark = { ...(etag === undefined ? {} : { etag }), ...(modified === undefined ? {} : { modified }) };
  return JSON.stringify(mark);
}

/** A mark that is none asks as if there were none. */
function conditions(mark: string | null): Record<string, string> {
  const { etag, modified } = parsed(mark);
  return {
    ...(typeof etag === 'string' ? { 'if-none-match': etag } : {}),
    ...(typeof modified === 'string' ? { 'if-modified-since': modified } : {}),
  };
}

function parsed(mark: string | null): Mark {
  try {
    return (JSON.parse(mark ?? '{}') ?? {}) as Mark;
  } catch {
    return {};
  }
}
