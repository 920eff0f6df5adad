/**
 * What is kept for the official memory server's tools, shown in Zapomni's own graph too: entities are asserted, relations
 * stand on the memory that records them. What the graph cannot hold (a name of ten thousand letters, a relation to a name
 * that nothing has, a thing related to itself) stays out of it and is kept all the same.
 */
import { entityId, type EntityDraft } from '../../model/index.ts';
import { checkEntityType, checkNewName, checkRelationType } from '../graph/checks.ts';
import type { LinkDraft } from '../graph/link/link-request.ts';
import type { KnowledgeApp, LoadedGraph, LoadedRelation } from './load-graph.ts';
import type { EntityFacts } from './records.ts';

/** For entities without a type that the graph takes. */
const UNTYPED = 'entity';
const AT_ONCE = 1000;

export async function projectEntities(
  app: KnowledgeApp,
  workspace: string,
  facts: readonly EntityFacts[],
): Promise<void> {
  const entities = facts.flatMap((entity) => toDraft(entity) ?? []);
  for (const some of portions(entities)) await app.graph.assertEntities({ workspace, entities: some });
}

/** `entities` says what the ends of the relations are. Relations that hold already change nothing. */
export async function projectRelations(
  app: KnowledgeApp,
  workspace: string,
  { entities, relations }: LoadedGraph,
): Promise<void> {
  const links = relations.flatMap((relation) => toLink(relation, entities) ?? []);
  for (const some of portions(links)) await app.graph.link({ workspace, links: some });
}

/** Takes entities out of the graph that are in `removed` and not in `left`, unless some other memory speaks of them. */
export async function unprojectEntities(
  app: KnowledgeApp,
  workspace: string,
  { removed, left }: { readonly removed: readonly EntityFacts[]; readonly left: Iterable<EntityFacts> },
): Promise<void> {
  const gone = new Set(idsOf(removed));
  for (const id of idsOf(left)) gone.delete(id);
  if (gone.size === 0) return;
  const { entities } = await app.graph.subgraph(workspace, [...gone]);
  const ids = entities.filter(({ mentions, relations }) => mentions === 0 && relations === 0).map(({ id }) => id);
  if (ids.length > 0) await app.graph.removeEntities({ workspace, ids });
}

function* idsOf(facts: Iterable<EntityFacts>): Generator<string> {
  for (const entity of facts) {
    const draft = toDraft(entity);
    if (draft) yield entityId(draft);
  }
}

/** The type as given where the graph takes it. */
function toDraft({ name, entityType }: EntityFacts): EntityDraft | undefined {
  const checked = accepted(() => checkNewName(name, 'name'));
  if (checked === undefined) return undefined;
  return { name: checked, type: accepted(() => checkEntityType(entityType, 'entityType')) ?? UNTYPED };
}

function toLink(relation: LoadedRelation, entities: LoadedGraph['entities']): LinkDraft | undefined {
  const [source, target] = [relation.from, relation.to].map((name) => {
    const entity = entities.get(name);
    return entity && toDraft(entity);
  });
  const type = accepted(() => checkRelationType(relation.relationType, 'relationType'));
  if (!source || !target || type === undefined) return undefined;
  return entityId(source) === entityId(target) ? undefined : { source, type, target, memoryId: relation.memoryId };
}

function accepted<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch {
    return undefined;
  }
}

function* portions<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < items.length; i += AT_ONCE) yield items.slice(i, i + AT_ONCE);
}
