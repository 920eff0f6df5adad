/**
 * Which passages a graph has, told by a few numbers. Passages get ever higher numbers, and none is changed but by being
 * removed and made anew: so the next number and how many there are tell whether some were added and whether any was removed.
 */
import type { Corpus } from '../../../shared/bm25.ts';

export interface PassageState extends Corpus {
  readonly seq: number;
  /** The number that the next passage gets. */
  readonly next: number;
}

/** The columns of the store `g`. */
export const STATE_COLUMNS = 'g.seq, g.next, g.passages, g.length';

/** A graph without its store has no passages. */
export function toState(columns: readonly unknown[] = []): PassageState {
  const [seq = 0, next = 0, passages = 0, length = 0] = columns as readonly number[];
  return { seq, next, passages, length };
}

/** True when no passage came or went between the two. */
export function isSame(before: PassageState, after: PassageState): boolean {
  return addedBetween(before, after) === 0 && before.length === after.length;
}

/** How many were added; undefined when others were removed, too. */
export function addedBetween(before: PassageState, after: PassageState): number | undefined {
  const added = after.next - before.next;
  const onlyAdded = added >= 0 && after.seq >= before.seq && after.passages - before.passages === added;
  return onlyAdded ? added : undefined;
}
