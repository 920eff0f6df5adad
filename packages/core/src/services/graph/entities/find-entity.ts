/** What callers mean by a name, an alias or an id. */
import { ZapomniError } from '../../../errors/index.ts';
import { nameKey, toQueryTerms, typeKey, type Entity } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import { checkName } from '../checks.ts';
import type { FoundByName } from '../related/related-request.ts';

const SUGGESTIONS = 5;
const SPELLINGS = 3;
/** Words of a name that are looked up; a longer one is no name that anybody mistyped. */
const MOST_TERMS = 12;

export interface EntityName {
  readonly workspace: string;
  readonly entity: string;
  readonly type?: string | undefined;
  /** How the caller calls it. */
  readonly field?: string;
}

/** Never fails for a name that nothing has: suggestions tell what there is. */
export async function findByName(storage: Storage, name: EntityName): Promise<FoundByName> {
  const [entity, ...alternatives] = await matches(storage, name);
  if (entity) return { entity, alternatives, suggestions: [] };
  const suggestions = await nearNames(storage, name.workspace, name.entity);
  return { entity: null, alternatives: [], suggestions };
}

/** NOT_FOUND where `findByName` would suggest. Names of others' never reach an error, so that it has none to offer. */
export async function requireEntity(storage: Storage, name: EntityName): Promise<Entity> {
  const [entity] = await matches(storage, name);
  if (entity) return entity;
  const field = name.field ?? 'entity';
  throw new ZapomniError('NOT_FOUND', `${field}: nothing in this workspace has that name or id.`, {
    hint: 'search_entities finds the names that exist.',
    issues: [{ field, error: 'not found' }],
  });
}

/** The best first: by id, by name, then by alias; among equals the most mentioned. */
async function matches({ graph }: Storage, { workspace, entity, type, field }: EntityName): Promise<Entity[]> {
  const asked = checkName(entity, field ?? 'entity');
  const byId = asked.includes(':') ? await graph.entities(workspace, [asked]) : [];
  const named = await graph.named(workspace, keysOf(asked));
  const wanted = type === undefined ? undefined : typeKey(type);
  const found = [...byId, ...named.toSorted((one, other) => closeness(other, asked) - closeness(one, asked))];
  const unique = new Map(found.map((one) => [one.id, one]));
  const meant = [...unique.values()].filter((one) => wanted === undefined || typeKey(one.type) === wanted);
  const living = meant.filter((one) => isLiving(one) || byId.includes(one));
  return living.length > 0 ? living : meant;
}

/** What nothing mentions or relates any more is there for questions about the past, and no other meaning of a name that something has now. */
function isLiving({ asserted, mentions, relations }: Entity): boolean {
  return asserted || mentions > 0 || relations > 0;
}

/** Names near one that nothing has: those that share words, else those that share words when slips are forgiven. */
export async function nearNames(
  { graph, fullText }: Storage,
  workspace: string,
  name: string,
  options: { readonly types?: readonly string[]; readonly limit?: number } = {},
): Promise<Entity[]> {
  const { types, limit = SUGGESTIONS } = options;
  const find = (terms: readonly string[]) =>
    terms.length === 0 ? [] : graph.findEntities(workspace, { terms, limit, ...(types ? { types } : {}) });
  const terms = [...new Set(toQueryTerms(name))].slice(0, MOST_TERMS);
  const exact = await find(terms);
  if (exact.length > 0) return exact;
  const similar = await Promise.all(terms.map((term) => fullText.similar(term, workspace, SPELLINGS)));
  return find(similar.flat().map(({ term }) => term));
}

/** An organisation's legal form does not count, other things' last words do. */
export function keysOf(name: string): string[] {
  return [...new Set([nameKey(name, ''), nameKey(name, 'organization')])];
}

function closeness({ name, type }: Entity, asked: string): number {
  if (name === asked) return 2;
  return nameKey(name, type) === nameKey(asked, type) ? 1 : 0;
}
