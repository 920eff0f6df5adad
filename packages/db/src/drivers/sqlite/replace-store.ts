/**
 * Puts a store that was made elsewhere in the place of the one in a data folder, which is moved aside and never deleted.
 * Nobody else may have it open: they would go on with a file that is no longer the store.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
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
  if (isThere) await takePlace(fresh, { file, dataDir, aside });
  else place(fresh, file);
  flushFolder(dataDir);
  return isThere;
}

/**
 * At no moment is there no store: what is there gets a second name aside, then the new one takes its name in one step. A process
 * that dies in between leaves the old one in its place.
 */
async function takePlace(
  fresh: string,
  { file, dataDir, aside }: { file: string; dataDir: string; aside: string },
): Promise<void> {
  let held = await takeAlone(file);
  try {
    forgetSecondNames(file, dataDir);
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    const journals = [`${file}-wal`, `${file}-shm`].filter((one) => existsSync(one));
    for (const one of [file, ...journals]) nameAgain(one, join(aside, basename(one)));
    flushFolder(aside);
    // Left by a store that could not be read: they would be taken for those of the new one.
    for (const one of journals) unlinkSync(one);
    if (process.platform === 'win32') {
      // There a file that is open cannot be replaced.
      held?.close();
      held = undefined;
    }
    renameSync(fresh, file);
  } finally {
    held?.close();
  }
}

/** Some file systems know no links. */
function nameAgain(file: string, to: string): void {
  try {
    linkSync(file, to);
  } catch {
    copyFileSync(file, to);
    flush(to, 'r+');
  }
}

/** Folders of the store that is in its place: left by a process that died before the new one took it. */
function forgetSecondNames(file: string, dataDir: string): void {
  const { ino, dev } = statSync(file);
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith('aside-'))) {
    const other = statSync(join(dataDir, name, STORE_FILE), { throwIfNoEntry: false });
    if (other?.ino === ino && other.dev === dev) rmSync(join(dataDir, name), { recursive: true });
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
  if (process.platform !== 'win32') flush(folder, 'r');
}

function flush(file: string, flags: string): void {
  const handle = openSync(file, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
