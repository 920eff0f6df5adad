import { lstat, readdir } from 'node:fs/promises';
import type { StoredBlob } from '@zapomni/core/ports';
import { unlessMissing } from './blob-error.ts';
import { isHash, type BlobFolder } from './blob-folder.ts';
import { timeOf } from './remove-blob.ts';

const SHARD = /^[0-9a-f]{2}$/;

/** In order of hashes. What is not ours in the folder is passed over. */
export async function listBlobs(folder: BlobFolder, after: string, limit: number): Promise<StoredBlob[]> {
  const found: StoredBlob[] = [];
  const shards = (await unlessMissing(readdir(folder.path))) ?? [];
  for (const shard of shards.filter((name) => SHARD.test(name) && name >= after.slice(0, 2)).toSorted()) {
    const hashes = ((await unlessMissing(readdir(folder.shardOf(shard)))) ?? []).map((name) => shard + name);
    for (const hash of hashes.filter((name) => isHash(name) && name > after).toSorted()) {
      if (found.length >= limit) return found;
      const blob = await statBlob(folder, hash);
      if (blob) found.push(blob);
    }
  }
  return found;
}

export async function statBlob(folder: BlobFolder, hash: string): Promise<StoredBlob | undefined> {
  const facts = await unlessMissing(lstat(folder.fileOf(hash)));
  return facts?.isFile() ? { hash, bytes: facts.size, putAt: timeOf(facts) } : undefined;
}
