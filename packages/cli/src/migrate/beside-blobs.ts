/** Blobs of an export, in a folder beside its file, each named by its hash: plain files, for any program. */
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ZapomniError } from '@zapomni/core/errors';
import type { BlobStore, RecordStore } from '@zapomni/core/ports';
import { writeFile } from './write-file.ts';

export interface BlobCounts {
  count: number;
  bytes: number;
  /** Referred to, and not in the blob store. */
  missing: number;
}

const HASH = /^[0-9a-f]{64}$/;
const PAGE = 1000;

export function blobFolder(file: string): string {
  return `${file}.blobs`;
}

/** Without a folder they are only counted. One that is there already is left alone: its name says what it holds. */
export async function writeBlobs(
  blobs: BlobStore,
  hashes: Iterable<string>,
  folder: string | null,
): Promise<BlobCounts> {
  const counts: BlobCounts = { count: 0, bytes: 0, missing: 0 };
  for (const hash of [...hashes].toSorted()) {
    const stored = await blobs.stat(hash);
    if (!stored) {
      counts.missing += 1;
      continue;
    }
    counts.count += 1;
    counts.bytes += stored.bytes;
    if (folder === null) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, hash);
    if (!existsSync(file)) await writeFile(file, Readable.from(blobs.read(hash)));
  }
  return counts;
}

/** Into the blob store, before the records that refer to them. How many there were. */
export async function putBlobs(blobs: BlobStore, folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const names = (await readdir(folder)).filter((name) => HASH.test(name));
  for (const name of names) {
    const { hash } = await blobs.put(createReadStream(path.join(folder, name)));
    if (hash !== name)
      throw new ZapomniError('INVALID_INPUT', 'A blob beside the export was changed: it does not have its hash.', {
        hint: 'Take another copy of the folder; no record was written.',
      });
  }
  return names.length;
}

/** How many blobs that records refer to are not there. */
export async function missingBlobs(blobs: BlobStore, records: RecordStore): Promise<number> {
  let missing = 0;
  for (let after: string | null = null; ;) {
    const page: readonly string[] = await records.blobsReferred(after, PAGE);
    for (const hash of page) if (!(await blobs.stat(hash))) missing += 1;
    if (page.length < PAGE) return missing;
    after = page.at(-1) ?? null;
  }
}
