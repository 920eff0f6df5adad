/** A text may say that one name is short for another: `World Health Organization (WHO)`, `ZAP is short for Zapomni`. */
import type { Run } from './runs.ts';

const LONGEST_EXPLANATION = 40;
const QUOTE = `["“”‘’]?`;
const VERB = '(?:stands for|(?:is|was) (?:short for|(?:the |an )?(?:acronym|abbreviation) (?:of|for)))';
const EXPLAINS = new RegExp(`^${QUOTE}\\s?${VERB}\\b`, 'u');
const BETWEEN = new RegExp(`^${QUOTE}\\s${VERB}\\s(?:the\\s)?${QUOTE}$`, 'u');

/** What stands behind the name says what it is short for. */
export function isExplained({ sentence, at, words }: Run): boolean {
  const behind = sentence.words.slice(at + words.length, at + words.length + 6);
  return EXPLAINS.test(behind.map(({ lower }) => lower).join(' '));
}

/** One of two names is short for the other; `between` is the text that parts them. */
export function isShortFor(first: string | undefined, between: string, second: string | undefined): boolean {
  if (!first || !second || between.length > LONGEST_EXPLANATION) return false;
  return BETWEEN.test(between) || (/^\s?\(\s?$/u.test(between) && isAcronym(second, first));
}

const SMALL_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'de', 'la', 'le', 'du', 'des', '&']);

function isAcronym(short: string, full: string): boolean {
  const letters = short.replace(/[^\p{L}]/gu, '').toLowerCase();
  const words = full.toLowerCase().split(/[\s-]+/u);
  const initials = words.map((word) => word[0] ?? '').join('');
  const main = words
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => word[0] ?? '')
    .join('');
  return letters.length > 1 && (letters === initials || letters === main);
}
