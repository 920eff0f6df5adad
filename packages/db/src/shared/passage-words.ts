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
  for (const term of all) {
    const known = toStorable(term);
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return { terms: [...counts.keys()], counts: [...counts.values()], length: all.length };
}

/** A very long word is cut, maybe through a character that takes two units; half of one cannot be stored. */
export function toStorable(term: string): string {
  return term.isWellFormed() ? term : term.toWellFormed();
}
