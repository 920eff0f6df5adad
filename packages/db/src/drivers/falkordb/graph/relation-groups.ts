/** The stored relations that are one relation: several where its ends were merged. */
import { relationId } from '@zapomni/core/model';
import type { Merges } from './merges-view.ts';

/** Those that there may be, by the relation's id; none for an id that is not one. */
export function relationRows(merges: Merges, id: string): string[] {
  const [source, type, target, ...others] = id.split('\t');
  if (source === undefined || type === undefined || target === undefined || others.length > 0) return [];
  const [from, to] = [merges.membersOf(merges.rootOf(source)), merges.membersOf(merges.rootOf(target))];
  return from.flatMap((one) => to.map((other) => relationId(one, type, other)));
}

/** As answers name it. */
export function shownRelation(merges: Merges, [source, type, target]: readonly [string, string, string]): string {
  return relationId(merges.rootOf(source), type, merges.rootOf(target));
}
