/** What the official memory server's tools add. Things that are there already are passed over; answers hold what is new. */
import { ZapomniError } from '../../errors/index.ts';
import type { KnowledgeEntity, KnowledgeRelation } from './knowledge-graph.ts';
import {
  loadEntities,
  loadRelations,
  loadRelationsBetween,
  type KnowledgeApp,
  type LoadedEntity,
  type LoadedGraph,
} from './load-graph.ts';
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
  const named = uniqueBy(entities, ({ name }) => name);
  const known = await loadEntities(app, workspace, namesOf(named), ['entity']);
  const fresh = named
    .filter(({ name }) => !known.has(name))
    .map((entity) => ({ ...entity, observations: [...new Set(entity.observations)] }));
  const drafts = await Promise.all(
    fresh.flatMap((entity) => [
      entityDraft(entity),
      ...entity.observations.map((content) => observationDraft(entity, content)),
    ]),
  );
  await store(app, workspace, drafts);
  await projectEntities(app, workspace, fresh);
  await projectRelations(app, workspace, await relationsOf(app, workspace, fresh));
  return fresh;
}

export async function createRelations(
  app: KnowledgeApp,
  workspace: string,
  relations: readonly KnowledgeRelation[],
): Promise<KnowledgeRelation[]> {
  const known = new Set((await loadRelationsBetween(app, workspace, relations)).map(identity));
  const fresh = uniqueBy(relations, identity).filter((relation) => !known.has(identity(relation)));
  const ids = await store(app, workspace, await Promise.all(fresh.map((relation) => relationDraft(relation))));
  const stored = fresh.map((relation, i) => ({ ...relation, memoryId: ids[i] as string }));
  const entities = await loadEntities(app, workspace, endsOf(stored), ['entity']);
  await projectRelations(app, workspace, { entities, relations: stored });
  return fresh;
}

/** All or none: NOT_FOUND when one of the names does not exist. */
export async function addObservations(
  app: KnowledgeApp,
  workspace: string,
  additions: readonly NewObservations[],
): Promise<AddedObservations[]> {
  const names = additions.map(({ entityName }) => entityName);
  const entities = await loadEntities(app, workspace, names);
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
async function relationsOf(app: KnowledgeApp, workspace: string, fresh: readonly EntityFacts[]): Promise<LoadedGraph> {
  const relations = fresh.length === 0 ? [] : await loadRelations(app, workspace, namesOf(fresh));
  const entities =
    relations.length === 0 ? new Map() : await loadEntities(app, workspace, endsOf(relations), ['entity']);
  return { entities, relations };
}

const namesOf = (some: readonly EntityFacts[]): string[] => some.map(({ name }) => name);
const endsOf = (some: readonly KnowledgeRelation[]): string[] => some.flatMap(({ from, to }) => [from, to]);

async function store(app: KnowledgeApp, workspace: string, drafts: readonly RecordDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const { memories } = await app.memories.add({ workspace, drafts, batch: true });
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
