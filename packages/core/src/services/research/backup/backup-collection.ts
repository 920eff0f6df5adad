/** A backup that somebody asks for by a tool: all of the store, in a folder that the user has allowed backups to go to. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { BackupFolder } from '../../../ports/index.ts';
import { backupName, type Leavable } from '../../backup/backup-format.ts';
import { makeBackup, type BackupProgress, type BackupReport } from '../../backup/make-backup.ts';
import type { Deps } from '../../deps.ts';
import type { Asker } from '../../documents/fetch-source.ts';
import { findUserFiles, type LostFiles } from './user-files.ts';

export interface BackupRequest extends Asker {
  /** A folder that the user named for backups; the data folder's own where none is given. */
  readonly folder?: string | undefined;
  readonly files: boolean;
  readonly vectors: boolean;
  readonly compress: boolean;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

export interface MadeBackup extends BackupReport {
  /** Of the file, in its folder: what `restore_collection` takes. */
  readonly name: string;
  /** Files of papers that it does not have, though files were wanted. */
  readonly lost: LostFiles;
}

export async function backUpCollection(deps: Deps, request: BackupRequest): Promise<MadeBackup> {
  const { files, vectors, compress, client, signal, onProgress } = request;
  const folder = await openShelf(deps, request.folder, 'backup_path');
  const without: Leavable[] = [...(vectors ? [] : ['vectors' as const]), ...(files ? [] : ['blobs' as const])];
  const name = nameFor(deps.clock.now(), { compress, isWhole: without.length === 0 });
  const onFile = (done: number): void => onProgress?.({ stage: 'blobs', done, total: done });
  const { lost, change, ...own } = files ? await findUserFiles(deps, { client, signal }, onFile) : NO_FILES;
  const options = { signal, onProgress, without, change };
  const report = await makeBackup({ ...deps, ...own }, folder.file(name, { compress }), options);
  return { ...report, name, lost };
}

const NO_FILES = { lost: { total: 0, named: [] }, change: undefined };

/** What is not a whole backup has another name, so that rotation does not take it for one and throw a whole one away. */
function nameFor(at: number, { compress, isWhole }: { readonly compress: boolean; readonly isWhole: boolean }): string {
  const name = isWhole ? backupName(at) : backupName(at).replace(/^zapomni-/, 'zapomni-part-');
  return compress ? name : name.replace(/\.zst$/, '');
}

export async function openShelf({ backups }: Deps, folder: string | undefined, field: string): Promise<BackupFolder> {
  const shelf = await backups.open(folder ?? null);
  if (shelf) return shelf;
  throw new ZapomniError('FORBIDDEN', `${field}: no backup may be written there.`, {
    hint: 'Leave it out for the folder of backups, or have the user allow it: `zapomni backup --every 1d --to FOLDER`.',
    issues: [{ field, error: 'is not allowed' }],
  });
}

const NAME = /^zapomni-[\w.-]{1,100}\.backup(?:\.zst)?$/;

export function checkBackupName(name: string): string {
  if (NAME.test(name)) return name;
  throw invalidField('backup', 'is no name of a backup', 'backup_collection says the name of each that it makes.');
}
