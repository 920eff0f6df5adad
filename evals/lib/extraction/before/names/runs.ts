/**
 * Runs of words that may be a name: capitalised words in a row, with what joins them. `Ludwig van Beethoven`, `University of
 * California`, `J. K. Rowling`, `Procter & Gamble`.
 */
import type { Sentence, Word } from '../reading/words.ts';
import { isModelNumber, joinersAt } from './joiners.ts';
import { isCapitalised } from './shape.ts';

export interface Run {
  readonly words: readonly Word[];
  /** Place of its first word in the sentence. */
  readonly at: number;
  readonly sentence: Sentence;
}

const LONGEST_RUN = 10;
const JOINERS = new Set(['of', 'for', 'the', '&', "'n'", 'and']);
/** `isTaken` says that something else was recognised at a word's place. */
export function findRuns(sentence: Sentence, isTaken: (word: Word) => boolean): Run[] {
  const { words } = sentence;
  const runs: Run[] = [];
  for (let at = 0; at < words.length;) {
    const end = isNameWord(words[at], isTaken) ? endOfRun(words, at, isTaken) : at;
    if (end > at) runs.push({ words: words.slice(at, end), at, sentence });
    at = Math.max(end, at + 1);
  }
  return runs;
}

function endOfRun(words: readonly Word[], from: number, isTaken: (word: Word) => boolean): number {
  let end = from + 1;
  while (end - from < LONGEST_RUN) {
    const next = nextNameWord(words, end, isTaken);
    if (next === undefined) break;
    end = next + 1;
  }
  const number = words[end];
  return number && !isTaken(number) && isModelNumber(words, end) ? end + 1 : end;
}

/** The place of the name word that goes on with the run, right here or behind what joins. */
function nextNameWord(words: readonly Word[], at: number, isTaken: (word: Word) => boolean): number | undefined {
  const joined = at + joinersAt(words, at);
  for (let place = at; place <= joined; place++) if (words[place]?.afterBreak) return undefined;
  return isNameWord(words[joined], isTaken) ? joined : undefined;
}

function isNameWord(word: Word | undefined, isTaken: (word: Word) => boolean): word is Word {
  return word !== undefined && isCapitalised(word) && !isTaken(word) && word.lower !== 'i' && !JOINERS.has(word.lower);
}
