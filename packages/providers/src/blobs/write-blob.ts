/**
 * A blob is written under another name, brought to disk and then renamed to its hash, which is known only at the end:
 *
 *   partial/<id> ── write and hash ── fsync ── rename to ab/cdef… ── fsync the folder
 *
 * One that is there already is replaced by the same bytes: it is as young as a new one then, and if it was damaged it is not
 * any more.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import type { Blob, Clock } from '@zapomni/core/ports';
import { onDisk } from './blob-error.ts';
import { makeFolder, syncFolder, type BlobFolder } from './blob-folder.ts';
import { untilAborted } from './pieces.ts';

const FOR_THE_USER_ALONE = 0o600;

export interface BlobSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function writeBlob(folder: BlobFolder, source: BlobSource, clock: Clock): Promise<Blob> {
  await onDisk(makeFolder(folder.partial));
  const draft = path.join(folder.partial, randomUUID());
  const handle = await onDisk(open(draft, 'wx', FOR_THE_USER_ALONE));
  try {
    const blob = await writeAll(handle, source);
    await onDisk(settle(handle, clock));
    await onDisk(publish(folder, draft, blob.hash));
    return blob;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

async function writeAll(handle: FileHandle, { bytes, maxBytes = Infinity, signal }: BlobSource): Promise<Blob> {
  const hash = createHash('sha256');
  let total = 0;
  for await (const piece of untilAborted(bytes, signal)) {
    total += piece.byteLength;
    if (total > maxBytes) throw new ZapomniError('TOO_LARGE', 'There are more bytes than may be kept as one blob.');
    hash.update(piece);
    await onDisk(handle.writeFile(piece));
  }
  return { hash: hash.digest('hex'), bytes: total };
}

/** Its time is that of our clock, which the sweep goes by. */
async function settle(handle: FileHandle, clock: Clock): Promise<void> {
  const now = new Date(clock.now());
  await handle.utimes(now, now);
  await handle.sync();
  await handle.close();
}

async function publish(folder: BlobFolder, draft: string, hash: string): Promise<void> {
  const shard = folder.shardOf(hash);
  await makeFolder(shard);
  await rename(draft, folder.fileOf(hash));
  await syncFolder(shard);
}
