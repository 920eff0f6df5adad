/** What belongs to a name without being capitalised: `van`, `of the`, `&`, hyphens, model numbers. */
import { isChatter } from '../lexicon/chatter.ts';
import { ORGANIZATION_HEADS, ORGANIZATION_OPENERS } from '../lexicon/organizations.ts';
import { FIRST_NAMES, PARTICLES, PERSON_TITLES } from '../lexicon/people.ts';
import type { Word } from '../reading/words.ts';

/** How many words join what stands before this place with a name behind them. */
export function joinersAt(words: readonly Word[], at: number): number {
  const [before, word, after] = words.slice(at - 1, at + 2);
  if (!before || !word) return 0;
  if (!/\p{L}/u.test(word.text)) return Number(isJoiningMark(before, word, after));
  if (PARTICLES.has(word.lower)) return after && PARTICLES.has(after.lower) ? 2 : 1;
  return prepositionsAt(before, word, after);
}

function isJoiningMark(before: Word, { text, start, end }: Word, after: Word | undefined): boolean {
  const isGlued = start === before.end;
  if (text === '-' || text === '–') return isGlued && after?.start === end;
  if (text === '&') return !FIRST_NAMES.has(before.lower) || !FIRST_NAMES.has(after?.lower ?? '');
  // Initials; but `World War I.` ends a sentence.
  return text === '.' && isGlued && /^[A-HJ-UWYZ]$/u.test(before.text);
}

/** `University of the Arts`; but the king of Spain is two names. */
function prepositionsAt(before: Word, { lower }: Word, after: Word | undefined): number {
  if (lower === 'for') return Number(ORGANIZATION_HEADS.has(before.lower) || ORGANIZATION_OPENERS.has(before.lower));
  if (lower !== 'of' || PERSON_TITLES.has(before.lower)) return 0;
  return after?.lower === 'the' ? 2 : 1;
}

const YEAR = /^(?:19|20)\d\d$/u;

/** `Windows 7`, `Saab 900`, `Apollo 11`; but neither years nor what is counted. */
export function isModelNumber(words: readonly Word[], at: number): boolean {
  const [before, number, after, behind] = words.slice(at - 1, at + 3);
  if (!before || !number || number.afterBreak || FIRST_NAMES.has(before.lower) || isChatter(before.lower)) return false;
  if (!/^\d{1,4}$/u.test(number.text) || YEAR.test(number.text)) return false;
  return !after || !(isCounted(after) || isFigure(after, behind));
}

function isCounted({ tag, lower, text }: Word): boolean {
  return (tag === 'NOUN' && lower.endsWith('s')) || /^(?:K|m|km|ft|th|kg)$/u.test(text);
}

/** The number goes on: `5 . 2`, `10 : 30`. */
function isFigure(mark: Word, next: Word | undefined): boolean {
  return /^[%:.,/-]$/u.test(mark.text) && /^\d/u.test(next?.text ?? '');
}
