/**
 * Entities and the names they go by. A form that differs from the entity's name is kept with the memory that gave it, so
 * that it goes with the last of them.
 */
import { entityId, type EntityDraft } from '@zapomni/core/model';
import type { GraphEdit } from './edit.ts';
import { ASSERTED, type EntityRow } from './rows.ts';

/** Their ids, in order; made where they are missing. `memory` gives their forms. */
export async function nameEntities(
  edit: GraphEdit,
  drafts: readonly EntityDraft[],
  { memory, at }: { readonly memory: string; readonly at: number },
): Promise<string[]> {
  const ids = drafts.map(entityId);
  const [named] = await Promise.all([memory === ASSERTED ? [] : edit.loadNamedBy([memory]), edit.loadEntities(ids)]);
  const given = new Map<string, Set<string>>();
  for (const [i, draft] of drafts.entries()) {
    const id = ids[i] as string;
    if (!edit.entities.has(id)) edit.putEntity(newEntity(id, draft, at));
    const forms = given.get(id) ?? new Set<string>();
    for (const form of [draft.name, ...(draft.aliases ?? [])]) forms.add(form.trim());
    given.set(id, forms);
  }
  dropForms(edit, named, memory, given);
  for (const [id, forms] of given) addForms(edit, id, forms, memory);
  return ids;
}

function newEntity(id: string, { type, name }: EntityDraft, at: number): EntityRow {
  return { id, type, name: name.trim(), asserted: false, createdAt: at, forms: [] };
}

function addForms(edit: GraphEdit, id: string, forms: ReadonlySet<string>, memory: string): void {
  const row = edit.entities.get(id) as EntityRow;
  const asserted = row.asserted || memory === ASSERTED;
  const fresh = [...forms].filter(
    (form) => form !== row.name && !row.forms.some(([known, giver]) => known === form && giver === memory),
  );
  if (fresh.length === 0 && asserted === row.asserted) return;
  edit.putEntity({ ...row, asserted, forms: [...row.forms, ...fresh.map((form) => [form, memory] as const)] });
}

/** What the memory gave before and does not give now. */
function dropForms(
  edit: GraphEdit,
  named: readonly EntityRow[],
  memory: string,
  kept: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const row of named) {
    const forms = row.forms.filter(([form, giver]) => giver !== memory || kept.get(row.id)?.has(form));
    if (forms.length < row.forms.length) edit.putEntity({ ...row, forms });
  }
}

/** All that the memories gave. */
export async function dropFormsOf(edit: GraphEdit, memories: readonly string[]): Promise<void> {
  for (const row of await edit.loadNamedBy(memories)) {
    edit.putEntity({ ...row, forms: row.forms.filter(([, giver]) => !memories.includes(giver)) });
  }
}
