/** Entities by name and all of them; asserting and removing them. */
import { invalidField } from '../../../errors/index.ts';
import { entityId, type Entity, type EntityDraft, type Relation } from '../../../model/index.ts';
import type { Page } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { checkEntityType, checkName, checkNewName, checkWhole } from '../checks.ts';
import { toMoment } from '../moment.ts';
import { keysOf } from './find-entity.ts';
import type {
  AssertedEntity,
  AssertEntitiesRequest,
  ListEntitiesRequest,
  ListRelationsRequest,
  RemovedEntities,
  RemoveEntitiesRequest,
  Subgraph,
} from './entity-request.ts';

const MOST_LISTED = 1000;
const MOST_AT_ONCE = 1000;
const MOST_ALIASES = 50;
/** Relations looked at from each entity for those that lead to another of them. */
const NEIGHBOURS_OF_EACH = 1000;

export async function entitiesNamed({ storage }: Deps, workspace: string, names: readonly string[]): Promise<Entity[]> {
  checkCount('names', names.length);
  const keys = names.flatMap((name) => keysOf(checkName(name, 'names')));
  return keys.length === 0 ? [] : storage.graph.named(workspace, [...new Set(keys)]);
}

export async function subgraph({ storage }: Deps, workspace: string, ids: readonly string[]): Promise<Subgraph> {
  checkCount('ids', ids.length);
  const entities = await storage.graph.entities(workspace, [...new Set(ids)]);
  const own = entities.map(({ id }) => id);
  if (own.length === 0) return { entities, relations: [] };
  const query = { direction: 'out', limit: NEIGHBOURS_OF_EACH } as const;
  const { relations } = await storage.graph.neighbours(workspace, own, query);
  const among = new Set(own);
  return { entities, relations: relations.filter(({ target }) => among.has(target)) };
}

export async function listEntities({ storage }: Deps, request: ListEntitiesRequest): Promise<Page<Entity>> {
  const { workspace, types, limit, cursor } = request;
  return storage.graph.listEntities(workspace, {
    limit: checkWhole('limit', limit, 1, MOST_LISTED),
    ...(types?.length ? { types } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  });
}

export async function listRelations({ storage }: Deps, request: ListRelationsRequest): Promise<Page<Relation>> {
  const { workspace, limit, cursor } = request;
  return storage.graph.listRelations(workspace, {
    ...toMoment(request),
    limit: checkWhole('limit', limit, 1, MOST_LISTED),
    ...(cursor === undefined ? {} : { cursor }),
  });
}

export async function assertEntities(deps: Deps, request: AssertEntitiesRequest): Promise<AssertedEntity[]> {
  const { graph } = deps.storage;
  const { workspace } = request;
  checkCount('entities', request.entities.length);
  const drafts = request.entities.map(checkDraft);
  const before = await graph.entities(workspace, drafts.map(entityId));
  const known = new Set(before.flatMap(({ id, merged }) => [id, ...merged]));
  const ids = await graph.assertEntities(workspace, drafts, deps.clock.now());
  deps.logger.log('info', 'entities_asserted', { workspace, entities: ids.length });
  const entities = await graph.entities(workspace, ids);
  return entities.map((entity, i) => ({ entity, created: !known.has(ids[i] as string) }));
}

export async function removeEntities(deps: Deps, request: RemoveEntitiesRequest): Promise<RemovedEntities> {
  const { workspace, ids } = request;
  checkCount('ids', ids.length);
  const removed = await deps.storage.graph.removeEntities(workspace, ids, deps.clock.now());
  deps.logger.log('info', 'entities_removed', { workspace, ...removed });
  return removed;
}

function checkDraft({ type, name, aliases = [] }: EntityDraft, i: number): EntityDraft {
  const field = `entities[${i}]`;
  if (aliases.length > MOST_ALIASES) throw invalidField(`${field}.aliases`, `has more than ${MOST_ALIASES}`);
  return {
    type: checkEntityType(type, `${field}.type`),
    name: checkNewName(name, `${field}.name`),
    aliases: aliases.map((alias) => checkNewName(alias, `${field}.aliases`)),
  };
}

function checkCount(field: string, count: number): void {
  if (count > MOST_AT_ONCE) throw invalidField(field, `has more than ${MOST_AT_ONCE}`, 'Call several times.');
}
