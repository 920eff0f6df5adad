/**
 * An answer's body in pieces, as far as the limit and not a byte further: what is longer is broken off, not thrown away after
 * reading. The limit counts what comes out of a compressed body, and one that grows out of all proportion is broken off early.
 */
import type { IncomingMessage } from 'node:http';
import { HttpFailure } from '../http-failure.ts';
import { isBadPacking, unpack } from './decompress.ts';
import type { TimeCaps } from './time-caps.ts';

/** Text that a person wrote shrinks to a fifth, tables of zeros to a hundredth. */
const MOST_GROWTH = 200;
/** Below this nothing is suspicious. */
const GROWTH_COUNTS_FROM = 1_048_576;

/** Fails with HttpFailure alone. Ends the call when it is read, fails or is left. */
export async function* boundedBody(
  response: IncomingMessage,
  maxBytes: number,
  caps: TimeCaps,
): AsyncGenerator<Uint8Array> {
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new HttpFailure('too large');
    const { stream, packedBytes } = await unpack(response);
    let bytes = 0;
    for await (const chunk of stream) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes || hasExploded(bytes, packedBytes)) throw new HttpFailure('too large');
      yield chunk;
    }
  } catch (error) {
    throw isBadPacking(error) ? new HttpFailure('garbage') : caps.failure(error, 'cut');
  } finally {
    caps.done();
    // What was read to its end has given its connection back already.
    if (!response.complete || !response.readableEnded) response.destroy();
  }
}

function hasExploded(bytes: number, packedBytes: (() => number) | null): boolean {
  return packedBytes !== null && bytes > GROWTH_COUNTS_FROM && bytes > MOST_GROWTH * packedBytes();
}
