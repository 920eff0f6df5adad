/** Looks at the two streams before anything is read, so that a server that cannot speak says so instead of idling. */
import type { Readable, Writable } from 'node:stream';

/** What makes the streams unusable, or `undefined`. */
export function streamProblem(stdin: Readable, stdout: Writable): string | undefined {
  if (!isByteSource(stdin)) return 'stdin not available in binary mode';
  if (!isByteSink(stdout)) return 'stdout not available in binary mode';
  if (stdin.destroyed || stdin.readableEnded) return 'stdin is closed';
  if (stdout.destroyed || stdout.writableEnded) return 'stdout is closed';
  return undefined;
}

/** A stream that decodes text cannot show where invalid UTF-8 was. */
function isByteSource(stream: Readable | undefined): boolean {
  return typeof stream?.on === 'function' && !stream.readableObjectMode && !stream.readableEncoding;
}

function isByteSink(stream: Writable | undefined): boolean {
  return typeof stream?.write === 'function' && !stream.writableObjectMode;
}
