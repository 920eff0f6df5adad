/**
 * Indexes of memories by transaction time. A store from before them gets them while nobody waits: making them reads every
 * memory, and every answer is right without them, only slower.
 */
import type { Database } from '../connection/database.ts';
import type { Store } from '../store.ts';

export const TIME_INDEXES = `
  CREATE INDEX IF NOT EXISTS memories_by_creation ON memories (workspace, created_at);
  CREATE INDEX IF NOT EXISTS memory_history_by_end ON memory_history (recorded_to);
  CREATE INDEX IF NOT EXISTS tombstones_by_time ON tombstones (workspace, removed_at);
`;

/** Has them made soon where they are missing. */
export function tendTimeIndexes(store: Store): void {
  if (hasIndexes(store.db)) return;
  store.chores.request(() => {
    store.attempt(() => store.db.exec(TIME_INDEXES));
    return false;
  });
}

function hasIndexes(db: Database): boolean {
  return db.value(`SELECT 1 FROM sqlite_schema WHERE name = 'tombstones_by_time'`) !== undefined;
}
