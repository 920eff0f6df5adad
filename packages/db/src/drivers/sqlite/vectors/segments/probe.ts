/**
 * The best of a scope by their codes. Few enough are looked at one and all; of very many, only those in the lists near the
 * query, as far as measured searches say that its hits lie.
 */
import type { Int8Index } from '../int8/int8-index.ts';
import type { WorkspaceSlots } from '../int8/workspace-slots.ts';
import type { VectorLists } from './vector-lists.ts';

/** Lists lie scattered: beyond this share, going through all in a row is as quick. */
const WORTHWHILE_SHARE = 0.5;
/** A search for the very nearest tells little of how far the others lie. */
const LEAST_MEASURED = 10;

/** Slots among which the `k` nearest are, best first by their codes. */
export function findBest(book: Int8Index, scope: WorkspaceSlots, query: Float32Array, k: number): number[] {
  const { lists } = book;
  if (!lists || scope.size < book.listedFrom) return book.best(query, [scope.all()], k);
  const reach = book.reach.next();
  if (reach === undefined) return measure(book, lists, scope, { query, k: Math.max(k, LEAST_MEASURED) });
  const near = nearLists(scope, lists.closeness(query), reach);
  return book.best(query, near ?? [scope.all()], k);
}

/** The lists within reach, and what is in none; undefined when that is no gain. */
function nearLists(scope: WorkspaceSlots, closeness: Float32Array, reach: number): Int32Array[] | undefined {
  const least = closest(closeness) - reach;
  const near = [scope.unlisted()];
  for (let list = 0; list < closeness.length; list++) {
    if ((closeness[list] as number) >= least) near.push(scope.list(list));
  }
  const slots = near.reduce((sum, list) => sum + list.length, 0);
  return slots < scope.size * WORTHWHILE_SHARE ? near : undefined;
}

interface Measured {
  readonly query: Float32Array;
  readonly k: number;
}

/** Looks at everything, and notes how far each hit's list is. */
function measure(book: Int8Index, lists: VectorLists, scope: WorkspaceSlots, { query, k }: Measured): number[] {
  const best = book.best(query, [scope.all()], k);
  const closeness = lists.closeness(query);
  const most = closest(closeness);
  const vector = new Float32Array(book.dimensions);
  const needed = best.slice(0, k).map((slot) => {
    // What is in no list yet counts as in the one that it will be in.
    book.decode(slot, vector);
    return most - (closeness[book.listAt(slot) ?? lists.nearest(vector)] as number);
  });
  book.reach.learn(needed);
  return best;
}

function closest(closeness: Float32Array): number {
  return closeness.reduce((most, one) => Math.max(most, one), -Infinity);
}
