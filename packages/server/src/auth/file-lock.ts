/**
 * One process at a time changes a file: the one that could create `<file>.lock`. A lock left behind by a process that died
 * is removed when it is older than any change takes; who loses a lock that way finds out before it changes anything.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '../server-error.ts';

export interface FileLockOptions {
  /** Age at which a lock is taken to be left behind (10 000 ms). */
  readonly staleMs?: number | undefined;
  /** How long to wait for it (20 000 ms). */
  readonly waitMs?: number | undefined;
}

/** Still the holder? To be asked right before the change is made. */
export type StillHeld = () => Promise<boolean>;

const PAUSE_MS = 5;

/** Runs `work` alone. Throws a ServerError when the lock cannot be had in time. */
export async function withFileLock<T>(
  path: string,
  work: (stillHeld: StillHeld) => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const lock = `${path}.lock`;
  const owner = randomUUID();
  await acquire(lock, owner, options);
  const stillHeld: StillHeld = async () => (await ownerOf(lock)) === owner;
  try {
    return await work(stillHeld);
  } finally {
    if (await stillHeld()) await rm(lock, { force: true });
  }
}

async function acquire(lock: string, owner: string, { staleMs = 10_000, waitMs = 20_000 }: FileLockOptions) {
  const until = Date.now() + waitMs;
  while (!(await create(lock, owner))) {
    if (await isOlderThan(lock, staleMs)) await breakLock(lock, staleMs);
    else if (Date.now() > until) throw new ServerError('INVALID_OPTIONS', stillLocked(lock));
    // Not all at the same moment.
    await sleep(PAUSE_MS * (1 + Math.random()));
  }
}

async function create(lock: string, owner: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600);
    await file.writeFile(owner).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removing is itself done by one at a time: a second one would remove the lock that somebody has taken meanwhile. */
async function breakLock(lock: string, staleMs: number): Promise<void> {
  const breaker = `${lock}.break`;
  if (!(await create(breaker, 'breaking'))) {
    if (await isOlderThan(breaker, staleMs)) await rm(breaker, { force: true });
    return;
  }
  try {
    if (await isOlderThan(lock, staleMs)) await rm(lock, { force: true });
  } finally {
    await rm(breaker, { force: true });
  }
}

async function isOlderThan(path: string, ms: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ms;
}

async function ownerOf(lock: string): Promise<string | undefined> {
  return readFile(lock, 'utf8').catch(() => undefined);
}

function stillLocked(lock: string): string {
  return `Another process holds ${lock}. Try again; if no other one is running, delete that file.`;
}
