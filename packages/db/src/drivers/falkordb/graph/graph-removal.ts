/** What goes from the graph with memories, and with entities. */
import type { GraphEdit } from './edit.ts';
import { dropFormsOf } from './names.ts';

/** Others have replaced them: what they say ceased to be so. */
export async function closeInGraph(
  edit: GraphEdit,
  closed: readonly { readonly id: string; readonly validTo: number; readonly at: number }[],
): Promise<void> {
  const byId = new Map(closed.map((one) => [one.id, one]));
  for (const row of await edit.evidence('memory', [...byId.keys()])) {
    const { validTo = row.validTo, at = 0 } = byId.get(row.memory) ?? {};
    edit.endValidity(row, validTo, at);
  }
}

const MENTIONED = `UNWIND $ids AS id MATCH (m:Memory {id: id}) WITH m MATCH (m)-[:HAS]->(p)
  WITH p MATCH (p)-[x:MENTIONS]->(e) RETURN e.id, count(x)`;

/** It has another text: what the old one said is no longer believed. Answers with the entities it mentioned. */
export async function forgetReading(edit: GraphEdit, id: string, at: number): Promise<string[]> {
  const rows = await edit.evidence('memory', [id]);
  for (const row of rows) if (!row.asserted) edit.withdraw(row, at);
  return (await edit.store.read(edit.graph, MENTIONED, { ids: [id] })).map(([entity]) => entity as string);
}

/** Answers with how many mentions go. */
export async function eraseMemories(edit: GraphEdit, ids: readonly string[], at: number): Promise<number> {
  const mentioned = await edit.store.read(edit.graph, MENTIONED, { ids });
  await dropFormsOf(edit, ids);
  for (const row of await edit.evidence('memory', ids, false)) edit.erase(row, at);
  edit.removeMemories(ids);
  edit.mayBeOrphans(mentioned.map(([entity]) => entity as string));
  return mentioned.reduce((sum, [, count]) => sum + (count as number), 0);
}

const RELATIONS_OF = 'UNWIND $ids AS id MATCH (e:Entity {id: id}) WITH e MATCH (e)-[r:REL]-() RETURN DISTINCT r.id';

/** Erases entities with what was merged into them, their relations and their mentions. */
export async function removeEntities(
  edit: GraphEdit,
  ids: readonly string[],
  at: number,
): Promise<{ entities: number; relations: number }> {
  await edit.loadEntities(ids);
  const roots = new Set(ids.filter((id) => edit.entities.has(id)).map((id) => edit.merges.rootOf(id)));
  const rows = [...roots].flatMap((root) => edit.merges.membersOf(root));
  if (rows.length === 0) return { entities: 0, relations: 0 };
  const relations = (await edit.store.read(edit.graph, RELATIONS_OF, { ids: rows })).map(([id]) => id as string);
  for (const row of await edit.evidence('rel', relations, false)) edit.erase(row, at);
  for (const id of rows) edit.eraseEntity(id);
  return { entities: roots.size, relations: relations.length };
}
