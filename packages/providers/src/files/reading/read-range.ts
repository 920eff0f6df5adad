import { FileRefused } from '../guard/file-refused.ts';
import type { OpenFile } from '../guard/open-inside.ts';

const PIECE = 262_144;

export interface ReadRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A stretch of a file in pieces, each its reader's to keep. A file that grows meanwhile gives no more than it had. */
export async function* readRange(
  { handle, size }: OpenFile,
  { start, end, maxBytes, signal }: ReadRange,
): AsyncGenerator<Uint8Array> {
  const last = Math.min(end, size);
  if (last - start > maxBytes) throw new FileRefused('too_large');
  for (let at = start; at < last;) {
    if (signal?.aborted) throw new FileRefused('cancelled', { cause: signal.reason });
    const room = Buffer.allocUnsafeSlow(Math.min(PIECE, last - at));
    const { bytesRead } = await handle.read(room, 0, room.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield room.subarray(0, bytesRead);
  }
}
