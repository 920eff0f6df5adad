/** A text as it comes, by lines or whole, with a breath now and then so that nobody waits for a large one. */
import { yieldToEventLoop } from '../../within.ts';
import { MOST_ENTRY, type Source } from './format.ts';

/** Read and understood in a few milliseconds, whatever the format. */
const BETWEEN_BREATHS = 16_384;

/** Counts what was worked on. Time is not asked for: the same text breathes at the same places. */
export class Breath {
  #left = BETWEEN_BREATHS;

  /** After so many characters. */
  async take(characters: number): Promise<void> {
    this.#left -= characters;
    if (this.#left > 0) return;
    this.#left = BETWEEN_BREATHS;
    await yieldToEventLoop();
  }
}

/** A text in pieces that are read at one go. */
export async function* piecesOf(text: string): Source {
  for (let at = 0; at < text.length; at += BETWEEN_BREATHS) {
    yield text.slice(at, at + BETWEEN_BREATHS);
    await yieldToEventLoop();
  }
}

/** For formats in which the end may explain the beginning. */
export async function wholeOf(source: Source): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of source) pieces.push(piece);
  return withLineEnds(withoutMark(pieces.join('')));
}

/** Old Macs end a line with a carriage return alone. Nothing changes its place. */
function withLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text;
}

export function withoutMark(text: string): string {
  return text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
}

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** Lines with any of the three ends, without it. One that is longer than an entry may be is cut there. */
export async function* linesOf(source: Source): AsyncGenerator<Line> {
  const breath = new Breath();
  let [rest, number] = ['', 0];
  for await (const piece of source) {
    const text = number === 0 && rest === '' ? withoutMark(piece) : rest + piece;
    // A carriage return at the very end may be half of a line's end.
    const isHalf = text.endsWith('\r');
    const lines = (isHalf ? text.slice(0, -1) : text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '').slice(0, MOST_ENTRY) + (isHalf ? '\r' : '');
    for (const line of lines) yield { number: ++number, text: line };
    await breath.take(piece.length);
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield { number: ++number, text: last };
}

/** Where a place in a text is, asked in rising order. */
export class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  lineOf(offset: number): number {
    for (;;) {
      const next = this.#text.indexOf('\n', this.#at);
      if (next === -1 || next >= offset) return this.#line;
      this.#at = next + 1;
      this.#line++;
    }
  }

  /** What stands before it in its line. */
  before(offset: number): string {
    this.lineOf(offset);
    return this.#text.slice(this.#at, Math.min(offset, this.#at + 200));
  }
}
