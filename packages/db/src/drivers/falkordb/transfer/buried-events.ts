/** What is known of a workspace that is gone: which memories were removed from it, and when. */
import type { EventQuery, Page, StoreEvent } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Store } from '../store.ts';
import { buriedOf } from './tombstones.ts';

export async function buriedEvents(store: Store, workspace: string, query: EventQuery): Promise<Page<StoreEvent>> {
  const [skipped] = query.cursor === undefined ? [0] : readCursor<readonly [number]>(query.cursor, 'n');
  const isAsked = !query.kinds || query.kinds.length === 0 || query.kinds.includes('memory');
  const all = isAsked ? await buriedOf(store, workspace) : [];
  const found = all.filter(
    ({ id, removedAt }) =>
      removedAt >= query.from && removedAt < query.until && (query.memoryId === undefined || query.memoryId === id),
  );
  const end = skipped + query.limit;
  return {
    items: found.slice(skipped, end).map(({ id, removedAt }) => {
      return { at: removedAt, kind: 'memory', change: 'removed', memoryId: id };
    }),
    next: end < found.length ? writeCursor([end]) : null,
    total: found.length,
  };
}
