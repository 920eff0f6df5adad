/** Reads an answer as far as the limit, and not a byte further: what is longer is cancelled, not thrown away after reading. */
import { HttpFailure } from './http-failure.ts';

/** Fails with `too large`, or with whatever the stream fails with. The limit counts what comes out of a compressed body. */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw new HttpFailure('too large');
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > maxBytes) throw new HttpFailure('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
