/** Entities by id, by name, by words, and all of them; each as a root with all that was merged into it. */
import { typeKey, type Entity } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { ENTITY_COLUMNS, toEntityRow } from './rows.ts';
import { Steps } from './walk/steps.ts';
import type { GraphView } from './view.ts';

/** In the order given; those that are gone are left out. */
async function readEntities(view: GraphView, roots: readonly string[]): Promise<Entity[]> {
  if (roots.length === 0) return [];
  const distinct = [...new Set(roots)];
  const ids = distinct.flatMap((root) => view.merges.membersOf(root));
  const [rows, mentions, relations] = await Promise.all([
    view.read(`UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN ${ENTITY_COLUMNS}`, { ids }),
    countMentions(view, distinct),
    new Steps(view, {}).counts(distinct),
  ]);
  const known = new Map(rows.map((row) => [row[0] as string, toEntityRow(row)]));
  return roots.flatMap((root) => {
    const row = known.get(root);
    if (!row) return [];
    const members = view.merges.membersOf(root).flatMap((id) => known.get(id) ?? []);
    const names = members.flatMap(({ name, forms }) => [name, ...forms.map(([form]) => form)]);
    return {
      id: root,
      workspace: view.workspace,
      type: row.type,
      name: row.name,
      aliases: [...new Set(names)].filter((name) => name !== row.name).sort(),
      asserted: members.some(({ asserted }) => asserted),
      createdAt: row.createdAt,
      mentions: mentions.get(root) ?? 0,
      relations: relations.get(root) ?? 0,
      merged: members.filter(({ id }) => id !== root).map(({ id }) => id),
    };
  });
}

/** In how many live passages each root is mentioned, or what was merged into it. */
async function countMentions(view: GraphView, roots: readonly string[]): Promise<Map<string, number>> {
  const groups = roots.map((root) => ({ root, ids: view.merges.membersOf(root) }));
  const rows = await view.read(
    `UNWIND $groups AS x UNWIND x.ids AS id MATCH (e:Entity {id: id}) WITH x, e
     MATCH (e)<-[:MENTIONS]-(p) WHERE p.k % 2 = 1 RETURN x.root, count(DISTINCT p)`,
    { groups },
  );
  return new Map(rows.map((row) => row as [string, number]));
}

export async function entitiesById(view: GraphView, ids: readonly string[]): Promise<Entity[]> {
  const roots = await view.roots(ids);
  return readEntities(
    view,
    ids.flatMap((id) => roots.get(id) ?? []),
  );
}

/** The most mentioned first. */
export async function entitiesNamed(view: GraphView, keys: readonly string[]): Promise<Entity[]> {
  const query = 'UNWIND $keys AS k MATCH (e:Entity) WHERE k IN e.keys RETURN DISTINCT e.id';
  const rows = keys.length > 0 ? await view.read(query, { keys: [...new Set(keys)] }) : [];
  const roots = new Set(rows.map(([id]) => view.merges.rootOf(id as string)));
  return (await readEntities(view, [...roots])).sort(byMentions);
}

function byMentions(one: Entity, other: Entity): number {
  return other.mentions - one.mentions || compare(one.id, other.id);
}

export async function findEntities(
  view: GraphView,
  query: { readonly terms: readonly string[]; readonly types?: readonly string[]; readonly limit: number },
): Promise<Entity[]> {
  const cypher = 'UNWIND $terms AS t MATCH (e:Entity) WHERE t IN e.terms RETURN e.id, t';
  const rows = query.terms.length > 0 ? await view.read(cypher, { terms: [...new Set(query.terms)] }) : [];
  const terms = new Map<string, Set<string>>();
  for (const [id, term] of rows as [string, string][]) {
    const root = view.merges.rootOf(id);
    terms.set(root, (terms.get(root) ?? new Set()).add(term));
  }
  const wanted = typeKeys(query.types);
  const roots = [...terms.keys()].filter((id) => !wanted || wanted.has(typeOf(id)));
  const mentions = await countMentions(view, roots);
  const size = (id: string): number => terms.get(id)?.size ?? 0;
  const ranked = roots.sort(
    (one, other) =>
      size(other) - size(one) || (mentions.get(other) ?? 0) - (mentions.get(one) ?? 0) || compare(one, other),
  );
  return readEntities(view, ranked.slice(0, query.limit));
}

/** The part of an id before its first colon is the type's key. */
function typeOf(id: string): string {
  return id.slice(0, id.indexOf(':'));
}

function typeKeys(types: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return types && types.length > 0 ? new Set(types.map(typeKey)) : undefined;
}

/** The last id shown, and the total that the first page counted. */
type Place = readonly [id: string, total: number];

interface EntityPage {
  readonly limit: number;
  readonly cursor?: string;
  readonly types?: readonly string[];
}

/** A cursor that no page gave is refused, also where there is nothing. */
export async function listEntities(view: GraphView | undefined, page: EntityPage): Promise<Page<Entity>> {
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'sn');
  return view ? listAfter(view, page, place) : { items: [], next: null, total: 0 };
}

async function listAfter(view: GraphView, page: EntityPage, place: Place | undefined): Promise<Page<Entity>> {
  const types = typeKeys(page.types);
  const merged = view.merges.rows.map(({ from }) => from);
  const where = `WHERE NOT e.id IN $merged ${types ? `AND any(t IN $types WHERE e.id STARTS WITH t)` : ''}`;
  const params = { merged, ...(types ? { types: Array.from(types, (type) => `${type}:`) } : {}) };
  const total =
    place?.[1] ?? Number((await view.read(`MATCH (e:Entity) ${where} RETURN count(e)`, params))[0]?.[0] ?? 0);
  const rows = await view.read(`MATCH (e:Entity) ${where} AND e.id > $after RETURN e.id ORDER BY e.id LIMIT $limit`, {
    ...params,
    after: place?.[0] ?? '',
    limit: page.limit + 1,
  });
  const shown = rows.slice(0, page.limit).map(([id]) => id as string);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return {
    items: await readEntities(view, shown),
    next: last === undefined ? null : writeCursor([last, total]),
    total,
  };
}

export async function mostConnected(view: GraphView, limit: number): Promise<Entity[]> {
  const rows = await view.read(
    `MATCH (e:Entity)-[r:REL]-() WHERE r.strength > 0 RETURN e.id, count(DISTINCT r) AS n ORDER BY n DESC LIMIT $limit`,
    // Merging makes one of several: what is left of the most frequent is enough to choose from.
    { limit: 4 * limit + 100 },
  );
  const roots = new Set(rows.map(([id]) => view.merges.rootOf(id as string)));
  const entities = await readEntities(view, [...roots]);
  return entities.sort((one, other) => other.relations - one.relations || compare(one.id, other.id)).slice(0, limit);
}

export async function listOrphans(view: GraphView, limit: number): Promise<{ ids: string[]; total: number }> {
  const rows = await view.read(
    `MATCH (e:Entity) WHERE NOT e.asserted AND NOT (e)<-[:MENTIONS]-() AND NOT (e)-[:REL]-() RETURN e.id ORDER BY e.id`,
  );
  const unknown = new Set(rows.map(([id]) => id as string));
  const ids = [...unknown].filter(
    (id) => view.merges.rootOf(id) === id && view.merges.membersOf(id).every((member) => unknown.has(member)),
  );
  return { ids: ids.slice(0, limit), total: ids.length };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
