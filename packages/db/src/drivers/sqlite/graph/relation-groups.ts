/** The rows of one relation: several where its ends were merged. */
import type { GraphView } from './view.ts';

/** By the relation's id; none for an id that is not one. */
export function rowsOfRelation(view: GraphView, id: string): number[] {
  const [source, type, target, ...others] = id.split('\t');
  if (source === undefined || type === undefined || target === undefined || others.length > 0) return [];
  const [from, to] = [view.find(source), view.find(target)];
  return from === undefined || to === undefined ? [] : rowsBetween(view, from, type, to);
}

/** Between two roots. */
export function rowsBetween(view: GraphView, source: number, type: string, target: number): number[] {
  const rows = view.db.all<{ id: number }>(
    `SELECT r.id FROM json_each(?) s CROSS JOIN json_each(?) t
     CROSS JOIN relations r ON r.workspace = ? AND r.source = s.value AND r.type = ? AND r.target = t.value`,
    JSON.stringify(view.membersOf(source)),
    JSON.stringify(view.membersOf(target)),
    view.workspace,
    type,
  );
  return rows.map((row) => row.id);
}
