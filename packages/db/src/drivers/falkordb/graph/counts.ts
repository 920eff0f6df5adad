/** How much there is. */
import type { GraphCounts } from '@zapomni/core/ports';
import { typeOf } from './find-entities.ts';
import { holdingRelations } from './list-relations.ts';
import { partsOf } from './rows.ts';
import type { GraphView } from './view.ts';

export const NO_COUNTS: GraphCounts = {
  entities: 0,
  mentions: 0,
  relations: 0,
  entityTypes: {},
  relationTypes: {},
  memoriesWithMentions: 0,
  memories: 0,
  pending: 0,
};

export async function countGraph(view: GraphView): Promise<GraphCounts> {
  const one = async (query: string): Promise<number> => Number((await view.read(query))[0]?.[0] ?? 0);
  const merged = view.merges.rows.map(({ from }) => from);
  const [ids, relations, mentions, memoriesWithMentions, memories, pending] = await Promise.all([
    view.read('MATCH (e:Entity) WHERE NOT e.id IN $merged RETURN e.id', { merged }),
    holdingRelations(view),
    one('MATCH (p:Passage)-[x:MENTIONS]->() WHERE p.k % 2 = 1 RETURN count(x)'),
    one('MATCH (m:Memory)-[:HAS]->(:Passage)-[:MENTIONS]->() RETURN count(DISTINCT m)'),
    one('MATCH (g:Store) RETURN g.memories'),
    one('MATCH (m:Memory) WHERE m.unread = 1 RETURN count(m)'),
  ]);
  return {
    entities: ids.length,
    mentions,
    relations: relations.length,
    entityTypes: tally(ids.map(([id]) => typeOf(id as string))),
    relationTypes: tally(relations.map((id) => partsOf(id)[1])),
    memoriesWithMentions,
    memories,
    pending,
  };
}

/** The most frequent first. */
function tally(names: readonly string[]): Record<string, number> {
  const groups = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return Object.fromEntries(groups.sort(([, one], [, other]) => other - one));
}
