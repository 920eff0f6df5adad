/** From text to the ids that a Unigram model reads: signs made plain, words cut into pieces, start and end at the ends. */
import { createUnigram } from './unigram.ts';
import type { UnigramTable } from './unigram-table.ts';

/** Stands for the space before a word. */
const SPACE = '▁';
const CONTROL = new RegExp(String.raw`[\u0001-\u0008\u000B\u000E-\u001F\u007F\u008F\u009F]`, 'g');
const BLANK = /[\t\n\f\r\u00A0\u1680\u2000-\u200F\u2028\u2029\u202F\u205F\u2581\u3000\uFEFF\uFFFD]/g;
/** NFKC would make a plain tilde of it, which the model learned as another sign. */
const WIDE_TILDE = '\uFF5E';
const MOST_KNOWN_WORDS = 50_000;

export interface EncodedPieces {
  readonly ids: readonly number[];
  /** What the ids between start and end stand for; an unknown is a blank. */
  readonly pieces: readonly string[];
  /** Share of the text's pieces that the vocabulary has. */
  readonly known: number;
}

export type PieceEncoder = (text: string) => EncodedPieces;

export function createPieceEncoder(table: UnigramTable, maxTokens: number): PieceEncoder {
  const cut = createUnigram(table);
  const seen = new Map<string, readonly number[]>();
  const piecesOf = (word: string) => {
    const pieces = seen.get(word) ?? cut(SPACE + word);
    if (seen.size < MOST_KNOWN_WORDS) seen.set(word, pieces);
    return pieces;
  };
  const nameOf = namesIn(table);
  return (text) => {
    const ids: number[] = [table.start];
    for (const [word] of plain(text).matchAll(/\S+/g)) {
      ids.push(...piecesOf(word));
      if (ids.length >= maxTokens) break;
    }
    ids.length = Math.min(ids.length, maxTokens - 1);
    const count = ids.length - 1;
    const unknown = ids.filter((id) => id === table.unknown.id).length;
    return { ids: [...ids, table.end], pieces: ids.slice(1).map(nameOf), known: count === 0 ? 0 : 1 - unknown / count };
  };
}

/** From an id to its piece: where each id stands in the table is found out once. */
function namesIn({ size, ids, starts, letters }: UnigramTable): (id: number) => string {
  const places = new Map<number, number>();
  for (let place = 0; place < size; place++) places.set(ids[place] as number, place);
  return (id) => {
    const place = places.get(id);
    return place === undefined ? ' ' : String.fromCharCode(...letters.subarray(starts[place], starts[place + 1]));
  };
}

/** As the model's own normalizer leaves it: no control characters, every blank a space, compatible forms as one. */
function plain(text: string): string {
  const blanked = text.replace(CONTROL, '').replace(BLANK, ' ');
  return blanked
    .split(WIDE_TILDE)
    .map((part) => part.normalize('NFKC'))
    .join(WIDE_TILDE);
}
