import type { Database } from './database.ts';

/** Changes with every commit, of this connection or another; both counts begin anew with the connection. */
export function dataVersionOf(db: Database): string {
  const others = db.value<number>('PRAGMA data_version') ?? 0;
  const own = db.value<number>('SELECT total_changes()') ?? 0;
  return `${others} ${own}`;
}
