/** The real blob store, for tests of what stands above it. */
import type { BlobStore, Clock } from '@zapomni/core/ports';
import { createFolderBlobStore } from '@zapomni/providers/blobs';

export function openTestBlobs(folder: string, clock: Clock): BlobStore {
  return createFolderBlobStore({ folder, clock });
}
