import { FileRefused } from '../guard/file-refused.ts';
import type { OpenFile } from '../guard/open-inside.ts';

const CHUNK = 262_144;

export interface Bounds {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The whole file in pieces. Its size is not to be trusted: it may grow while it is read. */
export async function readBounded({ handle, size }: OpenFile, { maxBytes, signal }: Bounds): Promise<Buffer> {
  if (size > maxBytes) throw new FileRefused('too_large');
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    if (signal?.aborted) throw new FileRefused('cancelled', { cause: signal.reason });
    // One byte more than is expected, so that the end shows in the last read.
    const room = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(size - total, 0) + 1));
    const { bytesRead } = await handle.read(room, 0, room.length, null);
    if (bytesRead === 0) return Buffer.concat(pieces, total);
    total += bytesRead;
    if (total > maxBytes) throw new FileRefused('too_large');
    pieces.push(room.subarray(0, bytesRead));
  }
}
