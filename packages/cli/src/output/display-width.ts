/** How many columns a text takes in a terminal, and how to cut it to fit. Works on characters as people see them. */
import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|\ufe0f/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(stripVTControlCharacters(text))) width += widthOf(segment);
  return width;
}

function widthOf(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** The text if it fits, else its beginning with an ellipsis, never wider than `width`. For texts without colours. */
export function fit(text: string, width: number): string {
  if (text.length * 2 <= width || displayWidth(text.slice(0, width * 8 + 8)) <= width) return text;
  let taken = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = widthOf(segment);
    if (used + next > width - 1) break;
    taken += segment;
    used += next;
  }
  return `${taken.trimEnd()}…`;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
