/** Writes of records, and what goes with memories and workspaces. All of it runs inside the caller's transaction. */
import type { RecordWrite } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { memoryParent } from '../../../shared/records/parent-name.ts';
import { ensureWorkspace, workspaceId } from '../workspaces/workspace-rows.ts';
import { RecordBatch } from './record-batch.ts';

export interface RecordsWritten {
  readonly versions: readonly number[];
  readonly removed: number;
}

const NOTHING: RecordsWritten = { versions: [], removed: 0 };

export function writeRecords(
  db: Database,
  workspace: string,
  writes: readonly RecordWrite[],
  at: number,
): RecordsWritten {
  if (writes.length === 0) return NOTHING;
  const makes = writes.some(({ op }) => op === 'put');
  const place = makes ? ensureWorkspace(db, workspace, at) : (workspaceId(db, workspace) ?? 0);
  const batch = new RecordBatch(db, place, at);
  const versions = writes.map((write, i) => {
    if (write.op === 'put') return batch.put(i, write);
    batch.delete(i, write);
    return 0;
  });
  batch.settle();
  return { versions, removed: batch.removed };
}

/** Records that belong to memories which are going, by the memories' ids. Says how many went. */
export function removeRecordsOf(db: Database, workspace: string, memories: readonly string[]): number {
  const place = workspaceId(db, workspace) ?? 0;
  const any = 'SELECT 1 FROM records WHERE workspace = ? AND parent IS NOT NULL LIMIT 1';
  if (db.value(any, place) === undefined) return 0;
  const batch = new RecordBatch(db, place, 0);
  for (const id of memories) batch.deleteBelow(memoryParent(id));
  batch.settle();
  return batch.removed;
}

/** All of a workspace. Says how many went. */
export function clearRecords(db: Database, workspace: number): number {
  const records = db.value<number>('SELECT total(records) FROM record_scopes WHERE workspace = ?', workspace) ?? 0;
  const scopes = '(SELECT id FROM record_scopes WHERE workspace = ?)';
  db.run(
    `DELETE FROM record_blobs WHERE (hash, record) IN
       (SELECT b.value, r.id FROM records r, json_each(r.blobs) b WHERE r.scope IN ${scopes})`,
    workspace,
  );
  db.run(`DELETE FROM record_index WHERE scope IN ${scopes}`, workspace);
  db.run(`DELETE FROM records WHERE scope IN ${scopes}`, workspace);
  db.run('DELETE FROM record_scopes WHERE workspace = ?', workspace);
  return records;
}
