/**
 * Which passages are worth a close look: the best by their codes among those in scope, workspace and filter applied first.
 *
 * A filter that lets few memories through is asked for all of them, and only theirs are scanned. One that lets many through
 * would cost more to list than to scan; then all of the workspace is ranked, and the filter is asked about the best, and
 * about more of them as long as too few have passed. Both ways give the same answer.
 */
import type { Int8Index } from './int8/int8-index.ts';
import type { WorkspaceSlots } from './int8/workspace-slots.ts';
import type { Database } from '../connection/database.ts';
import { isNarrow, toCheck } from '../memories/filter.ts';
import type { ResolvedScope } from '../memories/filter-lists.ts';
import { findBest } from './segments/probe.ts';
import type { Store } from '../store.ts';
import type { ScoredSlot } from '../../../shared/top-slots.ts';

/** Listing costs as much per memory as ranking eight; few are listed in any case. */
const RANKED_PER_LISTED = 8;
const LISTED_IN_ANY_CASE = 2000;
/** How many are ranked first for each that is wanted, and how many more if that was not enough. */
const FIRST_LOOK = 32;
const LEAST_LOOK = 640;
const DEEPER = 4;
const MOST_PASSED = 2000;
/** The filter is asked about so many at a time. */
const CHECKED = 256;

export interface CandidateQuery extends ResolvedScope {
  readonly query: Float32Array;
  readonly k: number;
}

/** Slots among which the `k` nearest are, or all in scope where there are fewer. */
export function findCandidates({ db, filters }: Store, book: Int8Index, wanted: CandidateQuery): number[] {
  const { filter, workspace, query, k } = wanted;
  const scope = book.scope(workspace, filter.includeSuperseded === true || filter.validAt !== undefined);
  if (!isNarrow(filter)) return findBest(book, scope, query, k);
  const limit = Math.max(LISTED_IN_ANY_CASE, Math.floor(scope.size / RANKED_PER_LISTED));
  const memories = filters.memories(wanted, limit);
  return memories ? book.best(query, [book.slotsOf(memories, scope)], k) : lookDeeper(db, book, wanted, scope);
}

/** All of the workspace, best first, and of these what the filter lets through, until the best `k` of them are sure. */
function lookDeeper(db: Database, book: Int8Index, wanted: CandidateQuery, scope: WorkspaceSlots): number[] {
  const { query, k } = wanted;
  const passed: ScoredSlot[] = [];
  let looked = 0;
  for (let depth = Math.max(k * FIRST_LOOK, LEAST_LOOK); ; depth *= DEEPER) {
    const { slots, doubt } = book.ranked(query, scope.all(), depth);
    while (looked < slots.length && !areSure(passed, k, (slots[looked] as ScoredSlot).score + doubt)) {
      const next = slots.slice(looked, looked + CHECKED);
      passed.push(...keepAllowed(db, book, wanted, next));
      looked += next.length;
    }
    if (looked < slots.length || slots.length < depth) return passed.map(({ slot }) => slot);
  }
}

/** What scores no more than `next` can be none of the best; or there are so many that they must be copies of one text. */
function areSure(passed: readonly ScoredSlot[], k: number, next: number): boolean {
  return (passed[k - 1]?.score ?? -Infinity) > next || passed.length >= Math.max(MOST_PASSED, k);
}

function keepAllowed(
  db: Database,
  book: Int8Index,
  { filter, workspace }: ResolvedScope,
  slots: readonly ScoredSlot[],
): ScoredSlot[] {
  const { sql, params } = toCheck(filter, workspace, 'best.value');
  const rows = db.rows<[number]>(
    `SELECT best.key FROM json_each(?) best CROSS JOIN memories m ON m.id = best.value WHERE ${sql}`,
    JSON.stringify(slots.map(({ slot }) => book.memoryAt(slot))),
    ...params,
  );
  return Array.from(rows, ([at]) => slots[at] as ScoredSlot);
}
