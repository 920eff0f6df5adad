/**
 * Which pieces make a word. A piece that begins with a space begins one; where a script writes no spaces between words, each piece
 * is as good as a word.
 */
const SPACE = '▁';
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HAS_LETTER = /[\p{L}\p{N}]/u;

export interface PieceWord {
  readonly text: string;
  /** Pieces from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
}

/** Those that have a letter or a digit. */
export function wordsOfPieces(pieces: readonly string[]): PieceWord[] {
  const words: PieceWord[] = [];
  for (let start = 0; start < pieces.length;) {
    let end = start + 1;
    while (end < pieces.length && goesOn(pieces, end)) end++;
    const text = pieces.slice(start, end).join('').replaceAll(SPACE, '');
    if (HAS_LETTER.test(text)) words.push({ text, start, end });
    start = end;
  }
  return words;
}

function goesOn(pieces: readonly string[], at: number): boolean {
  const piece = pieces[at] as string;
  return !piece.startsWith(SPACE) && !UNSPACED.test(piece) && !UNSPACED.test(pieces[at - 1] as string);
}
