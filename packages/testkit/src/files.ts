/** The real file reader, for tests of what stands above it. */
import type { FileReader } from '@zapomni/core/ports';
import { createLocalFileReader, type LocalFileReaderOptions } from '@zapomni/providers/files';
import { createFakeClock } from './fakes/index.ts';

/** Its clock stands still, and its limits are out of the way unless they are given. */
export function openTestFiles(
  options: Pick<LocalFileReaderOptions, 'roots' | 'logger'> & Partial<LocalFileReaderOptions>,
): FileReader {
  return createLocalFileReader({
    maxBytes: 1_000_000,
    readsPerMinute: 1_000_000,
    clock: createFakeClock(),
    ...options,
  });
}
