import type { DeletionReceipt } from '@zapomni/core/ports';

export const NOTHING_REMOVED: DeletionReceipt = {
  memories: 0,
  passages: 0,
  versions: 0,
  mentions: 0,
  relations: 0,
  entities: 0,
  records: 0,
  bytes: 0,
};
