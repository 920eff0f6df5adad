/** What a feed says, before anybody follows it: by its address, or out of a text that somebody has. Nothing is stored. */
import { invalidField } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feed } from './feed.ts';
import { fetchFeed } from './fetch-feed.ts';
import { readFeed } from './read-feed.ts';

export interface PreviewRequest {
  readonly url?: string | undefined;
  readonly content?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function previewFeed(
  deps: Pick<Deps, 'web' | 'findCharset'>,
  { url, content, signal }: PreviewRequest,
): Promise<Feed> {
  if (content !== undefined) return readFeed({ content, url }, deps.findCharset);
  if (url === undefined) throw invalidField('url', 'give the address of a feed, or its text as content');
  const fetched = await fetchFeed(deps, { url, signal });
  // Without conditions nobody may say that nothing has changed.
  if (!fetched) throw invalidField('url', 'answers as if it had been asked before', 'Try again later.');
  return fetched.feed;
}
