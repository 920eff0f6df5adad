/** Entities as answers show them: a root with all that was merged into it. */
import type { Entity } from '@zapomni/core/model';
import { Steps } from './walk/steps.ts';
import type { GraphView } from './view.ts';

interface EntityRow {
  readonly id: number;
  readonly uid: string;
  readonly type: string;
  readonly name: string;
  readonly asserted: number;
  readonly created_at: number;
  readonly mentions: number;
}

/** In the order given; those that are gone are left out. */
export function readEntities(view: GraphView, roots: readonly number[], workspace: string): Entity[] {
  const rows = rowsOf(
    view,
    roots.flatMap((root) => view.membersOf(root)),
  );
  const forms = formsOf(view, [...rows.keys()]);
  const relations = new Steps(view, {}).counts(roots);
  return roots.flatMap((root) => {
    const row = rows.get(root);
    if (!row) return [];
    const members = view.membersOf(root).flatMap((id) => rows.get(id) ?? []);
    return toEntity(row, members, { workspace, forms, relations: relations.get(root) ?? 0 });
  });
}

function toEntity(
  row: EntityRow,
  members: readonly EntityRow[],
  facts: { workspace: string; forms: ReadonlyMap<number, readonly string[]>; relations: number },
): Entity {
  const names = members.flatMap(({ id, name }) => [name, ...(facts.forms.get(id) ?? [])]);
  return {
    id: row.uid,
    workspace: facts.workspace,
    type: row.type,
    name: row.name,
    aliases: [...new Set(names)].filter((name) => name !== row.name).sort(),
    asserted: members.some(({ asserted }) => asserted === 1),
    createdAt: row.created_at,
    mentions: row.mentions,
    relations: facts.relations,
    merged: members.filter(({ id }) => id !== row.id).map(({ uid }) => uid),
  };
}

function rowsOf(view: GraphView, ids: readonly number[]): Map<number, EntityRow> {
  const rows = view.db.all<EntityRow>(
    `SELECT e.id, e.uid, e.type, e.name, e.asserted, e.created_at, e.mentions
     FROM json_each(?) wanted CROSS JOIN entities e ON e.id = wanted.value`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function formsOf(view: GraphView, ids: readonly number[]): Map<number, string[]> {
  const rows = view.db.all<{ entity: number; form: string }>(
    `SELECT DISTINCT n.entity, n.form FROM json_each(?) wanted CROSS JOIN entity_names n ON n.entity = wanted.value`,
    JSON.stringify(ids),
  );
  return new Map([...Map.groupBy(rows, (row) => row.entity)].map(([id, some]) => [id, some.map(({ form }) => form)]));
}
