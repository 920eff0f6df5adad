/**
 * Takes away the blobs that no record refers to any more. Those that were put lately stay: whoever put them may be about to
 * write the record. See the blob store's contract for why nothing can fall between the question and the removal.
 */
import type { BlobStore, Clock, RecordStore, StoredBlob } from '../../ports/index.ts';

export interface SweepParts {
  readonly blobs: BlobStore;
  readonly records: Pick<RecordStore, 'blobsInUse'>;
  readonly clock: Clock;
}

export interface SweepOptions {
  /** How long a blob may be there without a record. */
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
  /** After each page: how many blobs were looked at so far. */
  readonly onProgress?: (looked: number) => void;
}

export interface Sweep {
  readonly looked: number;
  readonly removed: number;
  readonly removedBytes: number;
  /** Halves that writers left when they died. */
  readonly leftovers: number;
}

const DAY = 86_400_000;
const PAGE = 500;

export async function sweepBlobs(parts: SweepParts, options: SweepOptions = {}): Promise<Sweep> {
  const { graceMs = DAY, signal, onProgress } = options;
  const before = parts.clock.now() - graceMs;
  let [looked, removed, removedBytes] = [0, 0, 0];
  for (let after: string | null = null; ;) {
    signal?.throwIfAborted();
    const page = await parts.blobs.list(after, PAGE);
    if (page.length === 0) break;
    for (const { bytes } of await removeUnused(parts, page, before)) {
      removed += 1;
      removedBytes += bytes;
    }
    looked += page.length;
    onProgress?.(looked);
    after = page.at(-1)?.hash ?? null;
  }
  return { looked, removed, removedBytes, leftovers: await parts.blobs.removeLeftovers(before) };
}

async function removeUnused(
  { blobs, records }: SweepParts,
  page: readonly StoredBlob[],
  before: number,
): Promise<StoredBlob[]> {
  const old = page.filter(({ putAt }) => putAt < before);
  if (old.length === 0) return [];
  const used = new Set(await records.blobsInUse(old.map(({ hash }) => hash)));
  const removed: StoredBlob[] = [];
  for (const blob of old) {
    if (!used.has(blob.hash) && (await blobs.remove(blob.hash, before))) removed.push(blob);
  }
  return removed;
}
