/** What the official memory server's tools delete. What does not exist is passed over without a word, as there. */
import { ZapomniError } from '../../errors/index.ts';
import type { KnowledgeRelation } from './knowledge-graph.ts';
import { loadGraph, type KnowledgeApp, type LoadedGraph } from './load-graph.ts';
import { unprojectEntities } from './project.ts';

export interface ObservationsToDelete {
  readonly entityName: string;
  readonly observations: readonly string[];
}

type Choose = (graph: LoadedGraph) => readonly string[];

/** Another process may delete the same at the same time; then what is left is looked up again. */
const ATTEMPTS = 3;

/** With their observations, and every relation that begins or ends at one of the names. */
export async function deleteEntities(
  app: KnowledgeApp,
  workspace: string,
  entityNames: readonly string[],
): Promise<void> {
  const names = new Set(entityNames);
  const { entities } = await removeChosen(app, workspace, (graph) => [
    ...[...graph.entities.values()]
      .filter(({ name }) => names.has(name))
      .flatMap(({ memoryId, observations }) => [memoryId, ...observations.map((one) => one.memoryId)]),
    ...graph.relations.filter(({ from, to }) => names.has(from) || names.has(to)).map(({ memoryId }) => memoryId),
  ]);
  const all = [...entities.values()];
  await unprojectEntities(app, workspace, {
    removed: all.filter(({ name }) => names.has(name)),
    left: all.filter(({ name }) => !names.has(name)),
  });
}

export async function deleteObservations(
  app: KnowledgeApp,
  workspace: string,
  deletions: readonly ObservationsToDelete[],
): Promise<void> {
  await removeChosen(app, workspace, ({ entities }) =>
    deletions.flatMap(({ entityName, observations }) => {
      const unwanted = new Set(observations);
      const kept = entities.get(entityName)?.observations ?? [];
      return kept.filter(({ content }) => unwanted.has(content)).map(({ memoryId }) => memoryId);
    }),
  );
}

export async function deleteRelations(
  app: KnowledgeApp,
  workspace: string,
  relations: readonly KnowledgeRelation[],
): Promise<void> {
  const identity = ({ from, to, relationType }: KnowledgeRelation) => JSON.stringify([from, to, relationType]);
  const unwanted = new Set(relations.map(identity));
  await removeChosen(app, workspace, (graph) =>
    graph.relations.filter((relation) => unwanted.has(identity(relation))).map(({ memoryId }) => memoryId),
  );
}

/** The graph as it was before. */
async function removeChosen(app: KnowledgeApp, workspace: string, choose: Choose): Promise<LoadedGraph> {
  for (let attempt = 1; ; attempt++) {
    const graph = await loadGraph(app, workspace);
    const ids = [...new Set(choose(graph))];
    try {
      if (ids.length > 0) await app.deleteMemories(workspace, ids);
      return graph;
    } catch (error) {
      const isGone = error instanceof ZapomniError && error.code === 'NOT_FOUND';
      if (!isGone || attempt === ATTEMPTS) throw error;
    }
  }
}
