/**
 * What says all of the query, word for word and in its order: who gives a sentence looks for the place where it stands. Such a
 * passage goes above all others, however far the rest of what it says may lie from it, as in a table or on a full page. Not for
 * questions: who asked the same before has not answered it.
 */
import { toPhrase } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { holdsInOrder } from '../../candidates/keep-allowed.ts';
import { wordsOf, type Ranked } from '../../candidates/fuse.ts';
import { isQuestion } from '../../query/analyse-query.ts';

/** Fewer words stand together in many places. */
const LEAST_WORDS = 4;
/** What holds every word of the query is among the best by words; so many are looked at. */
const LOOKED_AT = 5;

export async function favourVerbatim(deps: Deps, ranked: readonly Ranked[], text: string): Promise<readonly Ranked[]> {
  const phrase = isQuestion(text) ? [] : toPhrase(text);
  if (phrase.length < LEAST_WORDS) return ranked;
  const byWords = ranked
    .filter(({ words }) => words !== null)
    .toSorted((a, b) => (wordsOf(b) ?? 0) - (wordsOf(a) ?? 0));
  const ids = byWords.slice(0, LOOKED_AT).map(({ passageId }) => passageId);
  const passages = ids.length > 0 ? await deps.storage.memories.passages(ids) : [];
  const mayHold = glanceFor(phrase);
  const holds = ({ text: said }: { text: string }) => mayHold(said) && holdsInOrder(toPhrase(said), phrase);
  const holding = new Set(passages.filter(holds).map(({ id }) => id));
  if (holding.size === 0) return ranked;
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  return ranked
    .map((one) => (holding.has(one.passageId) ? { ...one, verbatim: best, score: one.score + best } : one))
    .toSorted((a, b) => b.score - a.score || a.passageId - b.passageId);
}

/** Letters that no ending changes: a stem begins as its word does. */
const BEGINNING = 3;

/**
 * Whether a text may hold the phrase, without taking it apart, which takes longer than all else here: the longer words of the
 * phrase must begin somewhere in it. Only of plain letters is it sure how they are written.
 */
function glanceFor(phrase: readonly string[]): (text: string) => boolean {
  const beginnings = phrase.filter((term) => /^[a-z]{4,}$/u.test(term)).map((term) => term.slice(0, BEGINNING));
  return (text) => {
    if (/[^\p{ASCII}]/u.test(text)) return true;
    const lower = text.toLowerCase();
    return beginnings.every((letters) => lower.includes(letters));
  };
}
