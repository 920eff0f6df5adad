/** Merging: one entity becomes a redirection to another, until that is undone. Nothing else is rewritten. */
import type { Merge } from '@zapomni/core/ports';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';
import { GraphView } from './view.ts';

interface MergeRow {
  readonly id: number;
  readonly into_entity: number;
  readonly from_entity: number;
  readonly into_uid: string;
  readonly from_uid: string;
  readonly at: number;
}

const MERGES = `SELECT g.id, g.into_entity, g.from_entity, i.uid AS into_uid, f.uid AS from_uid, g.at FROM entity_merges g
  JOIN entities i ON i.id = g.into_entity JOIN entities f ON f.id = g.from_entity`;

export function mergeEntities(
  db: Database,
  workspace: string,
  { into, from }: { readonly into: string; readonly from: string },
  at: number,
): Merge {
  if (into === from) throw invalidField('from', 'is the entity itself', 'Name two different entities.');
  const view = GraphView.of(db, workspace);
  const [target, source] = [view.find(into), view.find(from)];
  if (target === undefined || source === undefined) {
    throw new ZapomniError('NOT_FOUND', 'Not both of the entities exist in this workspace; nothing was merged.');
  }
  if (target === source) throw new ZapomniError('CONFLICT', 'The entities are merged with each other already.');
  return readMerge(db, insertMerge(db, view.workspace, { into: target, from: source }, at));
}

interface Ends {
  readonly into: number;
  readonly from: number;
}

/** Rows that are both there; a merge of `from` that there was gives way. */
export function setMerge(db: Database, workspace: number, ends: Ends, at: number): void {
  unsetMerge(db, workspace, ends.from);
  insertMerge(db, workspace, ends, at);
}

function insertMerge(db: Database, workspace: number, { into, from }: Ends, at: number): number {
  const root = db.value<number>('SELECT coalesce(root, id) FROM entities WHERE id = ?', into) ?? into;
  const { lastId } = db.run(
    'INSERT INTO entity_merges (workspace, into_entity, from_entity, at) VALUES (?, ?, ?, ?)',
    workspace,
    into,
    from,
    at,
  );
  db.run('UPDATE entities SET merged_into = ? WHERE id = ?', into, from);
  redirect(db, membersUnder(db, from), root);
  recount(db, workspace, root);
  return lastId;
}

export function splitMerge(db: Database, workspace: string, mergeId: string): Merge {
  const id = workspaceId(db, workspace) ?? 0;
  const row = db.get<MergeRow>(`${MERGES} WHERE g.workspace = ? AND g.id = ?`, id, Number(mergeId));
  if (!row || String(row.id) !== mergeId)
    throw new ZapomniError('NOT_FOUND', 'There is no such merge in this workspace.');
  unsetMerge(db, id, row.from_entity);
  return toMerge(row);
}

/** The entity stands for itself again, with what was merged into it. */
export function unsetMerge(db: Database, workspace: number, from: number): void {
  const { changes } = db.run('DELETE FROM entity_merges WHERE from_entity = ?', from);
  if (changes === 0) return;
  const root = db.value<number>('SELECT root FROM entities WHERE id = ?', from);
  db.run('UPDATE entities SET merged_into = NULL WHERE id = ?', from);
  redirect(db, membersUnder(db, from), from);
  recount(db, workspace, from);
  if (root !== undefined) recount(db, workspace, root);
}

/** Newest first. */
export function listMerges(db: Database, workspace: string, limit: number): Merge[] {
  const id = workspaceId(db, workspace) ?? 0;
  return db.all<MergeRow>(`${MERGES} WHERE g.workspace = ? ORDER BY g.id DESC LIMIT ?`, id, limit).map(toMerge);
}

function readMerge(db: Database, id: number): Merge {
  return toMerge(db.get<MergeRow>(`${MERGES} WHERE g.id = ?`, id) as MergeRow);
}

function toMerge({ id, into_uid, from_uid, at }: MergeRow): Merge {
  return { id: String(id), into: into_uid, from: from_uid, at };
}

function redirect(db: Database, members: readonly number[], root: number): void {
  db.run(
    'UPDATE entities SET root = nullif(?1, id) WHERE id IN (SELECT value FROM json_each(?2))',
    root,
    JSON.stringify(members),
  );
}

/** The entity and all that was merged into it, directly or not. */
function membersUnder(db: Database, entity: number): number[] {
  const sql = `WITH RECURSIVE under (id) AS (
      SELECT ? UNION ALL SELECT e.id FROM under JOIN entities e ON e.merged_into = under.id)
    SELECT id FROM under`;
  return db.all<{ id: number }>(sql, entity).map(({ id }) => id);
}

function recount(db: Database, workspace: number, root: number): void {
  db.run(
    `UPDATE entities SET mentions = (SELECT count(DISTINCT x.passage) FROM mentions x WHERE x.live = 1 AND x.entity IN
       (SELECT ?2 UNION SELECT id FROM entities WHERE workspace = ?1 AND root = ?2)) WHERE id = ?2`,
    workspace,
    root,
  );
}
