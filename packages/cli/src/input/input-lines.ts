/**
 * Lines of a stream, as JSON Lines have them: only a line feed ends one. (`readline` also breaks at U+2028 and U+2029,
 * which may stand inside a JSON text.)
 */
import type { Readable } from 'node:stream';

export interface InputLine {
  /** Counted from 1. */
  readonly number: number;
  /** Null when it is not UTF-8. */
  readonly text: string | null;
  /** Of the input, its end included. */
  readonly bytes: number;
}

const LINE_FEED = 0x0a;

export async function* inputLines(input: Readable): AsyncGenerator<InputLine> {
  let number = 0;
  let begun: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      yield toLine(++number, [...begun, rest.subarray(0, end)], 1);
      begun = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) begun.push(rest);
  }
  if (begun.length > 0) yield toLine(++number, begun, 0);
}

function toLine(number: number, parts: readonly Buffer[], ending: number): InputLine {
  const bytes = Buffer.concat(parts);
  return { number, text: decode(bytes), bytes: bytes.length + ending };
}

/** A byte order mark is dropped. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
