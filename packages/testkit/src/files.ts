/** The user's files as clients get them, for tests of what stands above them. */
import type { Files } from '@zapomni/core/ports';
import { createLocalFiles, type LocalFilesOptions } from '@zapomni/providers/files';
import { createFakeClock } from './fakes/index.ts';

/** Its clock stands still, and its limits are out of the way unless they are given. */
export function openTestFiles(
  options: Pick<LocalFilesOptions, 'roots' | 'logger'> & Partial<LocalFilesOptions>,
): Files {
  return createLocalFiles({
    maxBytes: 1_000_000,
    readsPerMinute: 1_000_000,
    clock: createFakeClock(),
    ...options,
  }).forClients;
}
