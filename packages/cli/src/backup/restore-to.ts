/**
 * A backup becomes a store. In a folder it is made beside the place, and takes the place when it is whole:
 *
 *   restore-….partial/ ── filled, compared with the backup ── what is there moved aside ── takes its name
 *
 * On a server it is filled where it is, which must be empty; how far that has got is kept there, as with a migration.
 */
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { holdsAnything, keepSchedules, restoreBackup, type BackupManifest } from '@zapomni/core/backup';
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { MigrationReport } from '@zapomni/core/migrate';
import type { BackupFile, Storage, StorageReport } from '@zapomni/core/ports';
import { openSqliteStorage, replaceSqliteStore } from '@zapomni/db';
import type { StorePlace } from '../migrate/store-place.ts';
import type { StoreSession } from '../migrate/with-stores.ts';
import { count } from '../output/in-words.ts';
import type { ProgressBar } from '../output/progress-bar.ts';
import { hasStore } from '../session/has-store.ts';
import { inDataFolder } from '../wire/wire.ts';
import { blobsOf } from './backup-place.ts';

const DRAFT = /^restore-[0-9a-f]{16}(?:-mended)?\.partial$/;

export interface RestoreOrder {
  readonly file: BackupFile;
  readonly manifest: BackupManifest;
  readonly place: StorePlace;
  /** Also where a store holds something. */
  readonly force: boolean;
  /** Memories of which passages are missing are cut anew. */
  readonly mend: boolean;
  /** For the name of what is moved aside. */
  readonly now: number;
}

export interface Restored {
  readonly report: MigrationReport;
  /** The folder of what was there before; null when there was nothing. */
  readonly aside: string | null;
  /** A deep look at the new store. */
  readonly inspection: StorageReport;
}

export async function restoreTo(session: StoreSession, order: RestoreOrder): Promise<Restored> {
  const { folder } = order.place;
  return folder === null ? restoreToServer(session, order) : restoreToFolder(session, { ...order, folder });
}

async function restoreToServer(session: StoreSession, order: RestoreOrder): Promise<Restored> {
  if (order.force) {
    throw new ZapomniError('INVALID_INPUT', 'A store on a server is not moved aside.', {
      hint: 'Restore to another name on it, such as falkordb://host:port/name, and leave --force away.',
    });
  }
  const target = session.open((logger) => order.place.openTarget(logger));
  const report = await fill(session, order, target);
  return { report, aside: null, inspection: await target.inspect(true) };
}

async function restoreToFolder(
  session: StoreSession,
  order: RestoreOrder & { readonly folder: string },
): Promise<Restored> {
  const { folder, place, manifest, force } = order;
  if (!force) await requireEmpty(session, place);
  const from = path.join(folder, `restore-${manifest.sha256.slice(0, 16)}${order.mend ? '-mended' : ''}.partial`);
  const { busy_timeout_ms: busyTimeoutMs } = session.config;
  const target = session.open((logger) => openSqliteStorage({ dataDir: from, busyTimeoutMs, logger }));
  const report = await fill(session, order, target);
  const inspection = await target.inspect(true);
  if (hasStore(folder)) {
    const old = session.open((logger) => place.openSource(logger));
    await keepSchedules(old, target, order.now);
    await old.close();
  }
  await target.close();
  if (!report.equal) return { report, aside: null, inspection };
  const aside = path.join(folder, `aside-${new Date(order.now).toISOString().replaceAll(':', '-')}`);
  const isMoved = await takePlace({ from, dataDir: folder, aside }, session.config);
  await removeDrafts(folder);
  return { report, aside: isMoved ? aside : null, inspection };
}

async function takePlace(way: { from: string; dataDir: string; aside: string }, config: Config): Promise<boolean> {
  try {
    if (hasStore(way.dataDir)) await keepBlobs({ ...config, data_dir: way.dataDir }, way.aside);
    return await replaceSqliteStore(way);
  } catch (error) {
    // Links to blobs alone: the store itself was not moved.
    if (!hasStore(way.aside)) await rm(way.aside, { recursive: true, force: true });
    throw error;
  }
}

function fill({ config, signal, bar }: StoreSession, order: RestoreOrder, target: Storage): Promise<MigrationReport> {
  const { file, manifest, place } = order;
  const mend = order.mend ? { size: config.chunk_size, overlap: config.chunk_overlap } : undefined;
  const blobs = blobsOf(place, config);
  return restoreBackup({ file, manifest, target, blobs, mend, signal, onProgress: show(bar) });
}

/** A store that cannot be opened holds something for all we know. */
async function requireEmpty(session: StoreSession, place: StorePlace): Promise<void> {
  if (place.folder === null || !hasStore(place.folder)) return;
  const source = session.open((logger) => place.openSource(logger));
  const isOccupied = await holdsAnything(source.transfer).catch(() => true);
  await source.close();
  if (!isOccupied) return;
  throw new ZapomniError('CONFLICT', 'The store there holds memories; it was left alone.', {
    hint: 'Name an empty place with --to, or add --force, which moves the old store aside.',
  });
}

/** What was moved aside is a data folder of its own: the blobs that it refers to would be swept for the new store. */
async function keepBlobs(config: Config, aside: string): Promise<void> {
  const blobs = inDataFolder(config, config.blob_dir);
  const inside = path.relative(config.data_dir, blobs);
  if (inside.startsWith('..') || path.isAbsolute(inside)) return;
  await linkAll(blobs, path.join(aside, inside));
}

async function linkAll(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Of restores that were killed, too: the place is taken now, and none of them will be taken up. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (DRAFT.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function show(bar: ProgressBar) {
  return (stage: 'blobs' | 'records', done: number, total: number): void => {
    const what = stage === 'blobs' ? count(total, 'blob') : count(total, 'entry', 'entries');
    bar.update(done, total, `restoring ${what}`);
  };
}
