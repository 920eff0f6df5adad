/**
 * A thin hand on `node:sqlite`: statements are prepared once and kept, rows come out typed, and lists are passed as one
 * JSON parameter (`IN (SELECT value FROM json_each(?))`), so that no statement is ever put together from values.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export interface DatabaseOptions {
  readonly file: string;
  /** How long SQLite itself waits for a lock before it says BUSY. */
  readonly lockWaitMs: number;
  /** Nothing can be written through it; a file that is not there is not made. */
  readonly readOnly?: boolean;
  /** The present time of the world, where a question leaves it open. */
  readonly now?: () => number;
}

export class Database {
  /** Tells this connection from all others to the same file. */
  readonly id = randomUUID();
  readonly now: () => number;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #arrayStatements = new Map<string, StatementSync>();

  constructor(options: DatabaseOptions) {
    this.now = options.now ?? Date.now;
    this.#db = new DatabaseSync(options.file, {
      timeout: options.lockWaitMs,
      readOnly: options.readOnly ?? false,
      enableForeignKeyConstraints: false,
      enableDoubleQuotedStringLiterals: false,
    });
  }

  /** Runs one or more statements that take no parameters. */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** The first row, or undefined. `Row` is the caller's word for the columns it selects. */
  get<Row>(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...params) as Row | undefined;
  }

  all<Row>(sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...params) as Row[];
  }

  /** Rows as arrays, one at a time: cheaper than objects where there are many. */
  rows<Row extends readonly unknown[]>(sql: string, ...params: SQLInputValue[]): Iterable<Row> {
    return this.#arrays(sql).iterate(...params) as unknown as Iterable<Row>;
  }

  /** The first row as an array, or undefined: half of what looking for more costs. */
  row<Row extends readonly unknown[]>(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return this.#arrays(sql).get(...params) as unknown as Row | undefined;
  }

  /** How many rows changed, and the id of the last one inserted. */
  run(sql: string, ...params: SQLInputValue[]): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#prepared(sql).run(...params);
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  /** A single value of a single row, e.g. a pragma's. */
  value<Value>(sql: string, ...params: SQLInputValue[]): Value | undefined {
    const row = this.get<Record<string, Value>>(sql, ...params);
    return row === undefined ? undefined : Object.values(row)[0];
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#arrayStatements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #arrays(sql: string): StatementSync {
    const known = this.#arrayStatements.get(sql);
    if (known) return known;
    const made = this.#db.prepare(sql);
    made.setReturnArrays(true);
    this.#arrayStatements.set(sql, made);
    return made;
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}
