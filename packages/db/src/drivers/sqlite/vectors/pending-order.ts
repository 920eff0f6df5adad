/**
 * In which order waiting passages are claimed. Those that are to come first are found among those that were stored since it was last
 * seen that none of them waits: so that a hundred thousand that come behind are not looked through for each portion.
 */
import type { Database } from '../connection/database.ts';

/** Every so many claims all are looked through: leases have run out, and others have given theirs back. */
const SWEEP_EVERY = 500;

export class PendingOrder {
  readonly #db: Database;
  /** Up to this passage, only those waited that come behind. */
  #seen = 0;
  #claims = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All others wait now. */
  forget(): void {
    this.#seen = 0;
  }

  free(limit: number, now: number, behind: string | undefined): number[] {
    if (behind === undefined) return this.#oldest(limit, now);
    if (this.#claims++ % SWEEP_EVERY === 0) this.#seen = 0;
    const first = this.#before(behind, limit, now);
    if (first.length >= limit) return first;
    this.#seen = this.#db.value<number | null>('SELECT max(passage) FROM pending') ?? 0;
    return [...new Set([...first, ...this.#oldest(limit, now)])].slice(0, limit);
  }

  #oldest(limit: number, now: number): number[] {
    const sql = 'SELECT passage FROM pending WHERE lease_until <= ? ORDER BY passage LIMIT ?';
    return this.#db.all<{ passage: number }>(sql, now, limit).map(({ passage }) => passage);
  }

  #before(behind: string, limit: number, now: number): number[] {
    const sql = `SELECT q.passage FROM pending q CROSS JOIN passages p ON p.id = q.passage
      WHERE q.passage > ?1 AND q.lease_until <= ?2
        AND p.workspace NOT IN (SELECT id FROM workspaces WHERE substr(name, 1, length(?3)) = ?3)
      ORDER BY q.passage LIMIT ?4`;
    return this.#db.all<{ passage: number }>(sql, this.#seen, now, behind, limit).map(({ passage }) => passage);
  }
}
