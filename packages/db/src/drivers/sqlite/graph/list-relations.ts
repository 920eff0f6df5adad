/**
 * Pages of relations that hold at a moment, in the order of their rows in the index. Rows that merging makes one relation
 * are shown where the first of them stands.
 */
import type { AsOf, Relation } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Database } from '../connection/database.ts';
import { toRelations, type SummedRelation } from './walk/describe-steps.ts';
import { carriedSums, holding, isAllFresh, isFresh, judge, sumRows, type CarriedSum } from './judge-relations.ts';
import { rowsBetween } from './relation-groups.ts';
import type { Sum } from '../../../shared/evidence-sum.ts';
import { GraphView } from './view.ts';

/** The last row looked at, and the total that the first page counted. */
type Place = readonly [source: number, target: number, type: string, total: number];

type After = readonly [source: number, target: number, type: string];

interface Row extends CarriedSum {
  readonly source: number;
  readonly type: string;
  readonly target: number;
}

export function listRelations(
  db: Database,
  workspace: string,
  page: { readonly limit: number; readonly cursor?: string } & AsOf,
): Page<Relation> {
  const view = GraphView.of(db, workspace, page);
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'nnsn');
  const total = place ? place[3] : countRelations(view);
  const shown: SummedRelation[] = [];
  let last: Row | undefined;
  let more = false;
  for (const { row, relation } of relationsAfter(view, place, page.limit)) {
    more = shown.length === page.limit;
    if (more) break;
    shown.push(relation);
    last = row;
  }
  const next = more && last ? writeCursor([last.source, last.target, last.type, total]) : null;
  return { items: toRelations(view, shown, workspace), next, total };
}

function* relationsAfter(
  view: GraphView,
  place: Place | undefined,
  portion: number,
): Iterable<{ row: Row; relation: SummedRelation }> {
  let after: After = place ? [place[0], place[1], place[2]] : [0, 0, ''];
  for (;;) {
    const rows = rowsAfter(view, after, portion + 1);
    const sums = judge(view, rows);
    for (const [i, row] of rows.entries()) {
      const relation = toRelation(view, row, sums[i]);
      if (relation) yield { row, relation };
    }
    const last = rows.at(-1);
    if (!last || rows.length <= portion) return;
    after = [last.source, last.target, last.type];
  }
}

function rowsAfter(view: GraphView, after: After, limit: number): Row[] {
  const carried = carriedSums(view.moment);
  return view.db.all<Row>(
    `SELECT r.source, r.type, r.target, ${carried.sql} FROM relations r INDEXED BY relations_out
     WHERE r.workspace = ? AND (r.source, r.target, r.type) > (?, ?, ?) ORDER BY r.source, r.target, r.type LIMIT ?`,
    ...carried.params,
    view.workspace,
    ...after,
    limit,
  );
}

/** Nothing when the row does not hold, or is shown with another. */
function toRelation(view: GraphView, row: Row, sum: Sum | undefined): SummedRelation | undefined {
  const [source, target] = [view.rootOf(row.source), view.rootOf(row.target)];
  const { type } = row;
  if (!view.isMerged(row.source) && !view.isMerged(row.target)) return sum && { source, type, target, ...sum };
  const group = rowsBetween(view, source, type, target);
  if (firstRow(view, group) !== row.id) return undefined;
  const together = sumRows(view, group);
  return together.evidence > 0 ? { source, type, target, ...together } : undefined;
}

function firstRow(view: GraphView, group: readonly number[]): number | undefined {
  const sql = `SELECT id FROM relations WHERE id IN (SELECT value FROM json_each(?)) ORDER BY source, target LIMIT 1`;
  return view.db.value<number>(sql, JSON.stringify(group));
}

/** How many hold at the view's moment. */
function countRelations(view: GraphView): number {
  const { sql, params } = holdingRows(view);
  const count = view.db.value<number>(`SELECT count(*) ${sql}`, ...params) ?? 0;
  return view.hasMerges ? count - countDoubles(view) : count;
}

/** SQL of the rows `r` that hold at the view's moment: by the index alone where it tells that, as it mostly does. */
export function holdingRows(view: GraphView): { sql: string; params: (string | number)[] } {
  if (isAllFresh(view)) {
    return {
      sql: 'FROM relations r INDEXED BY relations_out WHERE r.workspace = ? AND r.strength > 0',
      params: [view.workspace],
    };
  }
  const [fresh, held] = [isFresh(view.moment), holding(view.moment)];
  return {
    sql: `FROM relations r WHERE r.workspace = ? AND CASE WHEN ${fresh.sql} THEN r.strength > 0
          ELSE EXISTS (SELECT 1 FROM evidence e WHERE e.relation = r.id AND ${held.sql}) END`,
    params: [view.workspace, ...fresh.params, ...held.params] as (string | number)[],
  };
}

/** Rows that hold and are not the first of their relation's. */
function countDoubles(view: GraphView): number {
  const { sql, params } = holdingRows(view);
  const rows = view.db.rows<[number, string, number]>(`SELECT r.source, r.type, r.target ${sql}`, ...params);
  const seen = new Set<string>();
  let doubles = 0;
  for (const [source, type, target] of rows) {
    if (!view.isMerged(source) && !view.isMerged(target)) continue;
    const key = `${view.rootOf(source)} ${type} ${view.rootOf(target)}`;
    if (seen.has(key)) doubles += 1;
    seen.add(key);
  }
  return doubles;
}
