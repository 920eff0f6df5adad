/** A feed out of bytes or a text: which charset and which format it is in is found, not assumed. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { FindCharset } from '../bibliography/read-bibliography.ts';
import type { Feed } from './feed.ts';
import { readJsonFeed } from './read-json-feed.ts';
import { readXmlFeed } from './read-xml-feed.ts';

export interface FeedSource {
  readonly content: string | Uint8Array;
  /** Where it came from; what addresses in it are relative to. */
  readonly url?: string | undefined;
  /** As the answer said it. */
  readonly charset?: string | undefined;
}

/** The largest of publishers have a few megabytes. */
export const FEED_MAX_BYTES = 20_000_000;

export async function readFeed({ content, url, charset }: FeedSource, findCharset: FindCharset): Promise<Feed> {
  if (content.length > FEED_MAX_BYTES) {
    throw new ZapomniError('TOO_LARGE', `The feed is larger than ${FEED_MAX_BYTES / 1_000_000} MB.`, {
      hint: 'Follow a feed that has only what is new, or the source itself.',
    });
  }
  const text = (typeof content === 'string' ? content : await decoded(content, charset, findCharset)).replace(
    /^\uFEFF/u,
    '',
  );
  const begin = text.trimStart();
  if (begin === '') throw invalidField('content', 'is empty', 'Give the text of a feed.');
  return begin.startsWith('{') ? readJsonFeed(begin, url ?? null) : readXmlFeed(begin, url ?? null);
}

/** What the file says of itself goes before what the server says of all its files. */
async function decoded(bytes: Uint8Array, said: string | undefined, findCharset: FindCharset): Promise<string> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400));
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/iu.exec(head)?.[1] ?? said;
  const charset = await findCharset(bytes, declared);
  return new TextDecoder(charset).decode(bytes);
}
