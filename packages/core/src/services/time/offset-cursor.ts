/** Where to go on in an answer that is put together anew for each page. */
import { invalidField } from '../../errors/index.ts';

export function writeOffset(offset: number): string {
  return `o${offset}`;
}

/** INVALID_INPUT for what `writeOffset` did not write. */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^o\d{1,9}$/u.test(cursor)) return Number(cursor.slice(1));
  throw invalidField('cursor', 'is not from an answer to this question', 'Leave it out to begin anew.');
}
