/**
 * Puts a store that was made elsewhere in the place of the one in a data folder, which is moved aside and never deleted.
 * Nobody else may have it open: they would go on with a file that is no longer the store.
 */
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ZapomniError } from '@zapomni/core/errors';
import { STORE_FILE } from './connection/store-file.ts';

const LOCK_WAIT_MS = 1000;
/** What SQLite says of a file that is no database any more: there is nobody to keep out of it. */
const UNREADABLE: ReadonlySet<number> = new Set([11, 26]);

export interface Replacement {
  /** The folder of the new store, closed. It is left without it. */
  readonly from: string;
  readonly dataDir: string;
  /** Made for what is there now; untouched when nothing is. */
  readonly aside: string;
}

/** True when a store was moved aside. CONFLICT when somebody uses it; then nothing has changed. */
export async function replaceSqliteStore({ from, dataDir, aside }: Replacement): Promise<boolean> {
  const [fresh, file] = [join(from, STORE_FILE), join(dataDir, STORE_FILE)];
  (await takeAlone(fresh))?.close();
  const isThere = existsSync(file);
  if (isThere) await moveAside(dataDir, aside);
  place(fresh, file);
  flushFolder(dataDir);
  return isThere;
}

async function moveAside(dataDir: string, aside: string): Promise<void> {
  const held = await takeAlone(join(dataDir, STORE_FILE));
  try {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    for (const name of [STORE_FILE, `${STORE_FILE}-wal`, `${STORE_FILE}-shm`]) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(aside, name));
    }
    flushFolder(aside);
  } finally {
    held?.close();
  }
}

/**
 * Whoever has the store open keeps it in write-ahead mode: leaving that mode proves that nobody does, and brings all that
 * was written into the one file. The next to open it goes back to it.
 */
async function takeAlone(file: string): Promise<DatabaseSync | undefined> {
  // Not with the package: those who only ask where a store lies need no SQLite on their thread.
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    db.prepare('PRAGMA journal_mode = DELETE').get();
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    const code = (error as { errcode?: number }).errcode ?? 0;
    if (UNREADABLE.has(code & 0xff)) return undefined;
    throw new ZapomniError('CONFLICT', 'The store is in use; it was left alone.', {
      hint: 'Stop the server and all clients that use it, then try again.',
      cause: error,
    });
  }
}

/** A link fails where there is a store already: somebody may have begun a new one just now. */
function place(fresh: string, file: string): void {
  try {
    linkSync(fresh, file);
  } catch {
    if (existsSync(file))
      throw new ZapomniError('CONFLICT', 'Somebody has just made a store there; it was left alone.');
    // Some file systems know no links.
    renameSync(fresh, file);
    return;
  }
  unlinkSync(fresh);
}

function flushFolder(folder: string): void {
  // Windows cannot open folders; there the rename has to do.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
