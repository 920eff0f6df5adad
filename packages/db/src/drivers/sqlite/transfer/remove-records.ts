/** Takes away what the store that the records came from no longer has. Runs inside the caller's transaction. */
import type { RecordName } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { unsetMerge } from '../graph/merges.ts';
import { eraseEntities } from '../graph/orphans.ts';
import { toSettingKey } from '../setting-store.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';
import { removeCollectionRecord } from './collection-records.ts';
import { findEntity } from './ensure-entity.ts';
import { dropAssertion, findRelation, settleAll } from './evidence-states.ts';
import { takeMemoryAway } from './write-memory.ts';
import { indexTombstones } from './write-records.ts';

/** True when it went. */
type Remover = (db: Database, key: readonly string[]) => boolean;

/** Those that went. */
export function removeRecords(db: Database, names: readonly RecordName[]): RecordName[] {
  return names.filter(({ kind, key }) => REMOVERS[kind](db, key));
}

const REMOVERS: Readonly<Record<RecordName['kind'], Remover>> = {
  setting: (db, [name = '']) => db.run('DELETE FROM meta WHERE key = ?', toSettingKey(name)).changes > 0,
  workspace: removeWorkspace,
  tombstone: () => false,
  entity: removeEntity,
  merge: removeMerge,
  memory: removeMemory,
  assertion: (db, key) => {
    const relation = findRelation(db, key);
    if (relation === undefined) return false;
    dropAssertion(db, relation);
    settleAll(db, [relation]);
    return true;
  },
  record: removeCollectionRecord,
};

function removeWorkspace(db: Database, [name = '']: readonly string[]): boolean {
  const { changes } = db.run(
    `DELETE FROM workspaces WHERE name = ? AND memories = 0
       AND NOT EXISTS (SELECT 1 FROM entities WHERE workspace = workspaces.id)
       AND NOT EXISTS (SELECT 1 FROM records WHERE workspace = workspaces.id)`,
    name,
  );
  if (changes === 0) return false;
  db.run('DELETE FROM record_scopes WHERE workspace NOT IN (SELECT id FROM workspaces)');
  return true;
}

function removeMemory(db: Database, [workspace = '', id = '']: readonly string[]): boolean {
  indexTombstones(db);
  const sql = 'SELECT 1 FROM tombstones WHERE uuid = ? AND workspace = ? LIMIT 1';
  if (db.value(sql, id, workspace) === undefined) return false;
  const gone = takeMemoryAway(db, id);
  if (!gone) return false;
  settleAll(db, gone.relations);
  return true;
}

/** With its mentions and relations: those who still speak of it there will be written anew. */
function removeEntity(db: Database, [workspace = '', uid = '']: readonly string[]): boolean {
  const place = workspaceId(db, workspace) ?? 0;
  const id = findEntity(db, place, uid);
  if (id === undefined) return false;
  const merges = 'SELECT from_entity FROM entity_merges WHERE from_entity = ?1 OR into_entity = ?1';
  for (const row of db.all<{ from_entity: number }>(merges, id)) unsetMerge(db, place, row.from_entity);
  const relations = db.all<{ id: number }>(
    'DELETE FROM relations WHERE workspace = ?1 AND (source = ?2 OR target = ?2) RETURNING id',
    place,
    id,
  );
  const list = JSON.stringify(relations.map((relation) => relation.id));
  db.run('DELETE FROM evidence WHERE relation IN (SELECT value FROM json_each(?))', list);
  db.run('DELETE FROM mentions WHERE entity = ?', id);
  eraseEntities(db, [id]);
  return true;
}

function removeMerge(db: Database, [workspace = '', time = '', from = '']: readonly string[]): boolean {
  const place = workspaceId(db, workspace) ?? 0;
  const id = findEntity(db, place, from) ?? 0;
  const sql = 'SELECT 1 FROM entity_merges WHERE from_entity = ? AND at = ?';
  if (db.value(sql, id, Number(time)) === undefined) return false;
  unsetMerge(db, place, id);
  return true;
}
