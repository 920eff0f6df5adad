/**
 * One server for all clients of a data folder, started by whoever comes first. Those that come at the same moment wait
 * behind a lock; should two be started all the same, the door takes only one and the other ends.
 *
 *   knock ─ there, as new as we are ─▶ it
 *     ├──── there, older, in the background ─ asked to end ─┐
 *     └──── nobody ─────────────────────────────────────────┴─▶ spawn, detached ─▶ knock until it answers
 */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Logger } from '@zapomni/core/ports';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { systemClock } from '@zapomni/providers';
import { doorFile } from '@zapomni/server/door-file';
import { knock, makeRunFolder, withFileLock } from '@zapomni/server/door';
import type { Settings } from '../settings/given-settings.ts';
import { askServer } from './ask-door.ts';
import { spawnServer } from './spawn-server.ts';
import { isNewer } from './versions.ts';

/** Loading takes a second or two; a machine that is busy takes longer. */
const READY_MS = 20_000;
const LOOK_MS = 50;
/** A holder of the lock that has not shown life for so long is taken to be gone. */
const DEAD_MS = 5000;
const BEAT_MS = 500;
const STOP_METHOD = 'zapomni/stop';

export interface RunningServer {
  readonly pid: number;
  readonly version: string;
  /** What it does here: `found` was there before. */
  readonly how: 'found' | 'started' | 'replaced';
  /** Its settings, as they were said to clients. */
  readonly terms: unknown;
}

/** `undefined` when none could be started in time: a client serves itself then. Never fails. */
export async function ensureServer(settings: Settings, logger: Logger): Promise<RunningServer | undefined> {
  const dataDir = settings.get('data_dir')?.value ?? '';
  try {
    const found = await usable(dataDir);
    if (found) return found;
    await makeRunFolder(dataDir);
    return await inTurn(dataDir, () => begin(dataDir, settings));
  } catch (error) {
    logger.log('warning', 'background_failed', { error });
    return undefined;
  }
}

/**
 * Only a courtesy, which spares the machine servers that the door would not take: who waits too long goes on without it. A
 * holder shows that it lives, so that nobody waits long for one that was killed.
 */
async function inTurn<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(path.dirname(doorFile(dataDir)), 'start');
  let begun: Promise<T> | undefined;
  try {
    return await withFileLock(file, () => (begun = showingLife(`${file}.lock`, work)), {
      staleMs: DEAD_MS,
      waitMs: READY_MS + DEAD_MS,
    });
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}

async function showingLife<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const beat = setInterval(() => {
    const now = systemClock.now() / 1000;
    void utimes(lock, now, now).catch(() => undefined);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

async function begin(dataDir: string, settings: Settings): Promise<RunningServer | undefined> {
  const found = await usable(dataDir);
  if (found) return found;
  const older = await lookAt(dataDir);
  if (older) await end(dataDir, older.pid);
  const { exited } = await spawnServer(dataDir, settings);
  const ready = await until(async () => lookAt(dataDir), exited);
  return ready && { ...ready, how: older ? 'replaced' : 'started' };
}

/** One that is not to be replaced: as new as this program, or somebody's own. */
async function usable(dataDir: string): Promise<RunningServer | undefined> {
  const there = await lookAt(dataDir);
  return there && !(there.background && isNewer(SERVER_INFO.version, there.version)) ? there : undefined;
}

async function lookAt(dataDir: string): Promise<(RunningServer & { readonly background: boolean }) | undefined> {
  const door = await knock(dataDir);
  if (!door) return undefined;
  door.socket.destroy();
  const { pid, background, terms } = door.hello;
  const version = (terms as { version?: unknown } | undefined)?.version;
  return { pid: Number(pid), version: String(version), background: background === true, terms, how: 'found' };
}

/** It answers what it was asked before it goes. */
async function end(dataDir: string, pid: number): Promise<void> {
  await askServer(dataDir, STOP_METHOD);
  await until(async () => ((await lookAt(dataDir))?.pid === pid ? undefined : true));
}

/** The first answer that there is one; nothing when the time is up, or `over` comes first. */
async function until<T>(look: () => Promise<T | undefined>, over?: Promise<unknown>): Promise<T | undefined> {
  let isOver = false;
  void over?.then(() => (isOver = true));
  for (let waited = 0; waited < READY_MS; waited += LOOK_MS) {
    const found = await look();
    if (found !== undefined || isOver) return found ?? (await look());
    await elapsed(LOOK_MS);
  }
  return undefined;
}
