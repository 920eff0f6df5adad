/**
 * Phrases and exclusions hold for what the meaning finds too. The word index keeps to them by itself; what only the meaning
 * found is read and checked here.
 */
import { toPhrase, toTerms } from '../../../model/index.ts';
import type { PassageHit } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { AnalysedQuery } from '../query/analyse-query.ts';

export async function keepAllowed(
  deps: Deps,
  query: AnalysedQuery,
  foundByWords: ReadonlyMap<number, unknown>,
  near: readonly PassageHit[],
): Promise<readonly PassageHit[]> {
  if (query.phrases.length === 0 && query.excluded.length === 0) return near;
  const unread = near.filter(({ passageId }) => !foundByWords.has(passageId)).map(({ passageId }) => passageId);
  const passages = unread.length > 0 ? await deps.storage.memories.passages(unread) : [];
  const allowed = new Set(passages.filter(({ text }) => isAllowed(text, query)).map(({ id }) => id));
  return near.filter(({ passageId }) => foundByWords.has(passageId) || allowed.has(passageId));
}

function isAllowed(text: string, { phrases, excluded }: AnalysedQuery): boolean {
  const order = toPhrase(text);
  const terms = new Set(toTerms(text));
  const holds = (phrase: readonly string[]) =>
    phrase.length === 1 ? terms.has(phrase[0] as string) : holdsInOrder(order, phrase);
  return phrases.every(holds) && !excluded.some(holds);
}

/** Both as `toPhrase` has them. */
export function holdsInOrder(terms: readonly string[], phrase: readonly string[]): boolean {
  for (let start = 0; start + phrase.length <= terms.length; start++) {
    if (phrase.every((term, i) => terms[start + i] === term)) return true;
  }
  return false;
}
