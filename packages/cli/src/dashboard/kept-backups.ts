/** The backups that lie in the data folder. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { KeptBackup } from '@zapomni/api';
import { BACKUP_FOLDER } from '../wire/wire.ts';

const MOST_SHOWN = 50;

export async function keptBackups(dataDir: string): Promise<{ folder: string; files: KeptBackup[] }> {
  const folder = path.join(dataDir, BACKUP_FOLDER);
  // None was made yet, or it was taken away.
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => describe(folder, name)));
  const found = files.flatMap((file) => file ?? []).sort((one, other) => other.at - one.at);
  return { folder, files: found.slice(0, MOST_SHOWN) };
}

async function describe(folder: string, name: string): Promise<KeptBackup | undefined> {
  const found = await stat(path.join(folder, name)).catch(() => undefined);
  return found?.isFile() ? { name, bytes: found.size, at: found.mtimeMs } : undefined;
}
