/**
 * How well a WordPiece vocabulary covers a text, from 0 to 1. A vocabulary spells what it does not know: the shorter the
 * pieces of a word, the less the model knows it.
 *
 *   share of letters in known words × share of letters that are ASCII
 *
 * A word in one piece is known, one in pieces of one letter is not, and the mean length of its pieces decides between.
 * The second factor is there because accents are stripped before the lookup: the model cannot see them.
 * Measured on one sentence each: English prose 1.0, technical English 0.8–0.9, code and rare names about 0.7, Spanish and
 * French 0.7, German 0.5–0.6, Polish 0.4, Russian, Greek, Arabic, Chinese, Thai under 0.02.
 */
const UNKNOWN = '[UNK]';
/** Pieces this long on average are as good as whole words. */
const TELLING_PIECE = 4;
const LETTER = /[\p{L}\p{N}]/gu;
const ASCII_LETTER = /[A-Za-z0-9]/g;

/** `pieces` are the tokens of `text` without the special ones at its ends. A text without letters is not covered: 0. */
export function fluencyOf(text: string, pieces: readonly string[]): number {
  const letters = count(text, LETTER);
  if (letters === 0) return 0;
  let known = 0;
  for (let i = 0; i < pieces.length;) {
    const end = endOfWord(pieces, i);
    known += knownLetters(pieces.slice(i, end));
    i = end;
  }
  return Math.min(1, known / letters) * asciiShare(text);
}

/** Share of letters and digits that are ASCII; 0 for a text without any. All that is known of a model elsewhere. */
export function asciiShare(text: string): number {
  const letters = count(text, LETTER);
  return letters === 0 ? 0 : count(text, ASCII_LETTER) / letters;
}

function endOfWord(pieces: readonly string[], start: number): number {
  let end = start + 1;
  while (end < pieces.length && pieces[end]?.startsWith('##')) end++;
  return end;
}

function knownLetters(word: readonly string[]): number {
  if (word[0] === UNKNOWN) return 0;
  const letters = word.reduce((sum, piece) => sum + count(piece, LETTER), 0);
  if (word.length === 1) return isSpelledOut(word[0] as string) ? 0 : letters;
  const meanLength = letters / word.length;
  return letters * Math.min(1, Math.max(0, (meanLength - 1) / (TELLING_PIECE - 1)));
}

/** A lone character of another script says as little as a letter of a spelled word; `a`, `i` and digits are words. */
function isSpelledOut(piece: string): boolean {
  return piece.length === 1 && piece > '\u007f';
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
