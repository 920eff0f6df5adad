/** What the official memory server's tools read. */
import type { KnowledgeEntity, KnowledgeGraph } from './knowledge-graph.ts';
import { loadEntities, loadGraph, loadRelations, toKnowledge, type KnowledgeApp } from './load-graph.ts';

export async function readGraph(app: KnowledgeApp, workspace: string): Promise<KnowledgeGraph> {
  return toKnowledge(await loadGraph(app, workspace));
}

/** Entities whose name, type or an observation holds the query, whatever its case; an empty query is in all of them. */
export async function searchNodes(app: KnowledgeApp, workspace: string, query: string): Promise<KnowledgeGraph> {
  const wanted = query.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  return around(
    await readGraph(app, workspace),
    ({ name, entityType, observations }) => holds(name) || holds(entityType) || observations.some(holds),
  );
}

export async function openNodes(
  app: KnowledgeApp,
  workspace: string,
  names: readonly string[],
): Promise<KnowledgeGraph> {
  const entities = await loadEntities(app, workspace, names);
  return toKnowledge({ entities, relations: await loadRelations(app, workspace, entities.keys()) });
}

/** The entities wanted, and the relations that begin or end at one of them. */
function around(graph: KnowledgeGraph, isWanted: (entity: KnowledgeEntity) => boolean): KnowledgeGraph {
  const entities = graph.entities.filter(isWanted);
  const names = new Set(entities.map(({ name }) => name));
  return { entities, relations: graph.relations.filter(({ from, to }) => names.has(from) || names.has(to)) };
}
