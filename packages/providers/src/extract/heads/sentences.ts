/** Where sentences end, in words: behind a full stop that is none of an abbreviation, and at the end of a line. */
import type { BasicWord } from './basic-words.ts';

/** Places of words: from the first up to, not with, the last. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

const ENDS = new Set(['.', '!', '?', '…', '。', '！', '？']);
const SHORTENED = new Set(
  'mr mrs ms dr prof st mt jr sr vs etc inc ltd co corp no fig gen col capt lt rev hon dept est approx e.g i.e ca jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

export function sentencesOf(text: string, words: readonly BasicWord[]): WordRange[] {
  const sentences: WordRange[] = [];
  let from = 0;
  for (let i = 0; i < words.length; i++) {
    if (!endsAt(text, words, i)) continue;
    sentences.push({ from, to: i + 1 });
    from = i + 1;
  }
  if (from < words.length) sentences.push({ from, to: words.length });
  return sentences;
}

function endsAt(text: string, words: readonly BasicWord[], i: number): boolean {
  const [word, next] = [words[i] as BasicWord, words[i + 1]];
  const gap = text.slice(word.end, next?.start);
  if (gap.includes('\n')) return true;
  const written = text.slice(word.start, word.end);
  if (!ENDS.has(written)) return false;
  if (next === undefined || written !== '.') return gap !== '' || next === undefined;
  return gap !== '' && !isShortened(text, words, i) && !/^\p{Ll}/u.test(text.slice(next.start, next.start + 2));
}

/** `Dr.`, `J. K.`: the stop belongs to the word before it. */
function isShortened(text: string, words: readonly BasicWord[], i: number): boolean {
  const before = words[i - 1];
  if (!before || before.end !== words[i]?.start) return false;
  const written = text.slice(before.start, before.end);
  return /^\p{Lu}$/u.test(written) || SHORTENED.has(written.toLowerCase());
}
