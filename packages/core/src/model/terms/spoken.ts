/**
 * The languages whose stems a text holds, and those whose stems a question asks for. A text must be rather sure, because
 * what it holds costs room and a stem that only one text in a thousand holds would weigh too much; a question asks for all
 * that are possible, because what no text holds costs nothing.
 */
import { count, createTally, decide, type Tally } from './detect-languages.ts';
import { STEMMED } from './language-stems.ts';
import type { Language } from './languages.ts';
import type { Word } from './words.ts';

/** A third of a small word: more than a chance ending says. */
const LIKELY = 0.3;
/** With less to go by than half a small word, a question may be in any language. */
const TELLING = 0.5;
/** Two small words, or one and a letter: enough for a line to differ from its text, and for a question to drop some. */
const CERTAIN = 1.5;
/** In a longer text a language has this much to say for itself per word. */
const LIKELY_PER_WORD = 0.04;

/** For each line; the whole text decides for those that are not certain. */
export function languagesOfText(lines: readonly (readonly Word[])[]): (readonly Language[])[] {
  const tally = createTally();
  for (const line of lines) countWords(tally, line);
  const words = lines.reduce((sum, line) => sum + line.length, 0);
  const usual = decide(tally, Math.max(LIKELY, words * LIKELY_PER_WORD)) ?? [];
  if (lines.length === 1) return [usual];
  return lines.map((line) => {
    const needed = Math.max(CERTAIN, line.length * LIKELY_PER_WORD);
    if (!canReach(line, needed)) return usual;
    countWords(tally.fill(0), line);
    return decide(tally, needed) ?? usual;
  });
}

/** Most lines have too little to say for any language, and need not be counted for each. */
function canReach(words: readonly Word[], needed: number): boolean {
  let most = ROUNDING;
  for (const { loudest } of words) most += loudest;
  return most >= needed;
}

/** Sums of the same in another order may differ by as much. */
const ROUNDING = 1e-6;

/** `certain` is empty unless one language has much to say for itself. */
export function languagesOfQuestion(words: readonly Word[]): { languages: readonly Language[]; certain: Language[] } {
  const tally = createTally();
  countWords(tally, words);
  const languages = decide(tally, TELLING) ?? STEMMED;
  return { languages, certain: (decide(tally, CERTAIN) ?? []).slice(0, 1) };
}

function countWords(tally: Tally, words: readonly Word[]): void {
  for (const { votes } of words) count(tally, votes);
}
