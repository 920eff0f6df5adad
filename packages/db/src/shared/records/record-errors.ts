/** Why a write of records is refused, in the same words on every engine. The place in the list tells which one it was. */
import { ZapomniError } from '@zapomni/core/errors';
import type { RecordWrite } from '@zapomni/core/ports';

type Place = { readonly place: number; readonly write: Pick<RecordWrite, 'collection'> };

export const otherVersion = (place: Place): ZapomniError =>
  refused('CONFLICT', place, 'has another version than the one expected');

export const noParent = (place: Place): ZapomniError =>
  refused('NOT_FOUND', place, 'belongs to something that does not exist');

export const belowItself = (place: Place): ZapomniError =>
  refused('CONFLICT', place, 'would belong to something that belongs to it');

export const valueTaken = (place: Place, index: string): ZapomniError =>
  refused('CONFLICT', place, `has a value of ${index} that another record has`);

function refused(code: 'CONFLICT' | 'NOT_FOUND', { place, write }: Place, error: string): ZapomniError {
  const message = `A record of ${write.collection} ${error}; nothing was written.`;
  return new ZapomniError(code, message, {
    issues: [{ field: `writes[${place}]`, error: `${write.collection}: ${error}` }],
  });
}
