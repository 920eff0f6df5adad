/** Merging: one entity becomes a redirection to another, until that is undone. Nothing else is rewritten. */
import type { Merge } from '@zapomni/core/ports';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { GraphEdit } from './edit.ts';
import type { MergeRow } from './merges-view.ts';

export function checkMerge(into: string, from: string): void {
  if (into === from) throw invalidField('from', 'is the entity itself', 'Name two different entities.');
}

export function notBoth(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'Not both of the entities exist in this workspace; nothing was merged.');
}

export async function mergeEntities(
  edit: GraphEdit,
  { into, from }: { readonly into: string; readonly from: string },
  at: number,
): Promise<Merge> {
  await edit.loadEntities([into, from]);
  if (!edit.entities.has(into) || !edit.entities.has(from)) throw notBoth();
  const [target, source] = [edit.merges.rootOf(into), edit.merges.rootOf(from)];
  if (target === source) throw new ZapomniError('CONFLICT', 'The entities are merged with each other already.');
  const merge = { n: edit.number(), into: target, from: source, at };
  edit.addMerge(merge);
  return toMerge(merge);
}

export function noMerge(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'There is no such merge in this workspace.');
}

export function splitMerge(edit: GraphEdit, mergeId: string): Merge {
  const row = edit.merges.rows.find(({ n }) => String(n) === mergeId);
  if (!row) throw noMerge();
  edit.dropMerge(row);
  return toMerge(row);
}

export function toMerge({ n, into, from, at }: MergeRow): Merge {
  return { id: String(n), into, from, at };
}
