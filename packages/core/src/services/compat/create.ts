/** What the official memory server's tools add. Things that are there already are passed over; answers hold what is new. */
import { ZapomniError } from '../../errors/index.ts';
import type { KnowledgeEntity, KnowledgeRelation } from './knowledge-graph.ts';
import { loadGraph, type KnowledgeApp, type LoadedEntity } from './load-graph.ts';
import { projectEntities, projectRelations } from './project.ts';
import { entityDraft, observationDraft, relationDraft, type EntityFacts, type RecordDraft } from './records.ts';

export interface NewObservations {
  readonly entityName: string;
  readonly contents: readonly string[];
}

export interface AddedObservations {
  readonly entityName: string;
  readonly addedObservations: readonly string[];
}

/** A name that exists, or came before in the same call, is passed over with all that is said of it. */
export async function createEntities(
  app: KnowledgeApp,
  workspace: string,
  entities: readonly KnowledgeEntity[],
): Promise<KnowledgeEntity[]> {
  const graph = await loadGraph(app, workspace, ['entity', 'relation']);
  const fresh = uniqueBy(entities, ({ name }) => name)
    .filter(({ name }) => !graph.entities.has(name))
    .map((entity) => ({ ...entity, observations: [...new Set(entity.observations)] }));
  const drafts = await Promise.all(
    fresh.flatMap((entity) => [
      entityDraft(entity),
      ...entity.observations.map((content) => observationDraft(entity, content)),
    ]),
  );
  await store(app, workspace, drafts);
  await projectEntities(app, workspace, fresh);
  await projectRelations(app, workspace, withRelationsOf(graph, fresh));
  return fresh;
}

export async function createRelations(
  app: KnowledgeApp,
  workspace: string,
  relations: readonly KnowledgeRelation[],
): Promise<KnowledgeRelation[]> {
  const graph = await loadGraph(app, workspace, ['entity', 'relation']);
  const known = new Set(graph.relations.map(identity));
  const fresh = uniqueBy(relations, identity).filter((relation) => !known.has(identity(relation)));
  const ids = await store(app, workspace, await Promise.all(fresh.map((relation) => relationDraft(relation))));
  const stored = fresh.map((relation, i) => ({ ...relation, memoryId: ids[i] as string }));
  await projectRelations(app, workspace, { ...graph, relations: stored });
  return fresh;
}

/** All or none: NOT_FOUND when one of the names does not exist. */
export async function addObservations(
  app: KnowledgeApp,
  workspace: string,
  additions: readonly NewObservations[],
): Promise<AddedObservations[]> {
  const { entities } = await loadGraph(app, workspace, ['entity', 'observation']);
  const drafts: Promise<RecordDraft>[] = [];
  const added = additions.map(({ entityName, contents }, i) => {
    const entity = entities.get(entityName) ?? missing(i);
    const fresh = newContents(entity, contents);
    drafts.push(...fresh.map((content) => observationDraft(entity, content)));
    return { entityName, addedObservations: fresh };
  });
  await store(app, workspace, await Promise.all(drafts));
  return added;
}

/** Also notes them, so that a later item of the same call does not add them again. */
function newContents({ observations }: LoadedEntity, contents: readonly string[]): string[] {
  const known = new Set(observations.map(({ content }) => content));
  const fresh = [...new Set(contents)].filter((content) => !known.has(content));
  observations.push(...fresh.map((content) => ({ memoryId: '', content })));
  return fresh;
}

/** Relations may have waited for one of their ends. */
function withRelationsOf(
  { entities, relations }: Awaited<ReturnType<typeof loadGraph>>,
  fresh: readonly EntityFacts[],
): Awaited<ReturnType<typeof loadGraph>> {
  const names = new Set(fresh.map(({ name }) => name));
  const all = new Map(entities);
  for (const { name, entityType } of fresh) all.set(name, { name, entityType, memoryId: '', observations: [] });
  return { entities: all, relations: relations.filter(({ from, to }) => names.has(from) || names.has(to)) };
}

async function store(app: KnowledgeApp, workspace: string, drafts: readonly RecordDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const { memories } = await app.addMemories({ workspace, drafts, batch: true });
  return memories.map(({ id }) => id);
}

function identity({ from, to, relationType }: KnowledgeRelation): string {
  return JSON.stringify([from, to, relationType]);
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

function missing(index: number): never {
  const field = `observations[${index}].entityName`;
  throw new ZapomniError('NOT_FOUND', `${field}: there is no entity of this name. Nothing was added.`, {
    hint: 'Names count letter for letter: search_nodes finds them, create_entities makes new ones.',
    issues: [{ field, error: 'not found' }],
  });
}
