/** Entities by the words of their names. */
import { invalidField } from '../../../errors/index.ts';
import { typeKey, type Entity } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { checkWhole } from '../checks.ts';
import { keysOf, nearNames } from './find-entity.ts';
import type { SearchEntitiesRequest } from './entity-request.ts';

const MOST_FOUND = 200;
const LONGEST_QUERY = 1000;

export async function searchEntities({ storage }: Deps, request: SearchEntitiesRequest): Promise<Entity[]> {
  const { workspace, query, types = [] } = request;
  const limit = checkWhole('limit', request.limit ?? 20, 1, MOST_FOUND);
  if (query.length > LONGEST_QUERY) throw invalidField('query', `is longer than ${LONGEST_QUERY} characters`);
  if (!query.isWellFormed()) throw invalidField('query', 'holds half of a surrogate pair');
  if (query.trim() === '') return withoutWords(storage.graph, workspace, { types, limit });
  const [whole, near] = await Promise.all([
    storage.graph.named(workspace, keysOf(query)),
    nearNames(storage, workspace, query, { limit, ...(types.length > 0 ? { types } : {}) }),
  ]);
  const found = new Map([...whole.filter(isOf(types)), ...near].map((entity) => [entity.id, entity]));
  return [...found.values()].slice(0, limit);
}

async function withoutWords(
  graph: Deps['storage']['graph'],
  workspace: string,
  { types, limit }: { types: readonly string[]; limit: number },
): Promise<Entity[]> {
  if (types.length === 0) return graph.mostConnected(workspace, limit);
  return [...(await graph.listEntities(workspace, { limit, types })).items];
}

function isOf(types: readonly string[]): (entity: Entity) => boolean {
  const wanted = new Set(types.map(typeKey));
  return ({ type }) => wanted.size === 0 || wanted.has(typeKey(type));
}
