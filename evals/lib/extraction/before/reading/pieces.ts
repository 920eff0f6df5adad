/**
 * Makes a text ready for the model, which reads it in pieces. Everything it cannot digest is blanked out first, character by
 * character, so that every offset stays what it was.
 */
import { cut, type Block } from '../../../../../packages/providers/src/extract/blocks.ts';
import { LONGEST_RUN } from './tagger.ts';

const PIECE = 4000;
const LONG_RUN = new RegExp(`[^\\s]{${LONGEST_RUN + 1},}`, 'gu');
/** Control characters, and halves of surrogate pairs. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\ufeff]/gu;

/** The same length as `text`; `spans` are replaced by a word that reads like a name. */
export function toReadable(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let readable = '';
  let from = 0;
  for (const { start, end } of spans) {
    readable += text.slice(from, start) + placeholder(end - start);
    from = end;
  }
  return (readable + text.slice(from))
    .replace(UNREADABLE, (character) => (character === '\n' || character === '\t' ? character : ' '))
    .replace(LONG_RUN, (run) => ' '.repeat(run.length));
}

function placeholder(length: number): string {
  return `X${'x'.repeat(Math.min(length - 1, 8))}`.padEnd(length);
}

/** What the model reads at a time. */
export function toPieces(readable: string): Generator<Block> {
  return cut(readable, PIECE);
}
