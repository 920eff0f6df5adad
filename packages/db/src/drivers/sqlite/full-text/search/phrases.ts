/** Phrases are not in the index: the few passages that hold all of a phrase's terms are read, and looked through. */
import type { Database } from '../../connection/database.ts';
import { readPassages } from '../../memories/read-passages.ts';
import { toPhrase } from '@zapomni/core/model';

export type Phrase = readonly string[];

export interface PhraseCheck {
  readonly required: readonly Phrase[];
  readonly excluded: readonly Phrase[];
}

/** Those of the passages that hold every required phrase, in order and adjacent, and no excluded one. */
export function keepWithPhrases(db: Database, passages: readonly number[], check: PhraseCheck): Set<number> {
  const kept = new Set<number>();
  for (const { id, text } of readPassages(db, passages)) {
    const terms = toPhrase(text);
    const holds = (phrase: Phrase): boolean => includesRun(terms, phrase);
    if (check.required.every(holds) && !check.excluded.some(holds)) kept.add(id);
  }
  return kept;
}

function includesRun(terms: readonly string[], run: Phrase): boolean {
  const [first] = run;
  if (first === undefined) return false;
  for (let at = terms.indexOf(first); at >= 0; at = terms.indexOf(first, at + 1)) {
    if (run.every((term, i) => terms[at + i] === term)) return true;
  }
  return false;
}
