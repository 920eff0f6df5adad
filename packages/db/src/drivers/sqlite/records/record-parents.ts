/** What records belong to: memories, and other records of their workspace. */
import type { RecordParent } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { parentName, readParent } from '../../../shared/records/parent-name.ts';
import { findScope } from './scopes.ts';

export function isThere(db: Database, workspace: number, parent: RecordParent): boolean {
  if ('memory' in parent) {
    const sql = 'SELECT 1 FROM memories WHERE uuid = ? AND workspace = ?';
    return db.value(sql, parent.memory, workspace) !== undefined;
  }
  return parentOf(db, workspace, parent) !== undefined;
}

/** Whether one climbs from the parent to the record of this name; one may be below oneself only at the first step. */
export function isBelow(db: Database, workspace: number, parent: RecordParent, name: string): boolean {
  const seen = new Set<string>();
  for (let above: RecordParent | null | undefined = parent; above && !('memory' in above);) {
    const step = parentName(above);
    if (step === name) return true;
    if (seen.has(step)) return false;
    seen.add(step);
    above = parentOf(db, workspace, above);
  }
  return false;
}

/** Undefined when the record does not exist. */
function parentOf(
  db: Database,
  workspace: number,
  { collection, key }: { readonly collection: string; readonly key: string },
): RecordParent | null | undefined {
  const scope = findScope(db, workspace, collection) ?? 0;
  const row = db.get<{ parent: string | null }>('SELECT parent FROM records WHERE scope = ? AND key = ?', scope, key);
  return row && (row.parent === null ? null : readParent(row.parent));
}
