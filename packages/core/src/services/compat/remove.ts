/** What the official memory server's tools delete. What does not exist is passed over without a word, as there. */
import { ZapomniError } from '../../errors/index.ts';
import type { KnowledgeRelation } from './knowledge-graph.ts';
import { loadEntities, loadGraph, loadRelations, loadRelationsBetween, type KnowledgeApp } from './load-graph.ts';
import { unprojectEntities } from './project.ts';
import type { EntityFacts } from './records.ts';

export interface ObservationsToDelete {
  readonly entityName: string;
  readonly observations: readonly string[];
}

/** Ids of the memories that are to go. */
type Choose = () => Promise<readonly string[]>;

/** Another process may delete the same at the same time; then what is left is looked up again. */
const ATTEMPTS = 3;

/** With their observations, and every relation that begins or ends at one of the names. */
export async function deleteEntities(
  app: KnowledgeApp,
  workspace: string,
  entityNames: readonly string[],
): Promise<void> {
  const names = new Set(entityNames);
  let removed: EntityFacts[] = [];
  await removeChosen(app, workspace, async () => {
    const entities = [...(await loadEntities(app, workspace, names)).values()];
    const relations = await loadRelations(app, workspace, names);
    removed = entities;
    return [
      ...entities.flatMap(({ memoryId, observations }) => [memoryId, ...idsOf(observations)]),
      ...idsOf(relations),
    ];
  });
  if (removed.length === 0) return;
  // Names that differ in case alone are one entity of the graph.
  const left = (await loadGraph(app, workspace, ['entity'])).entities;
  await unprojectEntities(app, workspace, { removed, left: left.values() });
}

export async function deleteObservations(
  app: KnowledgeApp,
  workspace: string,
  deletions: readonly ObservationsToDelete[],
): Promise<void> {
  const names = deletions.map(({ entityName }) => entityName);
  await removeChosen(app, workspace, async () => {
    const entities = await loadEntities(app, workspace, names);
    return deletions.flatMap(({ entityName, observations }) => {
      const unwanted = new Set(observations);
      const kept = entities.get(entityName)?.observations ?? [];
      return idsOf(kept.filter(({ content }) => unwanted.has(content)));
    });
  });
}

export async function deleteRelations(
  app: KnowledgeApp,
  workspace: string,
  relations: readonly KnowledgeRelation[],
): Promise<void> {
  const identity = ({ from, to, relationType }: KnowledgeRelation) => JSON.stringify([from, to, relationType]);
  const unwanted = new Set(relations.map(identity));
  await removeChosen(app, workspace, async () => {
    const some = await loadRelationsBetween(app, workspace, relations);
    return idsOf(some.filter((relation) => unwanted.has(identity(relation))));
  });
}

async function removeChosen(app: KnowledgeApp, workspace: string, choose: Choose): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const ids = [...new Set(await choose())];
    try {
      if (ids.length > 0) await app.memories.delete(workspace, ids);
      return;
    } catch (error) {
      const isGone = error instanceof ZapomniError && error.code === 'NOT_FOUND';
      if (!isGone || attempt === ATTEMPTS) throw error;
    }
  }
}

function idsOf(some: readonly { readonly memoryId: string }[]): string[] {
  return some.map(({ memoryId }) => memoryId);
}
