/** How many relations hold at a moment. The engine counts them; only those of merged entities are looked at here. */
import { shownRelation } from './relation-groups.ts';
import { partsOf } from './rows.ts';
import { sumRelations } from './sum-relations.ts';
import type { GraphView } from './view.ts';

/** By type. Those that merging makes one count once. */
export async function countRelations(view: GraphView): Promise<Map<string, number>> {
  const { fresh, holding, moment, merges } = view;
  const [carried, stale, merged] = await Promise.all([
    view.read(`MATCH ()-[r:REL]->() WHERE ${fresh} AND r.strength > 0 RETURN r.type, count(r)`, moment),
    view.read(
      `MATCH ()-[r:REL]->() WHERE NOT ${fresh} WITH r.id AS rel, r.type AS type
       MATCH (v:Evidence {rel: rel}) WHERE ${holding} RETURN type, count(DISTINCT rel)`,
      moment,
    ),
    relationsOfMerged(view),
  ]);
  const counts = new Map<string, number>();
  const add = (type: string, count: number): void => void counts.set(type, (counts.get(type) ?? 0) + count);
  for (const [type, count] of [...carried, ...stale] as [string, number][]) add(type, count);
  for (const id of merged) add(partsOf(id)[1], -1);
  for (const id of new Set(merged.map((one) => shownRelation(merges, partsOf(one))))) add(partsOf(id)[1], 1);
  return counts;
}

export async function countAllRelations(view: GraphView): Promise<number> {
  const counts = await countRelations(view);
  return counts.values().reduce((sum, count) => sum + count, 0);
}

/** Those that hold, as they are stored. */
async function relationsOfMerged(view: GraphView): Promise<string[]> {
  if (view.merges.isEmpty) return [];
  const ids = [...new Set(view.merges.rows.flatMap(({ into, from }) => [into, from]))];
  const query = 'UNWIND $ids AS id MATCH (a:Entity {id: id}) WITH a MATCH (a)-[r:REL]-() RETURN DISTINCT r.id';
  const stored = (await view.read(query, { ids })).map(([id]) => id as string);
  const sums = await sumRelations(view, stored);
  return stored.filter((id) => (sums.get(id)?.evidence ?? 0) > 0);
}
