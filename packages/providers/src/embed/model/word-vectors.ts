/**
 * What the model thinks of each word of a text, where it stands: the vectors of its pieces, added up. Words that nearly
 * every text holds, and signs, are left out. Compared word by word ("late interaction"), they tell passages apart that one
 * vector per passage confuses.
 */
import type { EmbeddedWords } from '@zapomni/core/ports';
import type { Rotation } from './rotation.ts';

const COMMON_WORDS = new Set(
  `a an and are as at be been but by did do does for from had has have he her him his how i if in into is it its me my no
   not of on or our she so such that the their them then there these they this to was we were what when where which who
   whom why will with would you your about can could just s t d m ll re ve`.split(/\s+/),
);
const HAS_LETTER = /[\p{L}\p{N}]/u;

interface Turned {
  readonly dimensions: number;
  readonly rotate: Rotation;
}

interface Word {
  readonly text: string;
  /** Pieces from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
}

/** `hidden` has one row per piece. A text of common words alone keeps them: they are all it has. */
export function toWordVectors(pieces: readonly string[], hidden: Float32Array, rotate: Rotation): EmbeddedWords {
  const all = wordsOf(pieces).filter(({ text }) => HAS_LETTER.test(text));
  const telling = all.filter(({ text }) => !COMMON_WORDS.has(text));
  const words = telling.length > 0 ? telling : all;
  const dimensions = pieces.length === 0 ? 0 : hidden.length / pieces.length;
  return vectorsOf(words, hidden, { dimensions, rotate });
}

/** Of words whose pieces are known. */
export function vectorsOf(words: readonly Word[], hidden: Float32Array, { dimensions, rotate }: Turned): EmbeddedWords {
  const vectors = new Float32Array(words.length * dimensions);
  for (const [i, word] of words.entries()) {
    const vector = vectors.subarray(i * dimensions, (i + 1) * dimensions);
    addPieces(hidden, word, vector);
    rotate(vector);
  }
  return { texts: words.map(({ text }) => text), vectors };
}

/** One bit per component, its sign; word after word, lowest bit first. */
export function toSignBits(vectors: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vectors.length / 8));
  for (let i = 0; i < vectors.length; i++) {
    if ((vectors[i] as number) > 0) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  }
  return bits;
}

function wordsOf(pieces: readonly string[]): Word[] {
  const words: Word[] = [];
  for (let start = 0; start < pieces.length;) {
    let end = start + 1;
    while (pieces[end]?.startsWith('##')) end++;
    words.push({ text: pieces.slice(start, end).join('').replaceAll('##', ''), start, end });
    start = end;
  }
  return words;
}

/** The sum of the pieces' directions, made one long. */
function addPieces(hidden: Float32Array, { start, end }: Word, vector: Float32Array): void {
  const dimensions = vector.length;
  for (let piece = start; piece < end; piece++) {
    const row = hidden.subarray(piece * dimensions, (piece + 1) * dimensions);
    addScaled(vector, row, 1 / lengthOf(row));
  }
  const scale = 1 / lengthOf(vector);
  for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) * scale;
}

function addScaled(sum: Float32Array, row: Float32Array, scale: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (row[i] as number) * scale;
}

function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (const part of vector) squares += part * part;
  return Math.sqrt(squares) || 1;
}
