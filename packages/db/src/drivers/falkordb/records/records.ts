/** Collections are not kept by this engine yet. */
import { ZapomniError } from '@zapomni/core/errors';
import type { RecordStore } from '@zapomni/core/ports';
import type { Context } from '../context.ts';

export function createRecords(_context: Context): RecordStore {
  const refuse = (): never => {
    throw new ZapomniError('INTERNAL', 'This engine keeps no collections.');
  };
  return {
    write: async () => refuse(),
    get: async () => refuse(),
    scan: async () => refuse(),
    count: async () => refuse(),
    collections: async () => [],
    blobsInUse: async () => refuse(),
    blobsReferred: async () => refuse(),
  };
}
