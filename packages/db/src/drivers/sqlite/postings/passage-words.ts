/** What the index keeps of one passage: its distinct terms, how often each occurs, and how many there are in all. */
import { toTerms } from '@zapomni/core/model';
import { ByteWriter } from './bytes.ts';

export interface PassageWords {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
  readonly length: number;
}

/** As a row of the tail holds it. */
export interface PackedWords {
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly length: number;
}

/** Stands between terms; none holds it. */
export const BETWEEN = '\n';

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

export function packWords({ terms, counts, length }: PassageWords): PackedWords {
  const writer = new ByteWriter();
  for (const count of counts) writer.number(count);
  return { terms: terms.join(BETWEEN), counts: writer.take(), length };
}
