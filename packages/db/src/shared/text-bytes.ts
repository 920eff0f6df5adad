/**
 * Texts as bytes. A text is stored as UTF-8; its passages are given in UTF-16 units, as JavaScript counts, and are stored
 * with both kinds of offsets, so that one passage can be decoded alone.
 */
import type { PassageSpan } from '@zapomni/core/model';
import { invalidField } from '@zapomni/core/errors';

export interface ByteSpan extends PassageSpan {
  readonly byteStart: number;
  readonly byteEnd: number;
}

const PREVIEW_CHARACTERS = 100;

/** INVALID_INPUT for half a surrogate pair: UTF-8 cannot hold it, and it would come back as something else. */
export function encodeText(text: string): Buffer {
  if (!text.isWellFormed()) throw invalidField('text', 'contains half of a surrogate pair', 'Send valid Unicode text.');
  return Buffer.from(text, 'utf8');
}

export function decodeText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

export function previewOf(text: string): string {
  return Array.from(text.slice(0, 2 * PREVIEW_CHARACTERS))
    .slice(0, PREVIEW_CHARACTERS)
    .join('');
}

/** Byte offsets for each span. A span that would cut a character in two is widened to hold all of it. Linear time. */
export function toByteSpans(text: string, byteLength: number, spans: readonly PassageSpan[]): ByteSpan[] {
  const startBytes = createOffsetReader(text, byteLength);
  const endBytes = createOffsetReader(text, byteLength);
  return spans.map((span) => {
    const start = splitsPair(text, span.start) ? span.start - 1 : span.start;
    const end = splitsPair(text, span.end) ? span.end + 1 : span.end;
    if (!(start >= 0 && start <= end && end <= text.length)) throw invalidField('passages', 'lies outside the text');
    return { start, end, byteStart: startBytes(start), byteEnd: endBytes(end) };
  });
}

/** Walks forward from the last offset asked for; spans come in order, so that each character is measured once. */
function createOffsetReader(text: string, byteLength: number): (offset: number) => number {
  if (byteLength === text.length) return (offset) => offset;
  let at = 0;
  let bytes = 0;
  return (offset) => {
    if (offset < at) at = bytes = 0;
    bytes += Buffer.byteLength(text.slice(at, offset), 'utf8');
    at = offset;
    return bytes;
  };
}

function splitsPair(text: string, offset: number): boolean {
  return isBetween(text.charCodeAt(offset - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(offset), 0xdc00, 0xdfff);
}

function isBetween(unit: number, low: number, high: number): boolean {
  return unit >= low && unit <= high;
}
