/** The names of records, in their order, from any place on. Texts are compared by SQLite as their bytes, as names are. */
import { RECORD_KINDS, timeKey, type RecordKind, type RecordName } from '@zapomni/core/model';
import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../connection/database.ts';
import { recordKeysAfter } from './collection-records.ts';
import { SETTING_KEYS, toSettingName } from '../setting-store.ts';

type Key = readonly string[];

/** Keys after one, or from the beginning. */
type Lister = (db: Database, after: Key | null, limit: number) => Key[];

export function namesAfter(db: Database, after: RecordName | null, limit: number): RecordName[] {
  const names: RecordName[] = [];
  for (const kind of RECORD_KINDS.slice(after ? RECORD_KINDS.indexOf(after.kind) : 0)) {
    const keys = LISTERS[kind](db, after?.kind === kind ? after.key : null, limit - names.length);
    for (const key of keys) names.push({ kind, key });
    if (names.length >= limit) break;
  }
  return names;
}

interface WorkspaceRow {
  readonly id: number;
  readonly name: string;
  readonly memories: number;
}

type OfWorkspace = (db: Database, workspace: WorkspaceRow, after: Key | null, limit: number) => Key[];

/** The rest of a key, workspace by workspace. */
function byWorkspace(list: OfWorkspace): Lister {
  return (db, after, limit) => {
    const [first = '', ...rest] = after ?? [];
    const keys: Key[] = [];
    const sql = 'SELECT id, name, memories FROM workspaces WHERE name >= ? ORDER BY name';
    for (const workspace of db.all<WorkspaceRow>(sql, first)) {
      const place = after && workspace.name === first ? rest : null;
      for (const key of list(db, workspace, place, limit - keys.length)) keys.push([workspace.name, ...key]);
      if (keys.length >= limit) break;
    }
    return keys;
  };
}

function keysOf(db: Database, sql: string, ...params: SQLInputValue[]): Key[] {
  return db.all<Record<string, string>>(sql, ...params).map((row) => Object.values(row));
}

const LISTERS: Readonly<Record<RecordKind, Lister>> = {
  setting: (db, after, limit) => {
    const { first, end } = SETTING_KEYS;
    const place = after ? first + (after[0] ?? '') : first;
    const keys = keysOf(db, 'SELECT key FROM meta WHERE key > ? AND key < ? ORDER BY key LIMIT ?', place, end, limit);
    return keys.map(([key = '']) => [toSettingName(key)]);
  },
  workspace: (db, after, limit) =>
    keysOf(db, 'SELECT name FROM workspaces WHERE name > ? ORDER BY name LIMIT ?', after?.[0] ?? '', limit),
  tombstone: listTombstones,
  entity: byWorkspace((db, { id }, after, limit) => {
    const sql = 'SELECT uid FROM entities WHERE workspace = ? AND uid > ? ORDER BY uid LIMIT ?';
    return keysOf(db, sql, id, after?.[0] ?? '', limit);
  }),
  merge: byWorkspace(listMerges),
  memory: byWorkspace(listMemories),
  assertion: byWorkspace(listAssertions),
  record: byWorkspace((db, { id }, after, limit) => recordKeysAfter(db, id, after, limit)),
};

/** Tombstones outlive their workspace. */
function listTombstones(db: Database, after: Key | null, limit: number): Key[] {
  const keys: Key[] = [];
  const next = 'SELECT min(workspace) FROM tombstones WHERE workspace > ?';
  let [workspace = '', time = '-1', id = '', hash = '']: Key = after ?? [];
  if (after === null) workspace = db.value<string | null>(next, '') ?? '';
  while (workspace !== '' && keys.length < limit) {
    const rows = db.all<{ removed_at: number; uuid: string; hash: string }>(
      `SELECT DISTINCT removed_at, uuid, hash FROM tombstones
       WHERE workspace = ?1 AND removed_at >= ?2 AND (removed_at, uuid, hash) > (?2, ?3, ?4)
       ORDER BY removed_at, uuid, hash LIMIT ?5`,
      workspace,
      Number(time),
      id,
      hash,
      limit - keys.length,
    );
    for (const row of rows) keys.push([workspace, timeKey(row.removed_at), row.uuid, row.hash]);
    workspace = db.value<string | null>(next, workspace) ?? '';
    [time, id, hash] = ['-1', '', ''];
  }
  return keys;
}

function listMerges(db: Database, { id }: WorkspaceRow, after: Key | null, limit: number): Key[] {
  const [time = '-1', from = ''] = after ?? [];
  const rows = db.all<{ at: number; uid: string }>(
    `SELECT g.at, e.uid FROM entity_merges g JOIN entities e ON e.id = g.from_entity
     WHERE g.workspace = ? AND (g.at, e.uid) > (?, ?) ORDER BY g.at, e.uid LIMIT ?`,
    id,
    Number(time),
    from,
    limit,
  );
  return rows.map(({ at, uid }) => [timeKey(at), uid]);
}

/**
 * There is an index of all ids, and one of the workspace's memories in another order. Whichever is less to look at, over
 * all pages of the workspace.
 */
function listMemories(db: Database, workspace: WorkspaceRow, after: Key | null, limit: number): Key[] {
  const all = db.value<number>('SELECT total(memories) FROM workspaces') ?? 0;
  const isLarge = workspace.memories ** 2 > all * limit;
  const sql = `SELECT uuid FROM memories WHERE ${isLarge ? '+' : ''}workspace = ? AND ${isLarge ? '' : '+'}uuid > ?
               ORDER BY uuid LIMIT ?`;
  return keysOf(db, sql, workspace.id, after?.[0] ?? '', limit);
}

/** By the id of the source, which there is an index of. */
function listAssertions(db: Database, { id }: WorkspaceRow, after: Key | null, limit: number): Key[] {
  const [source = '', type = '', target = ''] = after ?? [];
  return keysOf(
    db,
    `SELECT s.uid, r.type, t.uid AS target FROM entities s
     CROSS JOIN relations r ON r.workspace = s.workspace AND r.source = s.id CROSS JOIN entities t ON t.id = r.target
     WHERE s.workspace = ?1 AND s.uid >= ?2 AND (s.uid, r.type, t.uid) > (?2, ?3, ?4)
       AND EXISTS (SELECT 1 FROM evidence WHERE relation = r.id AND memory IS NULL)
     ORDER BY s.uid, r.type, t.uid LIMIT ?5`,
    id,
    source,
    type,
    target,
    limit,
  );
}
