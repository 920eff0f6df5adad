/**
 * Which passages are worth a close look: the best by their codes among those in scope, workspace and filter applied first.
 *
 * A filter that lets few memories through is asked for all of them, and only theirs are scanned. One that lets many through
 * would cost more to list than to scan; then all of the workspace is ranked, and the filter is asked about the best, and
 * about more of them as long as too few have passed. Both ways give the same answer.
 */
import type { CodeBook } from './code-book.ts';
import type { CodeScope } from './code-scope.ts';
import type { Database } from './database.ts';
import { isNarrow, toCondition } from './filter.ts';
import type { ResolvedScope } from './filter-lists.ts';
import { findBest } from './segments/probe.ts';
import type { Store } from './store.ts';

/** Listing costs as much per memory as ranking eight; few are listed in any case. */
const RANKED_PER_LISTED = 8;
const LISTED_IN_ANY_CASE = 2000;
const FIRST_LOOK = 16;
/** On real embeddings, rescoring twice as many as are wanted found all of them. */
const CANDIDATES_PER_HIT = 2;
const LEAST_CANDIDATES = 40;

export interface CandidateQuery extends ResolvedScope {
  readonly query: Float32Array;
  readonly k: number;
}

/** Slots among which the `k` nearest are, or all in scope where there are fewer. */
export function findCandidates({ db, filters }: Store, book: CodeBook, wanted: CandidateQuery): number[] {
  const { filter, workspace, query, k } = wanted;
  const scope = book.scope(workspace, filter.includeSuperseded === true || filter.validAt !== undefined);
  if (!isNarrow(filter)) return findBest(book, scope, query, k);
  const limit = Math.max(LISTED_IN_ANY_CASE, Math.floor(scope.size / RANKED_PER_LISTED));
  const memories = filters.memories(wanted, limit);
  return memories ? book.best(query, [book.slotsOf(memories, scope)], k) : lookDeeper(db, book, wanted, scope);
}

function lookDeeper(db: Database, book: CodeBook, wanted: CandidateQuery, scope: CodeScope): number[] {
  const count = Math.max(CANDIDATES_PER_HIT * wanted.k, LEAST_CANDIDATES);
  let depth = count * FIRST_LOOK;
  for (;;) {
    const passed = keepAllowed(db, book, wanted, book.ranked(wanted.query, scope.all(), depth));
    if (passed.length >= count || depth >= scope.size) return passed;
    depth = nextDepth(depth, passed.length, count);
  }
}

/** Deep enough if as many pass as have passed so far, with some to spare; at least twice as deep. */
function nextDepth(depth: number, passed: number, count: number): number {
  return Math.max(2 * depth, Math.ceil((1.5 * count * depth) / Math.max(passed, 1)));
}

function keepAllowed(db: Database, book: CodeBook, scope: ResolvedScope, slots: readonly number[]): number[] {
  const { sql, params } = toCondition(scope.filter, scope.workspace);
  const rows = db.rows<[number]>(
    `SELECT best.key FROM json_each(?) best CROSS JOIN passages p ON p.id = best.value
     CROSS JOIN memories m ON m.id = p.memory WHERE ${sql}`,
    JSON.stringify(slots.map((slot) => book.passageAt(slot))),
    ...params,
  );
  return Array.from(rows, ([at]) => slots[at] as number);
}
