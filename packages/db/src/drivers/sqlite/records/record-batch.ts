/**
 * A list of writes, one after the other, inside the caller's transaction. Rows change at once. The indexes follow when all
 * are done, first what goes and then what comes, so that unique values are judged by the outcome and two records may
 * exchange theirs.
 */
import type { RecordParent } from '@zapomni/core/model';
import type { RecordDelete, RecordPut } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { parentName, recordParent } from '../../../shared/records/parent-name.ts';
import { belowItself, noParent, otherVersion, valueTaken } from '../../../shared/records/record-errors.ts';
import { addEntry, dropBlobs, dropEntry, readEntries, setBlobs, writeEntries, type Entry } from './index-rows.ts';
import { isBelow, isThere } from './record-parents.ts';
import { adjustRecords, findScope, nameOfScope, Scopes } from './scopes.ts';

interface Row {
  readonly id: number;
  readonly scope: number;
  readonly key: string;
  readonly version: number;
  readonly entries: string | null;
  readonly blobs: string | null;
}

/** What the indexes have of a record, and what they are to have. */
interface Pending {
  readonly id: number;
  readonly key: string;
  readonly place: number;
  readonly write: RecordPut;
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
}

/** A put as its row has it. */
interface Fields {
  readonly place: number;
  readonly write: RecordPut;
  readonly scope: number;
  readonly parent: string | null;
  readonly entries: readonly Entry[];
  readonly blobs: string | null;
}

const COLUMNS = 'id, scope, key, version, entries, blobs';

export class RecordBatch {
  readonly #db: Database;
  readonly #workspace: number;
  readonly #at: number;
  readonly #scopes: Scopes;
  readonly #pending = new Map<string, Pending>();
  readonly #counts = new Map<number, number>();
  /** How many records have gone. */
  removed = 0;

  constructor(db: Database, workspace: number, at: number) {
    this.#db = db;
    this.#workspace = workspace;
    this.#at = at;
    this.#scopes = new Scopes(db, workspace);
  }

  /** The version that the record has then. */
  put(place: number, write: RecordPut): number {
    if (write.parent && !this.#isThere(write.parent)) throw noParent({ place, write });
    const fields: Fields = {
      place,
      write,
      scope: this.#scopes.of(write.collection),
      parent: write.parent && parentName(write.parent),
      entries: this.#entriesOf(write),
      blobs: write.blobs.length === 0 ? null : JSON.stringify(write.blobs),
    };
    // Most are new, and are not looked for first.
    const isNew = (write.ifVersion ?? 0) === 0 && this.#insert(fields);
    return isNew ? 1 : this.#update(fields);
  }

  delete(place: number, write: RecordDelete): void {
    const row = this.#find(findScope(this.#db, this.#workspace, write.collection) ?? 0, write.key);
    if (write.ifVersion !== undefined && write.ifVersion !== (row?.version ?? 0)) throw otherVersion({ place, write });
    if (!row) return;
    this.#erase(row);
    this.deleteBelow(recordParent(write.collection, write.key));
  }

  /** All that belongs to it, from generation to generation. */
  deleteBelow(parent: string): void {
    const waiting = [parent];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const sql = `SELECT ${COLUMNS} FROM records WHERE workspace = ? AND parent = ?`;
      for (const row of this.#db.all<Row>(sql, this.#workspace, next)) {
        this.#erase(row);
        waiting.push(recordParent(nameOfScope(this.#db, row.scope).collection, row.key));
      }
    }
  }

  /** Brings the indexes after the rows. CONFLICT for a value that is not the record's alone. */
  settle(): void {
    const coming: { readonly entry: Entry; readonly owner: Pending }[] = [];
    for (const owner of this.#pending.values()) {
      for (const entry of missingIn(owner.after, owner.before)) dropEntry(this.#db, entry, owner);
      for (const entry of missingIn(owner.before, owner.after)) coming.push({ entry, owner });
    }
    for (const { entry, owner } of coming) {
      if (!addEntry(this.#db, entry, owner)) throw valueTaken(owner, nameOfScope(this.#db, entry[0]).index);
    }
    for (const [scope, change] of this.#counts) adjustRecords(this.#db, scope, change);
  }

  /** Most come with what they belong to, which was put a moment before. */
  #isThere(parent: RecordParent): boolean {
    const isPut = 'key' in parent && this.#pending.has(placeOf(this.#scopes.of(parent.collection), parent.key));
    return isPut || isThere(this.#db, this.#workspace, parent);
  }

  #entriesOf(write: RecordPut): Entry[] {
    const entries = write.entries.map(({ index, value, unique }): Entry => [
      this.#scopes.of(write.collection, index),
      value,
      unique ? 1 : 0,
    ]);
    return entries.filter(
      ([scope, value], i) => entries.findIndex((one) => one[0] === scope && one[1] === value) === i,
    );
  }

  /** False when the key is taken. */
  #insert(fields: Fields): boolean {
    const { scope, parent, entries, blobs, write } = fields;
    const { changes, lastId } = this.#db.run(
      INSERT,
      this.#workspace,
      scope,
      write.key,
      this.#at,
      parent,
      writeEntries(entries),
      blobs,
      write.value,
    );
    if (changes === 0) return false;
    setBlobs(this.#db, lastId, null, blobs);
    this.#note(fields, lastId, []);
    this.#count(scope, 1);
    return true;
  }

  /** The version that the record has then. */
  #update(fields: Fields): number {
    const { write, scope, parent, entries, blobs } = fields;
    const row = this.#find(scope, write.key);
    if (!row || (write.ifVersion !== undefined && write.ifVersion !== row.version)) throw otherVersion(fields);
    if (write.parent && isBelow(this.#db, this.#workspace, write.parent, recordParent(write.collection, write.key)))
      throw belowItself(fields);
    this.#db.run(UPDATE, this.#at, parent, writeEntries(entries), blobs, write.value, row.id);
    setBlobs(this.#db, row.id, row.blobs, blobs);
    this.#note(fields, row.id, this.#pending.get(placeOf(scope, write.key))?.before ?? readEntries(row.entries));
    return row.version + 1;
  }

  #find(scope: number, key: string): Row | undefined {
    return this.#db.get<Row>(`SELECT ${COLUMNS} FROM records WHERE scope = ? AND key = ?`, scope, key);
  }

  #erase(row: Row): void {
    const name = placeOf(row.scope, row.key);
    const indexed = this.#pending.get(name)?.before ?? readEntries(row.entries);
    for (const entry of indexed) dropEntry(this.#db, entry, row);
    this.#pending.delete(name);
    if (row.blobs !== null) dropBlobs(this.#db, row.id, row.blobs);
    this.#db.run('DELETE FROM records WHERE id = ?', row.id);
    this.#count(row.scope, -1);
    this.removed += 1;
  }

  #note({ scope, place, write, entries }: Fields, id: number, before: readonly Entry[]): void {
    const pending: Pending = { id, key: write.key, place, write, before, after: entries };
    this.#pending.set(placeOf(scope, write.key), pending);
  }

  #count(scope: number, change: number): void {
    this.#counts.set(scope, (this.#counts.get(scope) ?? 0) + change);
  }
}

const INSERT = `INSERT INTO records (workspace, scope, key, version, created_at, updated_at, parent, entries, blobs, value)
  VALUES (?1, ?2, ?3, 1, ?4, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING`;
const UPDATE = `UPDATE records SET version = version + 1, updated_at = ?, parent = ?, entries = ?, blobs = ?, value = ?
  WHERE id = ?`;

function placeOf(scope: number, key: string): string {
  return `${scope}/${key}`;
}

function missingIn(these: readonly Entry[], those: readonly Entry[]): readonly Entry[] {
  if (these.length === 0) return those;
  return those.filter((one) => !these.some((other) => one.every((part, i) => part === other[i])));
}
