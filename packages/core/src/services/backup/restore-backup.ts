/** Fills an empty store from a backup. Nothing is written before all of the backup was read and found whole. */
import { ZapomniError } from '../../errors/index.ts';
import type { PassageOptions } from '../../model/index.ts';
import type { BackupFile, BlobStore, Storage, StoreTransfer } from '../../ports/index.ts';
import { importExport } from '../migrate/import-export.ts';
import type { MigrationReport } from '../migrate/migrate-store.ts';
import type { BackupManifest } from './backup-format.ts';
import { mendLines } from './mend-lines.ts';
import { backupBlobs, backupLines } from './read-backup.ts';

export interface RestoreOptions {
  readonly file: BackupFile;
  /** What `checkBackup` said of the file. */
  readonly manifest: BackupManifest;
  readonly target: Storage;
  readonly blobs: BlobStore;
  /** Given: memories of which passages are missing are cut anew, in this way. */
  readonly mend?: PassageOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: 'blobs' | 'records', done: number, total: number) => void) | undefined;
}

/** Blobs first, as everybody does who refers to them. It can be taken up again where it broke off. */
export async function restoreBackup(options: RestoreOptions): Promise<MigrationReport> {
  const { file, target, mend, signal, onProgress } = options;
  await putBlobs(options);
  return importExport({
    target,
    open: () => (mend ? mendLines(backupLines(file.read()), mend) : backupLines(file.read())),
    signal,
    onProgress: ({ done, total }) => onProgress?.('records', done, total),
  });
}

async function putBlobs({ file, manifest, blobs, signal, onProgress }: RestoreOptions): Promise<void> {
  if (manifest.blobs.count === 0) return;
  let done = 0;
  for await (const { hash, pieces } of backupBlobs(file.read())) {
    const put = await blobs.put(pieces, signal ? { signal } : {});
    if (put.hash !== hash) throw new ZapomniError('INVALID_INPUT', 'The backup was changed while it was restored.');
    onProgress?.('blobs', ++done, manifest.blobs.count);
  }
}

/** Settings alone do not count: a store that was only looked at may have some. */
export async function holdsAnything(transfer: StoreTransfer): Promise<boolean> {
  return (await transfer.summarize({ kind: 'workspace', key: [] }, 1)).summaries.length > 0;
}
