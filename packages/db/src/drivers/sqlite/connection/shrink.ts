/**
 * Gives pages that nothing needs any more back to the file system, a few at a time. Asked for when much has gone for good;
 * pages that a deletion frees are as a rule wanted again soon. Stores from before this was thought of keep theirs for use.
 */
import type { Chore } from './chores.ts';
import type { Store } from '../store.ts';

/** A megabyte: some milliseconds. */
const PAGES = 128;
const INCREMENTAL = 2;

export function createShrinking(store: Store): Chore {
  const { db } = store;
  return () => {
    if (db.value('PRAGMA auto_vacuum') !== INCREMENTAL) return false;
    store.attempt(() => db.all(`PRAGMA incremental_vacuum(${PAGES})`));
    return (db.value<number>('PRAGMA freelist_count') ?? 0) > 0;
  };
}
