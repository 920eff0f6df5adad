/** Pages of memories, newest first. The cursor names the last one shown, so that new ones never shift a page. */
import type { MemorySummary } from '@zapomni/core/model';
import type { ListQuery, Page } from '@zapomni/core/ports';
import { invalidField } from '@zapomni/core/errors';
import type { Row } from './cypher/rows.ts';
import { toCondition } from './filter.ts';
import { COLUMN_COUNT, columns, toSummary } from './memory-rows.ts';
import type { Store } from './store.ts';

type Place = readonly [happenedAt: number, n: number];

export async function listMemories(store: Store, graph: number, query: ListQuery): Promise<Page<MemorySummary>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
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

function placeIn(row: Row): Place {
  return [row[COLUMN_COUNT + 1] as number, row[COLUMN_COUNT + 2] as number];
}

function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** INVALID_INPUT for one that no page gave. */
function readCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isPlace(place)) return place;
  } catch {
    // Not ours; the caller is told below.
  }
  throw invalidField('cursor', 'is not one that a page gave', 'Use `next` of the previous page, or leave it out.');
}

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));
}
