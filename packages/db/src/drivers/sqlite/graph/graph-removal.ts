/** What goes from the graph with memories, with entities, and with a workspace. Runs inside the caller's transaction. */
import type { Database } from '../connection/database.ts';
import { believedOf, endValidity, withdraw } from './evidence-rows.ts';
import { closeMentions, dropMentions } from './mention-rows.ts';
import { dropFormsOf } from './names.ts';
import { dropOrphans, eraseEntities } from './orphans.ts';
import { queueReading } from '../extraction/extraction-queue.ts';
import { settle } from './relation-rows.ts';
import { GraphView } from './view.ts';

export interface GraphReceipt {
  readonly mentions: number;
  readonly relations: number;
  readonly entities: number;
}

/** Another memory has replaced it: what it says ceased to be so at `validTo`. */
export function closeInGraph(
  db: Database,
  memory: { readonly id: number; readonly workspace: number },
  validTo: number,
  at: number,
): void {
  closeMentions(db, memory.workspace, memory.id);
  const ended = believedOf(db, memory.id).filter((row) => endValidity(db, row, validTo, at));
  settle(
    db,
    ended.map((row) => row.relation),
    at,
  );
}

/** It has another text: what the old one said is no longer believed. What was asserted with the memory still is. */
export function forgetReading(
  db: Database,
  memory: { readonly id: number; readonly workspace: number },
  at: number,
): void {
  const { entities } = dropMentions(db, JSON.stringify([memory.id]));
  const read = believedOf(db, memory.id).filter((row) => row.asserted === 0);
  for (const row of read) withdraw(db, row, at);
  settle(
    db,
    read.map((row) => row.relation),
    at,
  );
  queueReading(db, memory.id, memory.workspace, entities);
}

/** `list` names the memories as JSON; call it while they are still there. */
export function eraseFromGraph(db: Database, list: string, at: number): GraphReceipt {
  db.run('DELETE FROM reading_queue WHERE memory IN (SELECT value FROM json_each(?))', list);
  const mentions = dropMentions(db, list);
  dropFormsOf(db, list);
  const relations = db.all<{ relation: number }>(
    'SELECT DISTINCT e.relation FROM json_each(?) gone CROSS JOIN evidence e ON e.memory = gone.value',
    list,
  );
  db.run('DELETE FROM evidence WHERE memory IN (SELECT value FROM json_each(?))', list);
  const ends = settle(
    db,
    relations.map(({ relation }) => relation),
    at,
  );
  const entities = dropOrphans(db, [...mentions.entities, ...ends.flatMap(({ source, target }) => [source, target])]);
  return { mentions: mentions.count, relations: ends.length, entities };
}

/** All of it, asserted or read. */
export function clearGraph(db: Database, workspace: number): GraphReceipt {
  const count = (table: string): number => db.run(`DELETE FROM ${table} WHERE workspace = ?`, workspace).changes;
  for (const table of ['reading_queue', 'entity_names', 'entity_terms', 'entity_merges', 'evidence']) count(table);
  return { mentions: count('mentions'), relations: count('relations'), entities: count('entities') };
}

export function removeEntities(
  db: Database,
  workspace: string,
  ids: readonly string[],
): { entities: number; relations: number } {
  const view = GraphView.of(db, workspace);
  const roots = new Set(ids.flatMap((id) => view.find(id) ?? []));
  const rows = [...roots].flatMap((root) => view.membersOf(root));
  const list = JSON.stringify(rows);
  const among = '(SELECT value FROM json_each(?1))';
  const relations = db.all<{ id: number; source: number; target: number }>(
    `DELETE FROM relations WHERE workspace = ?2 AND (source IN ${among} OR target IN ${among}) RETURNING id, source, target`,
    list,
    view.workspace,
  );
  db.run(
    'DELETE FROM evidence WHERE relation IN (SELECT value FROM json_each(?))',
    JSON.stringify(relations.map(({ id }) => id)),
  );
  db.run(`DELETE FROM mentions WHERE entity IN ${among}`, list);
  eraseEntities(db, rows);
  dropOrphans(
    db,
    relations.flatMap(({ source, target }) => [source, target]),
  );
  return { entities: roots.size, relations: relations.length };
}
