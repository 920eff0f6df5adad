/**
 * Lines of a stream, as JSON Lines have them: only a line feed ends one. (`readline` also breaks at U+2028 and U+2029,
 * which may stand inside a JSON text.)
 */
import type { Readable } from 'node:stream';

export interface InputLine {
  /** Counted from 1. */
  readonly number: number;
  /** Null when it is not UTF-8, or longer than may be held. */
  readonly text: string | null;
  /** Of the input, its end included. */
  readonly bytes: number;
  /** Whether a line feed ended it; the last line of a file that is being written may have none yet. */
  readonly ended: boolean;
}

const LINE_FEED = 0x0a;

/** Of a line with more than `longest` bytes nothing is held but its length. */
export async function* inputLines(
  input: Readable,
  longest: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<InputLine> {
  let number = 0;
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      length += end;
      const parts = length > longest ? null : [...begun, rest.subarray(0, end)];
      yield { number: ++number, text: parts && decode(parts), bytes: length + 1, ended: true };
      begun = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    length += rest.length;
    if (length > longest) begun = [];
    else if (rest.length > 0) begun.push(rest);
  }
  if (length > 0)
    yield { number: ++number, text: length > longest ? null : decode(begun), bytes: length, ended: false };
}

/** A byte order mark is dropped. */
function decode(parts: readonly Buffer[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}
