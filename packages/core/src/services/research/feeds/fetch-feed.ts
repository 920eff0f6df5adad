/** A feed from the network: asked for with what it said of itself last time, refused while it comes when it is too large. */
import { toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { WebAnswer } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feed } from './feed.ts';
import { FEED_MAX_BYTES, readFeed } from './read-feed.ts';

export interface FeedRequest {
  readonly url: string;
  /** `mark` of an earlier answer: nothing is answered where nothing has changed since. */
  readonly mark?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FetchedFeed {
  readonly feed: Feed;
  readonly bytes: Uint8Array;
  /** By what one may ask whether it has changed. */
  readonly mark: string;
}

const NOT_MODIFIED = 304;
const REFUSED = 400;
const GONE = new Set([404, 410]);
const TIMEOUT_MS = 60_000;
const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/** Null where nothing has changed. */
export async function fetchFeed(
  { web, findCharset }: Pick<Deps, 'web' | 'findCharset'>,
  { url, mark = null, signal }: FeedRequest,
): Promise<FetchedFeed | null> {
  const answer = await web.fetch({
    url,
    as: 'bytes',
    accept: ACCEPT,
    cache: 'off',
    maxBytes: FEED_MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    headers: conditions(mark),
    ...(signal ? { signal } : {}),
  });
  if (answer.status === NOT_MODIFIED) return null;
  if (answer.status >= REFUSED) throw refusal(answer.status);
  const charset = /charset\s*=\s*"?([\w.:-]+)/iu.exec(answer.headers['content-type'] ?? '')?.[1];
  const { body: content } = answer;
  const feed = await readOrFail(() => readFeed({ content, url: answer.url, charset }, findCharset));
  return { feed, bytes: content, mark: toMark(answer) };
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
