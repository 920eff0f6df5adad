/**
 * Taking a blob away while others may put it again. Between a look at its age and its removal it may have become another
 * file, so it is first moved to a name that is this remover's alone, and the age that counts is that of what was moved:
 *
 *   ab/cdef… ── rename ── partial/<hash>.<id> ── old? ── unlink
 *                                             └─ young ── rename back
 *
 * Whoever misses a blob meanwhile puts it back himself, also when the remover died between the steps.
 */
import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { onDisk, unlessMissing } from './blob-error.ts';
import { isHash, makeFolder, syncFolder, type BlobFolder } from './blob-folder.ts';

export async function removeBlob(folder: BlobFolder, hash: string, unlessPutSince: number): Promise<boolean> {
  const seen = await unlessMissing(lstat(folder.fileOf(hash)));
  return seen !== undefined && timeOf(seen) < unlessPutSince && takeAway(folder, hash, unlessPutSince);
}

/** Whatever is there by now. */
export async function takeAway(folder: BlobFolder, hash: string, unlessPutSince: number): Promise<boolean> {
  await onDisk(makeFolder(folder.partial));
  const moved = path.join(folder.partial, `${hash}.${randomUUID()}`);
  if (!(await there(rename(folder.fileOf(hash), moved)))) return false;
  const taken = await unlessMissing(lstat(moved));
  if (taken && timeOf(taken) < unlessPutSince) return there(unlink(moved));
  await putBack(folder, hash, moved);
  return false;
}

/** Puts back what is being removed, if there is such a one. */
export async function restoreBlob(folder: BlobFolder, hash: string): Promise<void> {
  const names = (await unlessMissing(readdir(folder.partial))) ?? [];
  const name = names.find((candidate) => candidate.startsWith(`${hash}.`));
  if (name !== undefined) await putBack(folder, hash, path.join(folder.partial, name));
}

/** What a remover left is put back, because nobody knows any more how old it was to be; the next sweep decides anew. */
export async function removeLeftovers(folder: BlobFolder, before: number): Promise<number> {
  let removed = 0;
  for (const name of (await unlessMissing(readdir(folder.partial))) ?? []) {
    const file = path.join(folder.partial, name);
    const [hash = ''] = name.split('.');
    const facts = await unlessMissing(lstat(file));
    if (!facts?.isFile()) continue;
    if (isHash(hash)) await putBack(folder, hash, file);
    else if (timeOf(facts) < before && (await there(unlink(file)))) removed += 1;
  }
  return removed;
}

/** When it was put. The disk counts finer than the clock. */
export function timeOf({ mtimeMs }: { readonly mtimeMs: number }): number {
  return Math.round(mtimeMs);
}

async function putBack(folder: BlobFolder, hash: string, moved: string): Promise<void> {
  if (await there(rename(moved, folder.fileOf(hash)))) await onDisk(syncFolder(folder.shardOf(hash)));
}

/** False when someone else was faster. */
async function there(call: Promise<void>): Promise<boolean> {
  return (await unlessMissing(call.then(() => true))) ?? false;
}
