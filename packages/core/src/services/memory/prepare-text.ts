import { cutPassages, type PassageSpan } from '../../model/index.ts';
import { yieldToEventLoop } from '../within.ts';
import type { Deps } from '../deps.ts';

export interface PreparedText {
  readonly text: string;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly passages: readonly PassageSpan[];
}

/** Cutting ten million characters takes a good part of a second; others get their turn this often. */
const PASSAGES_BETWEEN_BREATHS = 64;

/** Hash and passages of a checked text, without holding up the event loop. */
export async function prepareText(deps: Pick<Deps, 'config'>, text: string): Promise<PreparedText> {
  const passages: PassageSpan[] = [];
  for (const span of cutPassages(text, { size: deps.config.chunk_size, overlap: deps.config.chunk_overlap })) {
    passages.push(span);
    if (passages.length % PASSAGES_BETWEEN_BREATHS === 0) await yieldToEventLoop();
  }
  return { text, hash: await sha256(text), passages };
}

/** Hex. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}
