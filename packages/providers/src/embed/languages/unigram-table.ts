/**
 * The pieces of a Unigram vocabulary as one run of bytes that is used as it lies there: nothing is parsed and nothing is built
 * when it is loaded. A tokenizer.json of 250,000 pieces takes seconds to become maps; this takes as long as the disk does.
 *
 *   head     magic, pieces, characters, unknown, start, end, worst score
 *   starts   where each piece begins among the characters, and where the last one ends
 *   ids      of each piece
 *   scores   log-probability of each piece
 *   letters  the pieces one after the other as UTF-16, in the order of their code units
 */
import { ZapomniError } from '@zapomni/core/errors';

/** Pieces by their place in the order, 0 to `size` − 1. */
export interface UnigramTable {
  readonly size: number;
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly scores: Float32Array;
  readonly letters: Uint16Array;
  /** What a character gets that no piece has. */
  readonly unknown: { readonly id: number; readonly score: number };
  /** What stands at the ends of every text. */
  readonly start: number;
  readonly end: number;
}

/** The part of a tokenizer.json that is used. */
interface TokenizerJson {
  readonly model: { readonly unk_id: number; readonly vocab: readonly (readonly [piece: string, score: number])[] };
  readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
}

const MAGIC = 0x3149_4e55; // "UNI1"
const HEAD = 8;
/** How much worse than the worst piece one is that nobody knows. */
const UNKNOWN_PENALTY = 10;

/** The table's bytes; the same for the same tokenizer. Takes a second or two. */
export function packUnigram(tokenizerJson: object): Uint8Array {
  const { model, added_tokens: added } = tokenizerJson as TokenizerJson;
  const special = new Map(added.map(({ id, content }) => [content, id]));
  const pieces = model.vocab
    .map(([piece, score], id) => ({ piece, score, id }))
    .filter(({ piece }) => !special.has(piece))
    .sort((a, b) => (a.piece < b.piece ? -1 : 1));
  const length = pieces.reduce((sum, { piece }) => sum + piece.length, 0);
  const words = new Uint32Array(HEAD + pieces.length * 3 + 1 + Math.ceil(length / 2));
  const [start = 0, end = 0] = ['<s>', '</s>'].map((name) => special.get(name));
  words.set([MAGIC, pieces.length, length, model.unk_id, start, end]);
  const worst = pieces.reduce((least, { score }) => Math.min(least, score), 0);
  new Float32Array(words.buffer)[6] = worst - UNKNOWN_PENALTY;
  const table = view(words.buffer);
  let at = 0;
  for (const [place, { piece, score, id }] of pieces.entries()) {
    table.starts[place] = at;
    table.ids[place] = id;
    table.scores[place] = score;
    for (let i = 0; i < piece.length; i++) table.letters[at++] = piece.charCodeAt(i);
  }
  table.starts[pieces.length] = at;
  return new Uint8Array(words.buffer);
}

/** `bytes` are what `packUnigram` gave. */
export function readUnigram(bytes: Uint8Array): UnigramTable {
  // Views of numbers have to begin at a multiple of their size, which a part of a larger run of bytes need not.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const [magic] = new Uint32Array(buffer as ArrayBuffer, byteOffset, HEAD);
  if (magic !== MAGIC) throw new ZapomniError('MODEL_UNAVAILABLE', 'The table of word pieces cannot be read.');
  return view(buffer as ArrayBuffer, byteOffset);
}

function view(buffer: ArrayBuffer, offset = 0): UnigramTable {
  const head = new Uint32Array(buffer, offset, HEAD);
  const [, size = 0, length = 0, unknown = 0, start = 0, end = 0] = head;
  let at = offset + HEAD * 4;
  const next = (bytes: number): number => (at += bytes) - bytes;
  return {
    size,
    starts: new Uint32Array(buffer, next((size + 1) * 4), size + 1),
    ids: new Uint32Array(buffer, next(size * 4), size),
    scores: new Float32Array(buffer, next(size * 4), size),
    letters: new Uint16Array(buffer, next(length * 2), length),
    unknown: { id: unknown, score: new Float32Array(buffer, offset, HEAD)[6] as number },
    start,
    end,
  };
}
