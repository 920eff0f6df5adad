/** Rows of another program's SQLite database. It is opened for reading only and not a byte of it changes. */
import { openSync, closeSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

export interface DatabaseRow {
  readonly part: string;
  /** Among those of its part, from 1. */
  readonly number: number;
  readonly row: Record<string, unknown>;
}

const MAGIC = 'SQLite format 3\0';

export function isDatabase(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(MAGIC.length);
    readSync(descriptor, head, 0, head.length, 0);
    return head.toString('latin1') === MAGIC;
  } finally {
    closeSync(descriptor);
  }
}

/** A query whose table is not there has no rows. */
export function* databaseRows(file: string, queries: Readonly<Record<string, string>>): Generator<DatabaseRow> {
  const database = openForReading(file);
  try {
    for (const [part, sql] of Object.entries(queries)) {
      let number = 0;
      for (const row of rowsOf(database, sql)) yield { part, number: ++number, row };
    }
  } finally {
    database.close();
  }
}

/**
 * What the other program has written of late is in a log beside its file, which only a reader that takes part in the locking
 * sees. Without one nothing need be locked, and no file appears beside it.
 */
export function openForReading(file: string): DatabaseSync {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return new DatabaseSync(file, { readOnly: true });
  const url = pathToFileURL(file);
  url.search = '?mode=ro&immutable=1';
  return new DatabaseSync(url, { readOnly: true });
}

function rowsOf(database: DatabaseSync, sql: string): Iterable<Record<string, unknown>> {
  try {
    return database.prepare(sql).iterate();
  } catch (error) {
    if (error instanceof Error && /no such table/.test(error.message)) return [];
    throw error;
  }
}
