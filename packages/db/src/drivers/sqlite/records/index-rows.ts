/** What the indexes have of a record. Its own row has the same as a list, so that none is ever searched for. */
import type { Database } from '../connection/database.ts';

/** The scope of the index, the value, and 1 where no other record may have it. */
export type Entry = readonly [scope: number, value: string, unique: 0 | 1];

export interface Owner {
  readonly key: string;
  readonly id: number;
}

export function readEntries(list: string | null): readonly Entry[] {
  return list === null ? [] : (JSON.parse(list) as Entry[]);
}

export function writeEntries(entries: readonly Entry[]): string | null {
  return entries.length === 0 ? null : JSON.stringify(entries);
}

/** Where no other record has the value no key is needed to put them in order: a shorter row. */
function keyIn([, , unique]: Entry, { key }: Owner): string {
  return unique === 1 ? '' : key;
}

export function dropEntry(db: Database, entry: Entry, owner: Owner): void {
  db.run(DROP, entry[0], entry[1], keyIn(entry, owner), owner.id);
}

const DROP = 'DELETE FROM record_index WHERE scope = ? AND value = ? AND key = ? AND record = ?';

/** False when the value must be the record's alone, and another has it. */
export function addEntry(db: Database, entry: Entry, owner: Owner): boolean {
  const sql = entry[2] === 1 ? ADD_ALONE : ADD;
  return db.run(sql, entry[0], entry[1], keyIn(entry, owner), owner.id).changes > 0;
}

/** Takes a value that must be the record's alone from whoever has it. */
export function takeEntry(db: Database, entry: Entry, owner: Owner): void {
  db.run(TAKE, entry[0], entry[1], keyIn(entry, owner), owner.id);
}

const ADD = `INSERT INTO record_index (scope, value, key, record) VALUES (?1, ?2, ?3, ?4)`;
const ADD_ALONE = `INSERT INTO record_index (scope, value, key, record) SELECT ?1, ?2, ?3, ?4
  WHERE NOT EXISTS (SELECT 1 FROM record_index WHERE scope = ?1 AND value = ?2)`;
const TAKE = 'INSERT OR REPLACE INTO record_index (scope, value, key, record) VALUES (?, ?, ?, ?)';

export function setBlobs(db: Database, record: number, before: string | null, after: string | null): void {
  if (before === after) return;
  if (before !== null) dropBlobs(db, record, before);
  if (after === null) return;
  const sql = 'INSERT OR IGNORE INTO record_blobs (hash, record) SELECT value, ? FROM json_each(?)';
  db.run(sql, record, after);
}

export function dropBlobs(db: Database, record: number, blobs: string): void {
  db.run('DELETE FROM record_blobs WHERE record = ? AND hash IN (SELECT value FROM json_each(?))', record, blobs);
}
