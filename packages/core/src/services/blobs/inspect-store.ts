/** The engine's own report, and what a deep look finds among the blobs. */
import type { StorageReport } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { blobWarnings, inspectBlobs, type BlobReport } from './inspect-blobs.ts';

export interface StoreReport extends StorageReport {
  /** Null when nobody looked. */
  readonly blobs: BlobReport | null;
}

export async function inspectStore(
  { storage, blobs }: Pick<Deps, 'storage' | 'blobs'>,
  deep: boolean,
): Promise<StoreReport> {
  const report = await storage.inspect(deep);
  // A damaged store may not know any more what its records refer to.
  if (!deep || report.integrity === 'damaged') return { ...report, blobs: null };
  const found = await inspectBlobs({ blobs, records: storage.records });
  const warnings = blobWarnings(found);
  return {
    ...report,
    integrity: warnings.length > 0 ? 'damaged' : report.integrity,
    warnings: [...report.warnings, ...warnings],
    blobs: found,
  };
}
