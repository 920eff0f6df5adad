/** A database of another program, opened for reading only: what it holds is asked for piece by piece, and never copied whole. */
import type { DatabaseSync } from 'node:sqlite';
import type { TranscriptFile, TranscriptItem, TranscriptReading } from '@zapomni/core/ports';
import { isDatabase, openForReading } from '../streams/database-rows.ts';
import { fileNameOf, reasonOf } from './broken.ts';

export type Row = Readonly<Record<string, unknown>>;

export async function* readDatabase(
  file: TranscriptFile,
  reading: TranscriptReading,
  tell: (database: DatabaseSync) => Iterable<TranscriptItem>,
): AsyncGenerator<TranscriptItem> {
  reading.onBytes?.(file.bytes);
  let database: DatabaseSync | null = null;
  try {
    database = openForReading(file.path);
    for (const item of tell(database)) {
      reading.signal?.throwIfAborted();
      yield item;
    }
  } catch (error) {
    reading.signal?.throwIfAborted();
    reading.onBroken?.({ where: fileNameOf(file), why: reasonOf(error) });
  } finally {
    database?.close();
  }
}

/** Whether it is a database with these tables. */
export function hasTables(file: string, tables: readonly string[]): boolean {
  try {
    if (!isDatabase(file)) return false;
    const database = openForReading(file);
    try {
      const found = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      return tables.every((table) => found.some(({ name }) => name === table));
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
