/**
 * The nearest vectors. Under a filter, and where there are not very many, each is compared: those that a filter lets through,
 * or all and the filter is asked about the nearest, if it lets many through. Above, the engine's index names
 * candidates, more of them than are wanted: it misses some, and deleted ones stand in its way. What it names is compared
 * like the rest, and when too few come back, all are.
 */
import type { MemoryFilter } from '@zapomni/core/model';
import type { PassageHit } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import type { Row } from '../cypher/rows.ts';
import { isNarrow, toCondition } from '../memories/filter.ts';
import { labelOf, type StoredModel } from './models.ts';
import { passageId } from '../memories/passage-ids.ts';
import type { Store } from '../store.ts';
import { isIndexAway } from '../errors.ts';

export interface NearestQuery {
  readonly model: StoredModel;
  readonly query: Float32Array;
  readonly k: number;
  readonly filter: MemoryFilter;
}

/** So many that of 40,000 vectors like real ones none of the best hundred was missed. */
const CANDIDATES = { perHit: 20, least: 2000 };

/** How many are looked at for a hit that is wanted, before the filter is asked about every memory. */
const DEPTHS = [4, 40];

export async function findNearest(store: Store, graph: number, wanted: NearestQuery): Promise<PassageHit[]> {
  const { model, filter, k } = wanted;
  if (isNarrow(filter)) return toHits(graph, await findFiltered(store, graph, wanted));
  const [row] = await store.read(graph, `MATCH (v:${labelOf(model)}) RETURN count(v)`);
  const count = Number(row?.[0] ?? 0);
  if (count === 0) return [];
  if (count >= store.limits.indexFrom && isPlain(wanted)) {
    const rows = await askIndex(store, graph, wanted);
    if (rows.length >= Math.min(k, count)) return toHits(graph, rows);
  }
  return toHits(graph, await compareAll(store, graph, wanted));
}

/** Zeros have no direction: everything is equally far from them. */
const DISTANCE = `CASE WHEN $zero OR v.e IS NULL THEN 1.0 ELSE vec.cosineDistance(v.e, q) END`;
const RESOLVE = `MATCH (v)<-[:VEC]-(p:Passage)<-[:HAS]-(m:Memory) RETURN p.n, m.id, d ORDER BY d, p.n`;

function paramsOf({ query, k }: NearestQuery) {
  const zero = query.every((part) => part === 0);
  return { q: query, k, zero };
}

function isPlain({ query, filter }: NearestQuery): boolean {
  return !filter.includeSuperseded && query.some((part) => part !== 0);
}

function compareAll(store: Store, graph: number, wanted: NearestQuery): Promise<Row[]> {
  const live = wanted.filter.includeSuperseded ? '' : 'WHERE v.live';
  const query = `WITH vecf32($q) AS q MATCH (v:${labelOf(wanted.model)}) ${live}
    WITH v, ${DISTANCE} AS d ORDER BY d, v.n LIMIT $k ${RESOLVE}`;
  return store.read(graph, query, paramsOf(wanted));
}

async function findFiltered(store: Store, graph: number, wanted: NearestQuery): Promise<Row[]> {
  const { cypher, params } = toCondition(wanted.filter);
  const few = Math.ceil(store.limits.indexFrom / 2);
  const query = `MATCH (m:Memory) WHERE ${cypher} WITH m LIMIT $most RETURN count(m)`;
  const [row] = await store.read(graph, query, { ...params, most: few + 1 });
  if (Number(row?.[0] ?? 0) > few) {
    for (const perHit of DEPTHS) {
      const rows = await compareAllFirst(store, graph, wanted, wanted.k * perHit);
      if (rows.length >= wanted.k) return rows;
    }
  }
  return compareFiltered(store, graph, wanted);
}

/** Of the nearest of all those that the filter lets through: when there are enough, they are the nearest that it does. */
function compareAllFirst(store: Store, graph: number, wanted: NearestQuery, deep: number): Promise<Row[]> {
  const { cypher, params } = toCondition(wanted.filter);
  const query = `WITH vecf32($q) AS q MATCH (v:${labelOf(wanted.model)}) WITH v, ${DISTANCE} AS d ORDER BY d, v.n LIMIT $deep
    MATCH (v)<-[:VEC]-(p)<-[:HAS]-(m) WHERE ${cypher} RETURN p.n, m.id, d ORDER BY d, p.n LIMIT $k`;
  return store.read(graph, query, { ...params, ...paramsOf(wanted), deep });
}

function compareFiltered(store: Store, graph: number, wanted: NearestQuery): Promise<Row[]> {
  const { cypher, params } = toCondition(wanted.filter);
  const query = `WITH vecf32($q) AS q MATCH (m:Memory) WHERE ${cypher}
    MATCH (m)-[:HAS]->(p:Passage)-[:VEC]->(v:${labelOf(wanted.model)})
    WITH m, p, ${DISTANCE} AS d ORDER BY d, p.n LIMIT $k RETURN p.n, m.id, d`;
  return store.read(graph, query, { ...params, ...paramsOf(wanted) });
}

/** None when the index is not there, or not whole. */
async function askIndex(store: Store, graph: number, wanted: NearestQuery): Promise<Row[]> {
  const candidates = Math.max(wanted.k * CANDIDATES.perHit, CANDIDATES.least);
  const label = labelOf(wanted.model);
  const query = `WITH vecf32($q) AS q CALL db.idx.vector.queryNodes('${label}', 'e', $candidates, q) YIELD node AS v
    WITH q, v WHERE v.live AND v.e IS NOT NULL
    WITH v, ${DISTANCE} AS d ORDER BY d, v.n LIMIT $k ${RESOLVE}`;
  try {
    return await store.read(graph, query, { ...paramsOf(wanted), candidates });
  } catch (error) {
    if (error instanceof ZapomniError && isIndexAway(error.cause)) return [];
    throw error;
  }
}

function toHits(graph: number, rows: readonly Row[]): PassageHit[] {
  return rows.map((row) => {
    const [n, memoryId, distance] = row as [number, string, number];
    return { passageId: passageId(graph, n), memoryId, score: 1 - distance };
  });
}
