/** Cuts a stretch of lines into windows: at a blank line where one is near, inside a line only where the line alone is too long. */
import { isBlank, type LineTable } from './line-table.ts';

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface WindowSize {
  readonly lines: number;
  readonly characters: number;
}

/** In the last part of a window a blank line is a good end. */
const NEAR_END = 2 / 3;

export function* windows(lines: LineTable, first: number, last: number, size: WindowSize): Generator<Stretch> {
  for (let line = first; line <= last;) {
    const next = Math.min(windowEnd(lines, line, last, size), last + 1);
    yield* pieces(lines.text, lines.start(line), lines.start(next), size.characters);
    line = next;
  }
}

/** The line after a window that begins with `line`. */
function windowEnd(lines: LineTable, line: number, last: number, { lines: most, characters }: WindowSize): number {
  let end = line + 1;
  let blank = 0;
  while (end <= last && end - line < most && lines.start(end + 1) - lines.start(line) <= characters) {
    if (end - line >= most * NEAR_END && lines.isBlank(end)) blank = end + 1;
    end++;
  }
  return end <= last && blank > 0 ? blank : end;
}

/** All of it where it fits; what is left when white space is taken off the end. Nothing where there is nothing else. */
function* pieces(text: string, from: number, to: number, most: number): Generator<Stretch> {
  for (let start = from; start < to;) {
    const end = to - start <= most ? to : cutAt(text, start, start + most);
    if (!isBlank(text, start, end)) yield tidy(text, start, end);
    start = end;
  }
}

/** Between words if there is a space in the last part, never between the halves of a character. */
function cutAt(text: string, start: number, end: number): number {
  for (let i = end; i > start + (end - start) * NEAR_END; i--) if (text.charCodeAt(i - 1) <= 0x20) return i;
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff && end - 1 > start ? end - 1 : end;
}

/** The indentation of its first line stays. */
function tidy(text: string, from: number, to: number): Stretch {
  let [start, end] = [from, to];
  while (text.charCodeAt(end - 1) <= 0x20) end--;
  for (let i = start; text.charCodeAt(i) <= 0x20; i++) if (text.charCodeAt(i) === 0x0a) start = i + 1;
  return { start, end };
}
