/** Pages of relations that hold at a moment, by id. Those that merging makes one are shown where the first of them stands. */
import { type AsOf, type Relation } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { join, NOTHING } from '../../../shared/evidence-sum.ts';
import type { Context } from '../context.ts';
import { countAllRelations } from './count-relations.ts';
import { relationRows, shownRelation } from './relation-groups.ts';
import { partsOf } from './rows.ts';
import { sumRelations } from './sum-relations.ts';
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
  const total = place?.[1] ?? (await countAllRelations(view));
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
  const sums = await sumRelations(
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

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}
