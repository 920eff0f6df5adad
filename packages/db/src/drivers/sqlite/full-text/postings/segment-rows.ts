/** Rows of `word_segments`. */
import type { Database } from '../../connection/database.ts';

export type SegmentState = 'ready' | 'building' | 'waiting' | 'dropped';

export interface SegmentRow {
  readonly id: number;
  readonly workspace: number;
  readonly state: SegmentState;
  /** Passages that were ever in it; those removed since left their slot empty. */
  readonly slots: number;
  readonly passages: number;
  /** Of all its passages, in terms. */
  readonly length: number;
  readonly first: number;
  readonly last: number;
  /** The segment that is being built from this and others. */
  readonly merged_into: number | null;
  /** The last term that has been merged into this one. */
  readonly merged_to: string | null;
}

const COLUMNS = `SELECT id, workspace, state, slots, passages, length, first, last, merged_into, merged_to FROM word_segments`;

/** In the order of their passages. */
export function listSegments(db: Database, workspace: number, state?: SegmentState): SegmentRow[] {
  const rows = db.all<SegmentRow>(`${COLUMNS} WHERE workspace = ? ORDER BY first`, workspace);
  return state === undefined ? rows : rows.filter((row) => row.state === state);
}

/** Any that is in this state, which must be one of the unfinished. */
export function anySegment(db: Database, state: 'building' | 'dropped'): SegmentRow | undefined {
  const sql =
    state === 'building' ? `${COLUMNS} WHERE state = 'building' LIMIT 1` : `${COLUMNS} WHERE state = 'dropped' LIMIT 1`;
  return db.get<SegmentRow>(sql);
}

export function insertSegment(
  db: Database,
  row: Pick<SegmentRow, 'workspace' | 'state' | 'slots' | 'passages' | 'length' | 'first' | 'last'>,
): number {
  return db.run(
    'INSERT INTO word_segments (workspace, state, slots, passages, length, first, last) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.workspace,
    row.state,
    row.slots,
    row.passages,
    row.length,
    row.first,
    row.last,
  ).lastId;
}

export function setState(db: Database, id: number, state: SegmentState): void {
  db.run('UPDATE word_segments SET state = ?, merged_into = NULL, merged_to = NULL WHERE id = ?', state, id);
}
