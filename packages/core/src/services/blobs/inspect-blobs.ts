/** Reads every blob and compares it with its hash, and looks for those that records refer to. */
import type { BlobStore, RecordStore } from '../../ports/index.ts';

export interface BlobReport {
  readonly blobs: number;
  readonly bytes: number;
  /** No longer what was put. */
  readonly damaged: number;
  /** Records refer to them, and they are not there. */
  readonly missing: number;
}

export interface InspectParts {
  readonly blobs: BlobStore;
  readonly records: Pick<RecordStore, 'blobsReferred'>;
}

const PAGE = 500;

export interface InspectOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each that is not well. */
  readonly onFault?: (hash: string, fault: 'damaged' | 'missing') => void;
}

export async function inspectBlobs(
  { blobs, records }: InspectParts,
  { signal, onFault }: InspectOptions = {},
): Promise<BlobReport> {
  let [count, bytes, damaged, missing] = [0, 0, 0, 0];
  for await (const blob of pages(
    (after) => blobs.list(after, PAGE),
    ({ hash }) => hash,
  )) {
    const state = await blobs.verify(blob.hash, signal);
    // The sweep may have taken it since it was listed.
    if (state === 'missing') continue;
    count += 1;
    bytes += blob.bytes;
    if (state !== 'damaged') continue;
    damaged += 1;
    onFault?.(blob.hash, state);
  }
  for await (const hash of pages(
    (after) => records.blobsReferred(after, PAGE),
    (one) => one,
  )) {
    signal?.throwIfAborted();
    if ((await blobs.stat(hash)) !== null) continue;
    missing += 1;
    onFault?.(hash, 'missing');
  }
  return { blobs: count, bytes, damaged, missing };
}

/** What is wrong, in words; none when all is well. */
export function blobWarnings({ damaged, missing }: BlobReport): string[] {
  const warnings: string[] = [];
  if (damaged > 0) warnings.push(`Blobs that no longer have the bytes that were put: ${damaged}.`);
  if (missing > 0) warnings.push(`Blobs that records refer to and that are missing: ${missing}.`);
  return warnings;
}

async function* pages<T>(
  list: (after: string | null) => Promise<readonly T[]>,
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  for (let after: string | null = null; ;) {
    const page = await list(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    after = keyOf(last);
  }
}
