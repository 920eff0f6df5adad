/** What an index keeps of one passage: its distinct terms, how often each occurs, and how many there are in all. */
import { toTerms } from '@zapomni/core/model';

export interface PassageWords {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
  readonly length: number;
}

export function wordsOf(text: string): PassageWords {
  const counts = new Map<string, number>();
  const all = toTerms(text);
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  const terms = [...counts.keys()];
  if (terms.every((term) => term.isWellFormed())) return { terms, counts: [...counts.values()], length: all.length };
  return { ...storable(counts), length: all.length };
}

/** Those that are the same when they are stored are counted as one. */
function storable(counts: ReadonlyMap<string, number>): Omit<PassageWords, 'length'> {
  const stored = new Map<string, number>();
  for (const [term, count] of counts) stored.set(toStorable(term), (stored.get(toStorable(term)) ?? 0) + count);
  return { terms: [...stored.keys()], counts: [...stored.values()] };
}

/** A very long word is cut, maybe through a character that takes two units; half of one cannot be stored. */
export function toStorable(term: string): string {
  return term.isWellFormed() ? term : term.toWellFormed();
}
