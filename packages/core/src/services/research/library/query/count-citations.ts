/**
 * How often a paper is cited: by what a service told, which may be long ago or never, and by the papers of the library that have it in their
 * lists of references. Neither is all there is. The greater counts, and it is said whose it is.
 */
import type { Deps } from '../../../deps.ts';
import { referencesOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

export interface CitationCount {
  readonly count: number;
  readonly from: 'service' | 'library';
}

const AT_ONCE = 1000;

/** Of papers that nobody cites, as far as is known, there is none. */
export async function countCitations(
  deps: Deps,
  workspace: string,
  papers: readonly KeptPaper[],
): Promise<ReadonlyMap<string, CitationCount>> {
  const counts = new Map<string, CitationCount>();
  for (let at = 0; at < papers.length; at += AT_ONCE) {
    const some = papers.slice(at, at + AT_ONCE);
    const queries = some.map(({ key }) => ({ index: 'by_cited' as const, where: { cited: key } }));
    const here = await referencesOf(deps).countMany(workspace, queries);
    for (const [i, { key, value }] of some.entries()) {
      const count = greater(value.counts.cited_by, here[i] ?? 0);
      if (count) counts.set(key, count);
    }
  }
  return counts;
}

function greater(told: number | null, here: number): CitationCount | null {
  if (told !== null && told >= here) return { count: told, from: 'service' };
  return here > 0 ? { count: here, from: 'library' } : null;
}

/** Ids of papers that at least so many papers of the library cite. */
export async function citedHere(deps: Deps, workspace: string, least: number): Promise<readonly string[]> {
  return [...(await referencesOf(deps).tally(workspace, 'by_cited', least)).keys()];
}
