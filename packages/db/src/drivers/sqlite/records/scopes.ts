/** Collections and indexes of a workspace, as the numbers that rows carry. */
import type { Database } from '../connection/database.ts';

/** The scope of the records themselves, among the names of indexes. */
const RECORDS = '';

/** Undefined when there was never a record. */
export function findScope(db: Database, workspace: number, collection: string, index = RECORDS): number | undefined {
  const sql = 'SELECT id FROM record_scopes WHERE workspace = ? AND collection = ? AND name = ?';
  return db.value<number>(sql, workspace, collection, index);
}

/** Those of one workspace, looked up once. For the length of a transaction: others may add to them after it. */
export class Scopes {
  readonly #db: Database;
  readonly #workspace: number;
  readonly #known = new Map<string, number>();

  constructor(db: Database, workspace: number) {
    this.#db = db;
    this.#workspace = workspace;
  }

  /** Made if it does not exist. */
  of(collection: string, index = RECORDS): number {
    const name = `${collection} ${index}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const id = findScope(this.#db, this.#workspace, collection, index) ?? this.#make(collection, index);
    this.#known.set(name, id);
    return id;
  }

  #make(collection: string, index: string): number {
    const sql = 'INSERT INTO record_scopes (workspace, collection, name) VALUES (?, ?, ?)';
    return this.#db.run(sql, this.#workspace, collection, index).lastId;
  }
}

export function nameOfScope(db: Database, id: number): { readonly collection: string; readonly index: string } {
  const sql = 'SELECT collection, name AS "index" FROM record_scopes WHERE id = ?';
  return db.get<{ collection: string; index: string }>(sql, id) ?? { collection: '', index: '' };
}

export function adjustRecords(db: Database, scope: number, change: number): void {
  if (change !== 0) db.run('UPDATE record_scopes SET records = records + ? WHERE id = ?', change, scope);
}
