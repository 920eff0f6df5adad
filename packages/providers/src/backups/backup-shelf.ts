/**
 * The folders that backups may go to while the user is away. Each that was named has a file in the data folder, called by the hash
 * of its path: so that processes which allow and forbid at once never overwrite what another has said.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import type { BackupFile, BackupFolder, BackupShelf } from '@zapomni/core/ports';
import { createBackupFile, removeBackup } from './backup-file.ts';

const ALLOWED = 'backup-folders';
const OWN = 'backups';
const FOR_THE_USER_ALONE = { folder: 0o700, file: 0o600 };

export function createBackupShelf(dataDir: string): BackupShelf {
  const noteOf = (folder: string) =>
    path.join(dataDir, ALLOWED, createHash('sha256').update(path.resolve(folder)).digest('hex'));
  const make = (folder: string) => mkdir(folder, { recursive: true, mode: FOR_THE_USER_ALONE.folder });
  const isAllowed = (folder: string) =>
    readFile(noteOf(folder), 'utf8').then(
      (text) => text === path.resolve(folder),
      () => false,
    );
  return {
    async allow(folder) {
      await makeLast(folder);
      await make(path.join(dataDir, ALLOWED));
      await writeFile(noteOf(folder), path.resolve(folder), { mode: FOR_THE_USER_ALONE.file, flush: true });
    },
    forbid: (folder) => rm(noteOf(folder), { force: true }),
    async open(folder) {
      if (folder !== null) return (await isAllowed(folder)) ? openBackupFolder(path.resolve(folder)) : null;
      await make(path.join(dataDir, OWN));
      return openBackupFolder(path.join(dataDir, OWN));
    },
  };
}

/** One that the user named just now. */
export function openBackupFolder(folder: string): BackupFolder {
  return {
    file: (name, options) => inFolder(folder, createBackupFile(path.join(folder, name), options)),
    names: () => readdir(folder),
    remove: (name) => removeBackup(path.join(folder, name)),
  };
}

/** Only the folder itself: where the one above it is not there, it is a slip of the pen, or a disk that is not plugged in. */
async function makeLast(folder: string): Promise<void> {
  await mkdir(folder, { mode: FOR_THE_USER_ALONE.folder }).catch(() => undefined);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw unwritable('The folder for backups is not there, and cannot be made.');
}

/** Whoever names a file wants its folder made; a folder that was there, and is gone, may be a disk that is not plugged in. */
function inFolder(folder: string, file: BackupFile): BackupFile {
  return {
    ...file,
    async write(pieces, check) {
      const found = await stat(folder).catch(() => undefined);
      if (found?.isDirectory()) return file.write(pieces, check);
      throw unwritable('The folder for backups is not there.');
    },
  };
}

function unwritable(message: string): ZapomniError {
  return new ZapomniError('INVALID_INPUT', message, {
    hint: 'Plug in its disk, or name another folder with `zapomni backup --every`.',
  });
}
