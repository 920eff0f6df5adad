import { hash } from 'node:crypto';
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

/** Up to so many bytes, to have them hashed elsewhere takes longer than to hash them here. */
const HASHED_HERE = 262_144;

/** Hex. */
export function sha256(text: string): Promise<string> {
  return text.length > HASHED_HERE / 3 ? hashOf(new TextEncoder().encode(text)) : Promise.resolve(hash('sha256', text));
}

/** Hex, of bytes; many of them do not hold up the event loop. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= HASHED_HERE) return hash('sha256', bytes);
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}
