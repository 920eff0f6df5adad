/** Blobs that went with what was purged: at once, for a day of grace would be a day in which they can be read. */
import type { Deps } from '../deps.ts';
import { sweepBlobs } from '../blobs/sweep-blobs.ts';

export interface RemovedBlobs {
  readonly removed: number;
  readonly bytes: number;
}

type Parts = Pick<Deps, 'storage' | 'blobs' | 'clock'>;

const PAGE = 1000;
/** What nobody refers to may be about to be referred to; reading what was put takes a writer minutes at most. */
const WRITERS_MS = 900_000;

/** All that records refer to now. */
export async function referredBlobs({ storage }: Parts): Promise<ReadonlySet<string>> {
  const referred = new Set<string>();
  for (let after: string | null = null; ;) {
    const page: readonly string[] = await storage.records.blobsReferred(after, PAGE);
    for (const hash of page) referred.add(hash);
    if (page.length < PAGE) return referred;
    after = page.at(-1) ?? null;
  }
}

/** Of those that were referred to before, the ones that no longer are; and what nobody has referred to for a while. */
export async function removeUnreferred(
  deps: Parts,
  before: ReadonlySet<string>,
  unlessPutSince: number,
): Promise<RemovedBlobs> {
  const now = await referredBlobs(deps);
  let [removed, bytes] = [0, 0];
  for (const hash of [...before].filter((one) => !now.has(one))) {
    const blob = await deps.blobs.stat(hash);
    if (!blob || !(await deps.blobs.remove(hash, unlessPutSince))) continue;
    removed += 1;
    bytes += blob.bytes;
  }
  const { blobs, storage, clock } = deps;
  const swept = await sweepBlobs({ blobs, records: storage.records, clock }, { graceMs: WRITERS_MS });
  return { removed: removed + swept.removed, bytes: bytes + swept.removedBytes };
}
