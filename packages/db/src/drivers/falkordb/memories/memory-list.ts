/** Pages of memories, newest first. The cursor names the last one shown, so that new ones never shift a page. */
import type { MemorySummary, Scope } from '@zapomni/core/model';
import type { ListQuery, Page, PassageHit } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Context } from '../context.ts';
import type { Row } from '../cypher/rows.ts';
import { toCondition } from './filter.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { passageId } from './passage-ids.ts';
import { COLUMN_COUNT, columns, toSummary } from './memory-rows.ts';
import type { Store } from '../store.ts';

type Place = readonly [happenedAt: number, n: number];

/** A cursor that no page gave is refused, also where there is nothing. */
export async function listMemories(context: Context, query: ListQuery): Promise<Page<MemorySummary>> {
  const after = query.cursor === undefined ? undefined : readCursor<Place>(query.cursor, 'nn');
  const listed = await inWorkspace(context, query.workspace, (graph) => listGraph(context.store, graph, query, after));
  return listed ?? { items: [], next: null, total: 0 };
}

async function listGraph(
  store: Store,
  graph: number,
  query: ListQuery,
  after: Place | undefined,
): Promise<Page<MemorySummary>> {
  const { cypher, params } = toCondition(query.filter ?? {});
  const match = `MATCH (m:Memory) WHERE ${cypher}`;
  const [counted, rows] = await Promise.all([
    store.read(graph, `${match} RETURN count(m)`, params),
    store.read(
      graph,
      `${match} ${after ? 'AND (m.happenedAt < $at OR (m.happenedAt = $at AND m.n < $n))' : ''}
       WITH m ORDER BY m.happenedAt DESC, m.n DESC LIMIT $limit
       RETURN ${columns('m')}, m.preview, m.happenedAt, m.n`,
      { ...params, ...(after ? { at: after[0], n: after[1] } : {}), limit: query.limit + 1 },
    ),
  ]);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toSummary(row, query.workspace)),
    next: last ? writeCursor(placeIn(last)) : null,
    total: Number(counted[0]?.[0] ?? 0),
  };
}

export async function listOpenings(
  store: Store,
  graph: number,
  { filter = {} }: Scope,
  limit: number,
): Promise<PassageHit[]> {
  const { cypher, params } = toCondition(filter);
  const rows = await store.read(
    graph,
    `MATCH (m:Memory) WHERE ${cypher} WITH m ORDER BY m.happenedAt DESC, m.n DESC LIMIT $limit
     MATCH (m)-[:HAS]->(p:Passage) WHERE p.o = 0 RETURN p.n, m.id ORDER BY m.happenedAt DESC, m.n DESC`,
    { ...params, limit },
  );
  return (rows as [number, string][]).map(([n, memoryId]) => ({ passageId: passageId(graph, n), memoryId, score: 0 }));
}

function placeIn(row: Row): Place {
  return [row[COLUMN_COUNT + 1] as number, row[COLUMN_COUNT + 2] as number];
}
