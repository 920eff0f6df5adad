/**
 * Reads a request's body into memory, up to a size and within a time. It stops reading the moment either is exceeded: a
 * sender who announces little and sends for ever gets no more than that.
 */
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from '../http-refusal.ts';

export interface BodyLimits {
  readonly bodyBytes: number;
  readonly bodyMs: number;
}

/** Rejects with an HttpRefusal: 413, 408, or 400 when the sender went away in the middle. */
export function readBody(request: IncomingMessage, { bodyBytes, bodyMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return Promise.reject(tooLarge(bodyBytes));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => fail(tooSlow(bodyMs)), bodyMs);
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > bodyBytes) fail(tooLarge(bodyBytes));
    else chunks.push(chunk);
  };
  const onEnd = (): void => {
    release();
    resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
  };
  const onClose = (): void => fail(new HttpRefusal(400, 'The request body did not arrive whole.'));
  const fail = (refusal: HttpRefusal): void => {
    release();
    request.pause();
    reject(refusal);
  };
  const release = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
  };
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  return promise;
}

function tooLarge(bytes: number): HttpRefusal {
  return new HttpRefusal(413, `Request too large: a body may have at most ${bytes} bytes.`);
}

function tooSlow(ms: number): HttpRefusal {
  return new HttpRefusal(408, `Request too slow: the body has to arrive within ${ms / 1000} s.`);
}
