/** Where entities are mentioned, what passages are about, and which speak of the same things. */
import type { Scope } from '@zapomni/core/model';
import type { EntityMention, Page, PassageHit } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { toCondition } from '../memories/filter.ts';
import { byGraph, passageId } from '../memories/passage-ids.ts';
import type { Params } from '../cypher/literal.ts';
import type { Row } from '../cypher/rows.ts';
import type { GraphView } from './view.ts';

type Place = readonly [memory: number, start: number, end: number, entity: string];

const COLUMNS = 'e.id, m.id, p.n, x.s, x.e';

function toMention(view: GraphView, row: Row): EntityMention {
  const [entity, memoryId, n, start, end] = row as [string, string, number, number, number];
  return { entityId: view.merges.rootOf(entity), memoryId, passageId: passageId(view.graph, n), start, end };
}

const NOTHING_THERE = { items: [], next: null, total: 0 };

/** After the place of the last one shown. */
const AFTER = `AND (m.n < $mn OR (m.n = $mn AND (x.s > $start OR (x.s = $start AND
  (x.e > $end OR (x.e = $end AND e.id > $entity))))))`;

export async function mentionsOf(
  view: GraphView | undefined,
  entityId: string,
  page: { readonly limit: number; readonly cursor?: string },
): Promise<Page<EntityMention>> {
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'nnns');
  const root = (await view?.roots([entityId]))?.get(entityId);
  if (!view || root === undefined) return NOTHING_THERE;
  const ids = view.merges.membersOf(root);
  const match = `UNWIND $ids AS id MATCH (e:Entity {id: id}) WITH e MATCH (e)<-[x:MENTIONS]-(p) WHERE p.k % 2 = 1`;
  const [[counted], rows] = await Promise.all([
    view.read(`${match} RETURN count(x)`, { ids }),
    view.read(
      `${match} WITH e, x, p MATCH (p)<-[:HAS]-(m) WHERE true ${place ? AFTER : ''}
       RETURN ${COLUMNS}, m.n ORDER BY m.n DESC, x.s, x.e, e.id LIMIT $limit`,
      { ids, limit: page.limit + 1, ...(place ? placeParams(place) : {}) },
    ),
  ]);
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toMention(view, row)),
    next: last ? writeCursor([last[5], last[3], last[4], last[0]] as (string | number)[]) : null,
    total: Number(counted?.[0] ?? 0),
  };
}

function placeParams([mn, start, end, entity]: Place): Params {
  return { mn, start, end, entity };
}

export async function mentionsIn(view: GraphView, passageIds: readonly number[]): Promise<EntityMention[]> {
  const ns = byGraph(passageIds).get(view.graph) ?? [];
  if (ns.length === 0) return [];
  const rows = await view.read(
    `UNWIND $ids AS id MATCH (p:Passage {id: id}) WITH p MATCH (p)-[x:MENTIONS]->(e)
     WITH p, x, e MATCH (p)<-[:HAS]-(m)
     RETURN ${COLUMNS} ORDER BY x.s, x.e, e.id`,
    { ids: [...new Set(ns)].map(String) },
  );
  const byPassage = Map.groupBy(
    rows.map((row) => toMention(view, row)),
    (mention) => mention.passageId,
  );
  return passageIds.flatMap((id) => byPassage.get(id) ?? []);
}

export interface LinkQuery {
  readonly seeds: readonly number[];
  readonly passages: readonly number[];
  /** Entities that more passages mention do not count. */
  readonly most: number;
}

export async function linkedPassages(
  view: GraphView,
  { seeds, passages, most }: LinkQuery,
): Promise<(readonly [number, number])[]> {
  const ns = byGraph([...new Set([...seeds, ...passages])]).get(view.graph) ?? [];
  if (ns.length === 0) return [];
  const query =
    'UNWIND $ids AS id MATCH (p:Passage {id: id}) WITH p MATCH (p)-[:MENTIONS]->(e) RETURN DISTINCT p.n, e.id';
  const found = new Map<string, Set<number>>();
  for (const [n, entity] of (await view.read(query, { ids: ns.map(String) })) as [number, string][]) {
    const root = view.merges.rootOf(entity);
    found.set(root, (found.get(root) ?? new Set()).add(passageId(view.graph, n)));
  }
  const isSeed = new Set(seeds);
  const shared = [...found].filter(([, those]) => those.size > 1 && [...those].some((id) => isSeed.has(id)));
  const rare = await rareAmong(
    view,
    shared.map(([root]) => root),
    most,
  );
  const groups = shared.filter(([root]) => rare.has(root)).map(([, those]) => those);
  return seeds.flatMap((seed) => {
    const near = new Set(groups.filter((those) => those.has(seed)).flatMap((those) => [...those]));
    return passages
      .filter((passage) => passage !== seed && near.has(passage))
      .map((passage) => [seed, passage] as const);
  });
}

/** Those that no more than `most` live passages mention. No more than that are looked at. */
async function rareAmong(view: GraphView, roots: readonly string[], most: number): Promise<ReadonlySet<string>> {
  if (roots.length === 0) return new Set();
  const groups = roots.map((root) => ({ root, ids: view.merges.membersOf(root) }));
  const rows = await view.read(
    `UNWIND $groups AS x CALL { WITH x UNWIND x.ids AS id MATCH (e:Entity {id: id}) WITH e MATCH (e)<-[:MENTIONS]-(p)
       WHERE p.k % 2 = 1 WITH DISTINCT p LIMIT $limit RETURN count(p) AS passages }
     WITH x, passages WHERE passages < $limit RETURN x.root`,
    { groups, limit: most + 1 },
  );
  return new Set(rows.map(([root]) => root as string));
}

export interface WeightedEntity {
  readonly entityId: string;
  readonly weight: number;
}

/** An entity counts once for a passage, however often it is mentioned there. */
export async function passagesAbout(
  view: GraphView,
  { filter = {} }: Scope,
  weights: readonly WeightedEntity[],
  k: number,
): Promise<PassageHit[]> {
  const roots = await view.roots(weights.map(({ entityId }) => entityId));
  const byRoot = new Map<string, number>();
  for (const { entityId, weight } of weights) {
    const root = roots.get(entityId);
    if (root !== undefined) byRoot.set(root, (byRoot.get(root) ?? 0) + weight);
  }
  if (byRoot.size === 0 || k < 1) return [];
  const { cypher, params } = toCondition(filter);
  const groups = Array.from(byRoot, ([root, weight]) => ({ root, weight, ids: view.merges.membersOf(root) }));
  // The memory has no label: by that the engine would begin with every one that the condition lets through.
  const rows = await view.read(
    `UNWIND $groups AS x UNWIND x.ids AS id MATCH (e:Entity {id: id}) WITH x, e
     MATCH (e)<-[:MENTIONS]-(p) WITH x, p MATCH (p)<-[:HAS]-(m) WHERE ${cypher} WITH DISTINCT x.root AS root, x.weight AS weight, p.n AS n, m.id AS memory
     RETURN n, memory, sum(weight) AS score ORDER BY score DESC, n LIMIT $limit`,
    { ...params, groups, limit: k },
  );
  return (rows as [number, string, number][]).map(([n, memoryId, score]) => {
    return { passageId: passageId(view.graph, n), memoryId, score };
  });
}
