/** How much there is. */
import type { GraphCounts } from '@zapomni/core/ports';
import { countRelations } from './count-relations.ts';
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
  const [entities, relations, mentions, memoriesWithMentions, memories, pending] = await Promise.all([
    view.read(`MATCH (e:Entity) WHERE NOT e.id IN $merged RETURN split(e.id, ':')[0], count(e)`, { merged }),
    countRelations(view),
    one('MATCH (p:Passage)-[x:MENTIONS]->() WHERE p.k % 2 = 1 RETURN count(x)'),
    one('MATCH (m:Memory)-[:HAS]->(:Passage)-[:MENTIONS]->() RETURN count(DISTINCT m)'),
    one('MATCH (g:Store) RETURN g.memories'),
    one('MATCH (m:Memory) WHERE m.unread = 1 RETURN count(m)'),
  ]);
  const entityTypes = new Map(entities as [string, number][]);
  return {
    entities: sumOf(entityTypes),
    mentions,
    relations: sumOf(relations),
    entityTypes: byFrequency(entityTypes),
    relationTypes: byFrequency(relations),
    memoriesWithMentions,
    memories,
    pending,
  };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}

/** The most frequent first; none that there is none of. */
function byFrequency(counts: ReadonlyMap<string, number>): Record<string, number> {
  const there = [...counts].filter(([, count]) => count > 0);
  return Object.fromEntries(there.sort(([, one], [, other]) => other - one));
}
