/** Which version of the tables and of the word index a store has; kept in `meta`. */
import type { Database } from '../connection/database.ts';

export interface StoreFormat {
  readonly schema: number;
  readonly terms: number;
}

/** Null for a file that holds no store yet. */
export function readFormat(db: Database): StoreFormat | null {
  const hasMeta = db.value(`SELECT 1 FROM sqlite_schema WHERE name = 'meta'`);
  if (hasMeta === undefined) return null;
  return { schema: readMeta(db, 'schema_version') ?? 0, terms: readMeta(db, 'terms_version') ?? 0 };
}

export function writeFormat(db: Database, format: Partial<StoreFormat>): void {
  if (format.schema !== undefined) writeMeta(db, 'schema_version', format.schema);
  if (format.terms !== undefined) writeMeta(db, 'terms_version', format.terms);
}

export function readMeta<Value extends string | number>(db: Database, key: string): Value | undefined {
  return db.value<Value>('SELECT value FROM meta WHERE key = ?', key);
}

export function writeMeta(db: Database, key: string, value: string | number): void {
  db.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value);
}
