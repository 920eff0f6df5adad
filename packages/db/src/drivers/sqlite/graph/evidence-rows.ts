/**
 * Evidence as rows. Nothing of a row changes but the end of its transaction time: another validity is another row, which
 * names the one it continues. A row that would have been believed for no time at all is taken away instead of ended.
 */
import type { Database } from '../connection/database.ts';

export interface EvidenceRow {
  readonly id: number;
  readonly workspace: number;
  readonly relation: number;
  readonly memory: number | null;
  readonly asserted: number;
  readonly version: number;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
  readonly recorded_at: number;
  readonly recorded_to: number | null;
  readonly previous: number | null;
}

export type NewEvidence = Omit<EvidenceRow, 'id' | 'recorded_to' | 'previous'> & { readonly previous?: number | null };

/** What is believed of a memory, or of what was asserted without one. */
export function believedOf(db: Database, memory: number): EvidenceRow[] {
  return db.all<EvidenceRow>('SELECT * FROM evidence WHERE memory = ? AND recorded_to IS NULL', memory);
}

export function insertEvidence(db: Database, row: NewEvidence): void {
  db.run(
    `INSERT INTO evidence (workspace, relation, memory, asserted, version, start, end, confidence, valid_from, valid_to,
       recorded_at, previous) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.workspace,
    row.relation,
    row.memory,
    row.asserted,
    row.version,
    row.start,
    row.end,
    row.confidence,
    row.valid_from,
    row.valid_to,
    row.recorded_at,
    row.previous ?? null,
  );
}

/** No longer believed from `at` on. Answers with the row that a continuation would continue. */
export function withdraw(db: Database, row: EvidenceRow, at: number): number | null {
  if (row.recorded_at < at) {
    db.run('UPDATE evidence SET recorded_to = ? WHERE id = ?', at, row.id);
    return row.id;
  }
  db.run('DELETE FROM evidence WHERE id = ?', row.id);
  return row.previous;
}

/** Ends it in valid time, if it would hold longer; what would then never hold is withdrawn. True when it was changed. */
export function endValidity(db: Database, row: EvidenceRow, validTo: number, at: number): boolean {
  if (row.valid_to !== null && row.valid_to <= validTo) return false;
  const previous = withdraw(db, row, at);
  if (row.valid_from >= validTo) return true;
  insertEvidence(db, { ...row, valid_to: validTo, recorded_at: Math.max(at, row.recorded_at), previous });
  return true;
}
