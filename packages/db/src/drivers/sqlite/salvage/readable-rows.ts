/**
 * The rows of a table in a damaged file, as far as they can be read. Where a page cannot be read, the search goes on behind it:
 *
 *   … k ── k+1 fails ── k+2, k+4, k+8 … until one can be read ── back by halves to the first that can ── on from there
 *
 * That takes keys that are numbers, as nearly all are. Of the others, what lies before the damage is read from the front, and what
 * lies behind it from the back.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export type SalvagedRow = Readonly<Record<string, SQLInputValue>>;

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** In order: what rows lie by. `rowid` where the table has one. */
  readonly key: readonly string[];
}

const PAGE = 200;
/** No number that we give is larger. */
const LARGEST = Number.MAX_SAFE_INTEGER;

export class ReadableRows {
  readonly #db: DatabaseSync;
  readonly #table: TableShape;
  /** How often something could not be read. */
  gaps = 0;

  constructor(db: DatabaseSync, table: TableShape) {
    this.#db = db;
    this.#table = table;
  }

  *[Symbol.iterator](): Generator<SalvagedRow> {
    for (let from: Start | null = { key: [], inclusive: true }; from;) {
      const { rows, failed } = this.#read(from);
      yield* rows;
      const last: readonly SQLInputValue[] = rows.length > 0 ? this.#keyOf(rows.at(-1) as SalvagedRow) : from.key;
      if (!failed && rows.length === 0) return;
      from = failed ? this.#behind(last) : { key: last, inclusive: false };
      if (failed) this.gaps += 1;
      if (failed && from === null) yield* this.#fromTheBack(last);
    }
  }

  /** As many as can be read in one go; one by one where not all of a page can. */
  #read(from: Start): { rows: SalvagedRow[]; failed: boolean } {
    try {
      return { rows: this.#select(from, PAGE), failed: false };
    } catch {
      return this.#readOneByOne(from);
    }
  }

  #readOneByOne(from: Start): { rows: SalvagedRow[]; failed: boolean } {
    const rows: SalvagedRow[] = [];
    for (
      let next = from;
      rows.length < PAGE;
      next = { key: this.#keyOf(rows.at(-1) as SalvagedRow), inclusive: false }
    ) {
      if (!this.#canRead(next)) return { rows, failed: true };
      const [row] = this.#select(next, 1);
      if (!row) break;
      rows.push(row);
    }
    return { rows, failed: false };
  }

  /** Where reading can go on; null when nothing behind can be read, or keys cannot be counted up. */
  #behind(last: readonly SQLInputValue[]): Start | null {
    const at = this.#table.key.length > 1 && typeof last[1] === 'number' ? 1 : 0;
    const base = last.length === 0 ? 0 : last[at];
    if (typeof base !== 'number') return null;
    const start = (by: number): Start => ({ key: [...last.slice(0, at), base + by], inclusive: true });
    let step = 1;
    while (!this.#canRead(start(step))) {
      if (base + step * 2 > LARGEST) return null;
      step *= 2;
    }
    let [fails, reads] = [Math.floor(step / 2), step];
    while (reads - fails > 1) {
      const middle = Math.floor((fails + reads) / 2);
      if (this.#canRead(start(middle))) reads = middle;
      else fails = middle;
    }
    return start(reads);
  }

  #canRead(from: Start): boolean {
    try {
      this.#select(from, 1);
      return true;
    } catch {
      return false;
    }
  }

  *#fromTheBack(until: readonly SQLInputValue[]): Generator<SalvagedRow> {
    const { name, columns, key } = this.#table;
    const order = key.map((one) => `${quoted(one)} DESC`).join();
    let before: readonly SQLInputValue[] = [];
    for (;;) {
      let row: SalvagedRow | undefined;
      try {
        const where = [comparison(key, before, '<'), comparison(key, until, '>')]
          .filter((one) => one !== '')
          .join(' AND ');
        const sql = `SELECT ${selection(columns, key)} FROM ${quoted(name)} ${where && `WHERE ${where}`} ORDER BY ${order} LIMIT 1`;
        row = this.#db.prepare(sql).get(...before, ...until) as SalvagedRow | undefined;
      } catch {
        return;
      }
      if (!row) return;
      yield row;
      before = this.#keyOf(row);
    }
  }

  #select({ key: after, inclusive }: Start, limit: number): SalvagedRow[] {
    const { name, columns, key } = this.#table;
    const where = comparison(key, after, inclusive ? '>=' : '>');
    // Never by another index: it may be what is damaged.
    const from = key[0] === 'rowid' ? `${quoted(name)} NOT INDEXED` : quoted(name);
    const sql = `SELECT ${selection(columns, key)} FROM ${from} ${where && `WHERE ${where}`} ORDER BY ${list(key)} LIMIT ${limit}`;
    return this.#db.prepare(sql).all(...after) as SalvagedRow[];
  }

  #keyOf(row: SalvagedRow): SQLInputValue[] {
    return this.#table.key.map((one) => row[one] as SQLInputValue);
  }
}

interface Start {
  readonly key: readonly SQLInputValue[];
  readonly inclusive: boolean;
}

/** Of as many parts of the key as there are values. */
function comparison(key: readonly string[], values: readonly SQLInputValue[], how: '<' | '>' | '>='): string {
  if (values.length === 0) return '';
  return `(${list(key.slice(0, values.length))}) ${how} (${values.map(() => '?').join()})`;
}

/** Each under its own name: a rowid would go by the name of the column that stands for it. */
function selection(columns: readonly string[], key: readonly string[]): string {
  return [...new Set([...columns, ...key])].map((one) => `${quoted(one)} AS ${quoted(one)}`).join();
}

function list(names: readonly string[]): string {
  return names.map(quoted).join();
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
