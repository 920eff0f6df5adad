/** Where a backup goes: the file that was named, or a new one in a folder. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { backupName } from '@zapomni/core/backup';
import type { Config } from '@zapomni/core/config';
import type { BlobStore } from '@zapomni/core/ports';
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

/** Those of a store in another folder lie in that folder. */
export function blobsOf(place: StorePlace, config: Config): BlobStore {
  return wireBlobs({ ...config, data_dir: place.folder ?? config.data_dir });
}
