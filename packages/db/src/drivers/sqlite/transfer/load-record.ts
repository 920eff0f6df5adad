/** Any record of the store by its name. */
import type { EntityRecord, MergeRecord, RecordName, TransferRecord } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { readMeta } from '../schema/format.ts';
import { ASSERTED } from '../graph/names.ts';
import { toSettingKey } from '../setting-store.ts';
import { readCollectionRecord } from './collection-records.ts';
import { readAssertion } from './evidence-states.ts';
import { readMemory } from './read-memory.ts';

type Loader = (db: Database, key: readonly string[]) => TransferRecord | undefined;

/** Undefined when there is none. */
export function loadRecord(db: Database, { kind, key }: RecordName): TransferRecord | undefined {
  return LOADERS[kind](db, key);
}

const LOADERS: Readonly<Record<RecordName['kind'], Loader>> = {
  setting: (db, [name = '']) => {
    const value = readMeta<string>(db, toSettingKey(name));
    return value === undefined ? undefined : { kind: 'setting', name, value: String(value) };
  },
  workspace: (db, [workspace = '']) => {
    const sql = 'SELECT title AS name, description, created_at AS createdAt FROM workspaces WHERE name = ?';
    const row = db.get<{ name: string; description: string; createdAt: number }>(sql, workspace);
    return row && { kind: 'workspace', workspace, ...row };
  },
  tombstone: (db, [workspace = '', time = '', id = '', hash = '']) => {
    const removedAt = Number(time);
    const sql = 'SELECT 1 FROM tombstones WHERE workspace = ? AND removed_at = ? AND uuid = ? AND hash = ? LIMIT 1';
    const isThere = db.value(sql, workspace, removedAt, id, hash) !== undefined;
    return isThere ? { kind: 'tombstone', workspace, id, hash, removedAt } : undefined;
  },
  entity: readEntity,
  merge: readMerge,
  memory: (db, [workspace = '', id = '']) => readMemory(db, workspace, id),
  assertion: readAssertion,
  record: readCollectionRecord,
};

const IN_WORKSPACE = 'workspace = (SELECT id FROM workspaces WHERE name = ?)';

function readEntity(db: Database, [workspace = '', uid = '']: readonly string[]): EntityRecord | undefined {
  const row = db.get<{ id: number; type: string; name: string; asserted: number; created_at: number }>(
    `SELECT id, type, name, asserted, created_at FROM entities WHERE ${IN_WORKSPACE} AND uid = ?`,
    workspace,
    uid,
  );
  if (!row) return undefined;
  const sql = 'SELECT form FROM entity_names WHERE entity = ? AND memory = ? ORDER BY form';
  const aliases = db.all<{ form: string }>(sql, row.id, ASSERTED).map(({ form }) => form);
  const { type, name, asserted, created_at: createdAt } = row;
  return { kind: 'entity', workspace, id: uid, type, name, asserted: asserted === 1, createdAt, aliases };
}

function readMerge(db: Database, [workspace = '', time = '', from = '']: readonly string[]): MergeRecord | undefined {
  const at = Number(time);
  const into = db.value<string>(
    `SELECT i.uid FROM entities f JOIN entity_merges g ON g.from_entity = f.id JOIN entities i ON i.id = g.into_entity
     WHERE f.${IN_WORKSPACE} AND f.uid = ? AND g.at = ?`,
    workspace,
    from,
    at,
  );
  return into === undefined ? undefined : { kind: 'merge', workspace, from, into, at };
}
