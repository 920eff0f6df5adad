/** Papers by the words that they hold: every one, however many there are. */
import { PAPER_KIND, type MemoryFilter, type Scope } from '../../../../model/index.ts';
import type { PassageHit, WordQuery } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { ownersOf } from './found-papers.ts';

const FIRST_FOUND = 10_000;

/** Ids of the papers with a passage that fits, the best first. */
export async function papersHolding(
  deps: Deps,
  workspace: string,
  query: WordQuery,
  metadata: MemoryFilter['metadata'] = [],
): Promise<string[]> {
  const hits = await allHits(deps, query, { workspace, filter: { kinds: [PAPER_KIND], metadata } });
  const owners = await ownersOf(deps, workspace, hits);
  return [...new Set(hits.flatMap(({ memoryId }) => owners.get(memoryId) ?? []))];
}

/** A passage has to hold all of them: the main terms of words, for the stems of a language stand only in texts that are surely in it. */
export function holdingAll(terms: readonly string[], phrases: readonly (readonly string[])[] = []): WordQuery {
  return { terms, phrases: [...terms.map((one) => [one]), ...phrases] };
}

async function allHits({ storage }: Deps, query: WordQuery, scope: Scope): Promise<readonly PassageHit[]> {
  for (let most = FIRST_FOUND; ; most *= 4) {
    const hits = await storage.fullText.search(query, most, scope);
    if (hits.length < most) return hits;
  }
}
