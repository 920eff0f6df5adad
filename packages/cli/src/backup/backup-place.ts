/** Where a backup goes: the file that was named, or a new one in a folder. */
import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { backupName, surplusBackups } from '@zapomni/core/backup';
import type { Config } from '@zapomni/core/config';
import type { BlobStore } from '@zapomni/core/ports';
import { removeBackup } from '@zapomni/providers/backups';
import type { StorePlace } from '../migrate/store-place.ts';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';
import { BACKUP_FOLDER, wireBlobs } from '../wire/wire.ts';

export interface BackupPlace {
  readonly file: string;
  /** Null when the user named the file. */
  readonly folder: string | null;
}

export function backupPlace(named: string | undefined, config: Config, now: number): BackupPlace {
  const folder = named === undefined ? path.join(config.data_dir, BACKUP_FOLDER) : toAbsolute(named, thisMachine());
  const isFolder = named === undefined || /[/\\]$/.test(named) || isDirectory(folder);
  return isFolder ? { file: path.join(folder, backupName(now)), folder } : { file: folder, folder: null };
}

function isDirectory(file: string): boolean {
  return existsSync(file) && statSync(file).isDirectory();
}

/** How many went. */
export async function rotate(folder: string, keep: number): Promise<number> {
  let removed = 0;
  for (const name of surplusBackups(await readdir(folder), keep)) {
    if (await removeBackup(path.join(folder, name))) removed += 1;
  }
  return removed;
}

/** Those of a store in another folder lie in that folder. */
export function blobsOf(place: StorePlace, config: Config): BlobStore {
  return wireBlobs({ ...config, data_dir: place.folder ?? config.data_dir });
}
