/**
 * Evidence may begin or cease to hold at a time that was still to come when it was stored. Once that time has come, the
 * sum its relation carries is wrong for the present; questions notice, and the sum is made anew while nobody waits.
 */
import type { Database } from '../connection/database.ts';
import type { Store } from '../store.ts';
import { addUp } from './relation-rows.ts';
import { NEVER } from './tables.ts';

const PORTION = 500;
const DUE = `FROM relations WHERE fresh_to <= ? AND fresh_to < ${NEVER}`;

/** Some relation of the store carries a sum that was right only until now. */
export function isDue(db: Database, now: number): boolean {
  return db.value(`SELECT 1 ${DUE} LIMIT 1`, now) !== undefined;
}

/** Does a portion; true when there is more. */
export function addUpDue(store: Store, now: number): boolean {
  const { db } = store;
  return store.attempt(() => {
    const due = db.all<{ id: number }>(`SELECT id ${DUE} LIMIT ?`, now, PORTION);
    for (const { id } of due) addUp(db, id, now, 0);
    return due.length === PORTION;
  });
}
