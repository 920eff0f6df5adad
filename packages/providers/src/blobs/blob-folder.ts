/**
 * How blobs lie in their folder:
 *
 *   ab/cdef…             a blob, under the first two digits of its hash and the rest
 *   partial/<id>         being written: becomes a blob by being renamed
 *   partial/<hash>.<id>  being removed: see remove-blob.ts
 */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { invalidField } from '@zapomni/core/errors';

const HASH = /^[0-9a-f]{64}$/;
const SHARD_DIGITS = 2;
const FOR_THE_USER_ALONE = 0o700;

export class BlobFolder {
  readonly path: string;
  readonly partial: string;

  constructor(folder: string) {
    this.path = folder;
    this.partial = path.join(folder, 'partial');
  }

  shardOf(hash: string): string {
    return path.join(this.path, hash.slice(0, SHARD_DIGITS));
  }

  fileOf(hash: string): string {
    return path.join(this.shardOf(hash), hash.slice(SHARD_DIGITS));
  }
}

/** Whatever is no hash could be a way elsewhere. */
export function requireHash(hash: string): void {
  if (!isHash(hash)) throw invalidField('hash', 'has to be 64 lower-case hex digits');
}

export function isHash(hash: string): boolean {
  return HASH.test(hash);
}

/** Made durably: a folder whose own entry is not on disk would take its files with it. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOR_THE_USER_ALONE });
  if (first === undefined) return;
  for (let made = folder; ; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
    if (made === first || made === path.dirname(made)) return;
  }
}

/** Until then a crash of the machine may undo what was renamed into it. Windows cannot be asked, and does it by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
