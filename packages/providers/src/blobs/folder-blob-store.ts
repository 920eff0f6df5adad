/** Blobs as files of one folder, which several processes and machines may share. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { BlobStore, Clock } from '@zapomni/core/ports';
import { blobNotFound, onDisk, unlessMissing } from './blob-error.ts';
import { BlobFolder, requireHash } from './blob-folder.ts';
import { listBlobs, statBlob } from './list-blobs.ts';
import { piecesOf } from './pieces.ts';
import { removeBlob, removeLeftovers, restoreBlob } from './remove-blob.ts';
import { writeBlob } from './write-blob.ts';

export interface FolderBlobStoreOptions {
  /** Absolute. Made with the first blob. */
  readonly folder: string;
  readonly clock: Clock;
}

type Range = NonNullable<Parameters<BlobStore['read']>[1]>;

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function createFolderBlobStore(options: FolderBlobStoreOptions): BlobStore {
  if (!path.isAbsolute(options.folder)) {
    throw new ZapomniError('INVALID_CONFIG', 'ZAPOMNI_BLOB_DIR: must be absolute.');
  }
  return new FolderBlobStore(new BlobFolder(options.folder), options.clock);
}

class FolderBlobStore implements BlobStore {
  readonly #folder: BlobFolder;
  readonly #clock: Clock;

  constructor(folder: BlobFolder, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async put(...[bytes, options]: Parameters<BlobStore['put']>): ReturnType<BlobStore['put']> {
    return writeBlob(this.#folder, { bytes, ...options }, this.#clock);
  }

  async stat(hash: string): ReturnType<BlobStore['stat']> {
    requireHash(hash);
    return (await this.#find(hash, () => statBlob(this.#folder, hash))) ?? null;
  }

  async *read(hash: string, { start = 0, end = Infinity, signal }: Range = {}): AsyncGenerator<Uint8Array> {
    requireHash(hash);
    if (!(start >= 0 && end >= start)) throw invalidField('range', 'has to begin at 0 or later and end after it');
    const handle = await this.#find(hash, () => unlessMissing(open(this.#folder.fileOf(hash), FLAGS)));
    if (!handle) throw blobNotFound();
    try {
      const { size } = await onDisk(handle.stat());
      const pieces = piecesOf(handle, { start, end: Math.min(end, size), signal });
      yield* start === 0 && end >= size ? hashed(pieces, hash) : pieces;
    } finally {
      await handle.close();
    }
  }

  async list(after: string | null, limit: number): ReturnType<BlobStore['list']> {
    if (after !== null) requireHash(after);
    return listBlobs(this.#folder, after ?? '', limit);
  }

  async verify(hash: string, signal?: AbortSignal): ReturnType<BlobStore['verify']> {
    try {
      for await (const piece of this.read(hash, signal ? { signal } : {})) void piece;
      return 'ok';
    } catch (error) {
      if (error instanceof ZapomniError && error.code === 'STORE_CORRUPT') return 'damaged';
      if (error instanceof ZapomniError && error.code === 'NOT_FOUND') return 'missing';
      throw error;
    }
  }

  async remove(hash: string, unlessPutSince: number): Promise<boolean> {
    requireHash(hash);
    return removeBlob(this.#folder, hash, unlessPutSince);
  }

  removeLeftovers(before: number): Promise<number> {
    return removeLeftovers(this.#folder, before);
  }

  /** One that is just being removed is put back by who asks for it, or has been by its remover: so look again. */
  async #find<T>(hash: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await look();
    if (found !== undefined) return found;
    await restoreBlob(this.#folder, hash);
    return look();
  }
}

/** The same pieces, and an error at the end if they are not what they were. */
async function* hashed(pieces: AsyncIterable<Uint8Array>, expected: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== expected) {
    throw new ZapomniError('STORE_CORRUPT', 'A blob no longer has the bytes that were put.', {
      hint: 'Run `zapomni doctor --deep`, then restore the blob from a backup or add its document again.',
    });
  }
}
