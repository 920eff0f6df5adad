/**
 * Which passages are worth a close look: the best by their codes among those in scope, workspace and filter applied first.
 *
 * A filter that lets few through is asked for all of them, and only these are scanned. One that lets many through would
 * cost more to list than to scan; then all of the workspace is ranked, and the filter is asked about the best, and about
 * more of them as long as too few have passed. Both ways give the same answer.
 */
import type { CodeBook } from './code-book.ts';
import type { Database } from './database.ts';
import { isNarrow, toCondition } from './filter.ts';
import { listPassages, type ResolvedScope } from './scope-passages.ts';

/** Listing costs as much per passage as ranking forty; few are listed in any case. */
const RANKED_PER_LISTED = 40;
const LISTED_IN_ANY_CASE = 2000;
const FIRST_LOOK = 16;

export interface CandidateQuery extends ResolvedScope {
  readonly query: Float32Array;
  readonly count: number;
}

/** At least `count` passages of the best, or all in scope where there are fewer. In no order. */
export function findCandidates(db: Database, book: CodeBook, wanted: CandidateQuery): number[] {
  const { query, count, workspace, filter } = wanted;
  const superseded = filter.includeSuperseded === true;
  const whole = book.slotsOfWorkspace(workspace, superseded);
  if (!isNarrow(filter)) return book.best(query, whole, count);
  const limit = Math.max(LISTED_IN_ANY_CASE, Math.floor(whole.length / RANKED_PER_LISTED));
  const listed = listPassages(db, wanted, limit);
  if (listed) return book.best(query, book.slotsOfPassages(listed, workspace, superseded), count);
  return lookDeeper(db, book, wanted, whole);
}

function lookDeeper(db: Database, book: CodeBook, wanted: CandidateQuery, whole: Int32Array): number[] {
  const { query, count } = wanted;
  let depth = count * FIRST_LOOK;
  for (;;) {
    const passed = keepAllowed(db, wanted, book.best(query, whole, depth));
    if (passed.length >= count || depth >= whole.length) return passed;
    depth = nextDepth(depth, passed.length, count);
  }
}

/** Deep enough if as many pass as have passed so far, with some to spare; at least twice as deep. */
function nextDepth(depth: number, passed: number, count: number): number {
  return Math.max(2 * depth, Math.ceil((1.5 * count * depth) / Math.max(passed, 1)));
}

function keepAllowed(db: Database, { filter, workspace }: ResolvedScope, passages: readonly number[]): number[] {
  const { sql, params } = toCondition(filter, workspace);
  const rows = db.rows<[number]>(
    `SELECT p.id FROM json_each(?) best CROSS JOIN passages p ON p.id = best.value CROSS JOIN memories m ON m.id = p.memory
     WHERE ${sql}`,
    JSON.stringify(passages),
    ...params,
  );
  return Array.from(rows, ([passage]) => passage);
}
