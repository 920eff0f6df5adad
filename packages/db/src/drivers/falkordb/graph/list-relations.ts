/** Pages of relations that hold at a moment, by id. Those that merging makes one are shown where the first of them stands. */
import { type AsOf, type Relation } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { join, NOTHING, type Sum } from '../../../shared/evidence-sum.ts';
import type { Context } from '../context.ts';
import { relationRows, shownRelation } from './relation-rows.ts';
import { orNull, partsOf } from './rows.ts';
import { GraphView } from './view.ts';

/** The last relation looked at, and the total that the first page counted. */
type Place = readonly [id: string, total: number];

export async function listRelations(
  context: Context,
  workspace: string,
  page: { readonly limit: number; readonly cursor?: string } & AsOf,
): Promise<Page<Relation>> {
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'sn');
  const view = await GraphView.of(context, workspace, page);
  if (!view) return { items: [], next: null, total: 0 };
  const total = place?.[1] ?? (await holdingRelations(view)).length;
  const shown: { row: string; relation: Relation }[] = [];
  for (let after = place?.[0] ?? ''; shown.length <= page.limit;) {
    const rows = await rowsAfter(view, after, page.limit + 1);
    shown.push(...(await describe(view, rows)));
    const last = rows.at(-1);
    if (last === undefined || rows.length <= page.limit) break;
    after = last;
  }
  const items = shown.slice(0, page.limit);
  const last = shown.length > page.limit ? items.at(-1) : undefined;
  return {
    items: items.map(({ relation }) => relation),
    next: last ? writeCursor([last.row, total]) : null,
    total,
  };
}

async function rowsAfter(view: GraphView, after: string, limit: number): Promise<string[]> {
  const query = 'MATCH ()-[r:REL]->() WHERE r.id > $after RETURN r.id ORDER BY r.id LIMIT $limit';
  return (await view.read(query, { after, limit })).map(([id]) => id as string);
}

/** Those of the rows that are the first of their relation's and hold. */
async function describe(view: GraphView, rows: readonly string[]): Promise<{ row: string; relation: Relation }[]> {
  const { merges } = view;
  const groups = rows.map((row) => {
    const [source, , target] = partsOf(row);
    const isAlone = !merges.isMerged(source) && !merges.isMerged(target);
    return { row, members: isAlone ? [row] : relationRows(merges, row) };
  });
  const sums = await judge(
    view,
    groups.flatMap(({ members }) => members),
  );
  return groups.flatMap(({ row, members }) => {
    const stored = members.filter((id) => sums.has(id)).sort(compare);
    const sum = stored.reduce((all, id) => join(all, sums.get(id) ?? NOTHING), NOTHING);
    if (stored[0] !== row || sum.evidence === 0) return [];
    const [source, type, target] = partsOf(shownRelation(merges, partsOf(row)));
    const { strength, evidence, validFrom, validTo } = sum;
    const id = shownRelation(merges, partsOf(row));
    const facts = { id, workspace: view.workspace, source, type, target };
    return [{ row, relation: { ...facts, strength, evidence, validFrom, validTo } }];
  });
}

/** Of every relation that is stored what it adds up to, which may be nothing. */
async function judge(view: GraphView, ids: readonly string[]): Promise<Map<string, Sum>> {
  if (ids.length === 0) return new Map();
  const rows = await view.read(
    `UNWIND $ids AS id MATCH ()-[r:REL {id: id}]->()
     RETURN r.id, ${view.fresh}, r.strength, r.evidence, r.validFrom, r.validTo`,
    { ...view.moment, ids: [...new Set(ids)] },
  );
  const carried = rows.map((row) => row as [string, boolean, number, number, number, number]);
  const stale = await view.sumsOf(carried.flatMap(([id, fresh]) => (fresh ? [] : [id])));
  return new Map(
    carried.map(([id, fresh, strength, evidence, validFrom, validTo]): [string, Sum] => [
      id,
      fresh ? { strength, evidence, validFrom, validTo: orNull(validTo) } : (stale.get(id) ?? NOTHING),
    ]),
  );
}

/** The ids of all that hold at the view's moment, as answers show them. */
export async function holdingRelations(view: GraphView): Promise<string[]> {
  const [right, others] = await Promise.all([
    view.read(`MATCH ()-[r:REL]->() WHERE ${view.fresh} AND r.strength > 0 RETURN r.id`, view.moment),
    view.read(`MATCH ()-[r:REL]->() WHERE NOT ${view.fresh} RETURN r.id`, view.moment),
  ]);
  const stale = await view.sumsOf(others.map(([id]) => id as string));
  const ids = [...right.map(([id]) => id as string), ...stale.keys()];
  if (view.merges.isEmpty) return ids;
  return [...new Set(ids.map((id) => shownRelation(view.merges, partsOf(id))))];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}
