import type { IncomingMessage } from 'node:http';

const LINGER_MS = 500;
const LINGER_BYTES = 8 << 20;

/**
 * Throws away what a refused sender still sends, for a moment and a few megabytes at most. Closing a connection with
 * unread bytes on it makes the system reset it, and the refusal would be lost before the sender sees it.
 */
export function endOfBody(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let dropped = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', onData).off('end', finish).off('close', finish);
    request.pause();
    resolve();
  };
  const onData = (chunk: Buffer): void => {
    dropped += chunk.length;
    if (dropped > LINGER_BYTES) finish();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on('error', finish).on('data', onData).on('end', finish).on('close', finish);
  request.resume();
  return promise;
}
