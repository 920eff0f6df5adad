/**
 * Runs of words that may be a name: capitalised words in a row, with what joins them. `Ludwig van Beethoven`, `University of
 * California`, `J. K. Rowling`, `Procter & Gamble`.
 */
import { PARTICLES, PERSON_TITLES } from '../lexicon/people.ts';
import type { Sentence, Word } from '../reading/words.ts';
import { isCapitalised } from './shape.ts';

export interface Run {
  readonly words: readonly Word[];
  /** Place of its first word in the sentence. */
  readonly at: number;
  readonly sentence: Sentence;
}

const LONGEST_RUN = 10;
const JOINERS = new Set(['of', 'for', 'the', '&', "'n'", 'and']);
const NO_NAME = new Set([
  'i',
  "i'm",
  "i'll",
  "i've",
  "i'd",
  'im',
  'ok',
  'lol',
  'omg',
  'wtf',
  'tbh',
  'rt',
  'dm',
  'pm',
  'am',
  'tv',
]);

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
  return end;
}

/** The place of the name word that goes on with the run, right here or behind what joins. */
function nextNameWord(words: readonly Word[], at: number, isTaken: (word: Word) => boolean): number | undefined {
  const joined = at + joinersAt(words, at);
  for (let place = at; place <= joined; place++) if (words[place]?.afterBreak) return undefined;
  return isNameWord(words[joined], isTaken) ? joined : undefined;
}

/** How many words join what stands before this place with a name behind them. */
function joinersAt(words: readonly Word[], at: number): number {
  const [before, word, after] = words.slice(at - 1, at + 2);
  if (!before || !word) return 0;
  const isGlued = word.start === before.end;
  if (isHyphen(word)) return Number(isGlued && after?.start === word.end);
  if (word.text === '.') return Number(isGlued && before.text.length === 1);
  if (PARTICLES.has(word.lower)) return after && PARTICLES.has(after.lower) ? 2 : 1;
  return word.text === '&' ? 1 : prepositionsAt(before, word, after);
}

/** `University of the Arts`; but the king of Spain is two names. */
function prepositionsAt(before: Word, { lower }: Word, after: Word | undefined): number {
  if ((lower !== 'of' && lower !== 'for') || PERSON_TITLES.has(before.lower)) return 0;
  return after?.lower === 'the' ? 2 : 1;
}

function isHyphen({ text }: Word): boolean {
  return text === '-' || text === '–';
}

function isNameWord(word: Word | undefined, isTaken: (word: Word) => boolean): word is Word {
  return (
    word !== undefined && isCapitalised(word) && !isTaken(word) && !NO_NAME.has(word.lower) && !JOINERS.has(word.lower)
  );
}
