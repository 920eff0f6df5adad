/** What is given out or taken in, piece by piece. */
import type { FileHandle } from 'node:fs/promises';
import { ZapomniError } from '@zapomni/core/errors';
import { onDisk } from './blob-error.ts';

const PIECE = 262_144;

/** The same pieces, until the signal fires: then at once, also while the source lets us wait. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  if (signal === undefined) return yield* source;
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(cancelled(signal));
  // A source that nobody waits for any more may still fail.
  aborted.catch(() => undefined);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  let done = false;
  try {
    for (;;) {
      const next = await Promise.race([aborted, iterator.next()]);
      done = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    if (!done) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

function cancelled(signal: AbortSignal): ZapomniError {
  return new ZapomniError('CANCELLED', 'The call was cancelled.', { cause: signal.reason });
}

/** From `start` up to `end`, or to where the file ends. Each piece is its reader's to keep. */
export async function* piecesOf(
  handle: FileHandle,
  { start, end, signal }: { readonly start: number; readonly end: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    if (signal?.aborted) throw cancelled(signal);
    const room = Buffer.allocUnsafeSlow(Math.min(PIECE, end - at));
    const { bytesRead } = await onDisk(handle.read(room, 0, room.length, at));
    if (bytesRead === 0) return;
    at += bytesRead;
    yield room.subarray(0, bytesRead);
  }
}
