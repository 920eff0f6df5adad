/**
 * Where a search goes on: the service's own place, and what it was given for. A cursor that somebody kept for another source, or for a search
 * that has since been changed, would pass over items without a word; here it is refused.
 */
import { createHash } from 'node:crypto';
import { invalidField } from '@zapomni/core/errors';
import type { PaperSearch, PaperSourceName } from '@zapomni/core/ports';

const MARK_LENGTH = 12;

/** The same for two searches that say the same, in whatever order. */
function markOf(source: PaperSourceName, search: PaperSearch): string {
  const said = Object.entries(search)
    .filter(([, value]) => value !== undefined && value.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([source, said]))
    .digest('base64url')
    .slice(0, MARK_LENGTH);
}

export function toCursor<Place>(source: PaperSourceName, search: PaperSearch, place: Place): string {
  return `${markOf(source, search)}.${Buffer.from(JSON.stringify(place)).toString('base64url')}`;
}

/** Null at the beginning. `isPlace` says whether it is one that this source gives. */
export function fromCursor<Place>(
  source: PaperSourceName,
  search: PaperSearch,
  cursor: string | undefined,
  isPlace: (value: unknown) => value is Place,
): Place | null {
  if (cursor === undefined) return null;
  const [mark, place = ''] = cursor.split('.');
  if (mark !== markOf(source, search)) throw strange(source);
  const value = parsed(place);
  if (!isPlace(value)) throw strange(source);
  return value;
}

function parsed(place: string): unknown {
  try {
    return JSON.parse(Buffer.from(place, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function strange(source: PaperSourceName): Error {
  return invalidField(
    'cursor',
    `it was not given for this search of ${source}`,
    'Begin without a cursor, and go on with the one that the last page names.',
  );
}

export function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The service shows no more than its first so many: an end that is none. */
export function tooMany(called: string, most: number): Error {
  return invalidField(
    'from',
    `${called} shows the first ${most.toLocaleString('en')} results of a search and no more, and this one has more`,
    'Ask for fewer days at a time with `from` and `until`, or for more words.',
  );
}
