/**
 * Opens the store's file: makes the folder, sets the pragmas and refuses a file that is not ours. An open of a store that
 * exists writes nothing and takes no exclusive lock, because some clients start a second copy only to look at it.
 */
import { closeSync, mkdirSync, openSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { Database } from './database.ts';
import { APPLICATION_ID, PAGE_SIZE } from '../schema/schema.ts';
import type { EngineOptions } from './protocol.ts';
import { isShareable } from './sqlite-version.ts';
import { STORE_FILE } from './store-file.ts';

/** SQLite's own wait is short; `transaction.ts` waits on with jitter, which is fairer between many writers. */
const LOCK_WAIT_MS = 50;
const CACHE_KIB = 16_384;
const JOURNAL_LIMIT_BYTES = 67_108_864;

export interface Connection {
  readonly db: Database;
  readonly dataDir: string;
  readonly file: string;
  readonly sqliteVersion: string;
  /** Several processes may use the store at once. */
  readonly shared: boolean;
  /** The file has been deleted or replaced since it was opened: what is written now would be lost. */
  moved(): boolean;
}

/** BUSY may come out of here: the caller tries again. */
export function connect(options: EngineOptions, sqliteVersion: string, now?: () => number): Connection {
  const file = join(options.dataDir, STORE_FILE);
  if (!options.readOnly) makeFile(options.dataDir, file);
  const opened = statSync(file);
  const db = new Database({
    file,
    lockWaitMs: LOCK_WAIT_MS,
    readOnly: options.readOnly ?? false,
    ...(now ? { now } : {}),
  });
  try {
    const shared = isShareable(sqliteVersion);
    // So that pages can be given back. It has to be said before there is anything, and takes a lock that an open must not.
    if (opened.size === 0 && !options.readOnly)
      db.exec(`PRAGMA page_size = ${PAGE_SIZE}; PRAGMA auto_vacuum = INCREMENTAL`);
    configure(db, shared || options.readOnly === true, options.maxPages);
    refuseForeignFile(db);
    return { db, dataDir: options.dataDir, file, sqliteVersion, shared, moved: () => !isSameFile(file, opened) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Only the owner may read what is remembered; SQLite gives its journal the permissions of the file. */
function makeFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

function configure(db: Database, shared: boolean, maxPages: number | undefined): void {
  if (!shared) db.exec('PRAGMA locking_mode = EXCLUSIVE');
  db.exec(`PRAGMA page_size = ${PAGE_SIZE}`);
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA secure_delete = ON');
  db.exec('PRAGMA temp_store = MEMORY');
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  db.exec(`PRAGMA journal_size_limit = ${JOURNAL_LIMIT_BYTES}`);
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`);
}

/** A new file is empty; any other must carry our mark, or it is somebody else's data. */
function refuseForeignFile(db: Database): void {
  if (db.value('PRAGMA application_id') === APPLICATION_ID) return;
  if (db.value('SELECT count(*) FROM sqlite_schema') === 0) return;
  throw new ZapomniError('STORE_CORRUPT', 'The store file holds a database of another program; it was left alone.', {
    hint: 'Set another data folder, or move that file away.',
  });
}

/** Write-ahead logging, which lets readers and a writer work at once. Needs shared memory, so a local disk. */
export function useWriteAheadLog(db: Database): void {
  if (db.value('PRAGMA journal_mode') === 'wal') return;
  if (db.value('PRAGMA journal_mode = WAL') === 'wal') return;
  throw new ZapomniError('STORE_UNAVAILABLE', 'The file system of the data folder cannot hold a shared store.', {
    hint: 'Set a data folder on a local disk.',
  });
}

function isSameFile(file: string, opened: Stats): boolean {
  const now = statSync(file, { throwIfNoEntry: false });
  return now !== undefined && now.ino === opened.ino && now.dev === opened.dev;
}
