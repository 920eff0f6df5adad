/** How rare the terms of a question are in what is searched: a word that every file has says nothing. */
import type { Deps } from '../../deps.ts';
import { idf } from '../../search/candidates/idf.ts';

export interface Rarity {
  of(term: string): number;
  /** Those that occur at all, the rarest first. */
  rarest(terms: readonly string[], most: number): string[];
}

export async function rarityIn(deps: Deps, workspaces: readonly string[], terms: readonly string[]): Promise<Rarity> {
  const distinct = [...new Set(terms)];
  const found = await Promise.all(workspaces.map((one) => deps.storage.fullText.frequencies(distinct, one)));
  const passages = found.reduce((sum, frequencies) => sum + frequencies.passages, 0);
  const counts = new Map(
    distinct.map((term, i) => [term, found.reduce((sum, frequencies) => sum + (frequencies.counts[i] ?? 0), 0)]),
  );
  const of = (term: string): number => idf(counts.get(term) ?? 0, passages);
  return {
    of,
    rarest: (some, most) =>
      some
        .filter((term) => (counts.get(term) ?? 0) > 0)
        .sort((one, other) => of(other) - of(one))
        .slice(0, most),
  };
}
