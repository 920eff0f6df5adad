/** Cursors: the place of the last row shown, opaque to callers, so that new rows never shift a page. */
import { invalidField } from '@zapomni/core/errors';

type Part = number | string;

export function writeCursor(place: readonly Part[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** `kinds` says what each part must be: `n` a number, `s` a string. INVALID_INPUT for anything a page did not give. */
export function readCursor<Place extends readonly Part[]>(cursor: string, kinds: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isPlace(place, kinds)) return place as Place;
  } catch {
    // Not ours; the caller is told below.
  }
  throw invalidField(
    'cursor',
    'is not one that a page gave',
    'Use the one that the page before ended with, or leave it out.',
  );
}

function isPlace(value: unknown, kinds: string): boolean {
  if (!Array.isArray(value) || value.length !== kinds.length) return false;
  return value.every((part, i) => (kinds[i] === 's' ? typeof part === 'string' : Number.isFinite(part)));
}
