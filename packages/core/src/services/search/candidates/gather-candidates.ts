/** What may answer: the union of what the words and the meaning find in every workspace asked, each with both scores. */
import type { MemoryFilter, Scope } from '../../../model/index.ts';
import type { Embedding, PassageHit } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { AnalysedQuery } from '../query/analyse-query.ts';
import { crossLanguages, type Crossing } from './cross-languages.ts';
import type { Candidate } from './fuse.ts';
import { keepAllowed } from './keep-allowed.ts';

export interface Gathering {
  readonly query: AnalysedQuery;
  /** Null when there is none to be had. */
  readonly embedding: Promise<Embedding | null>;
  /** How many each signal may name. */
  readonly depth: number;
  readonly workspaces: readonly string[];
  readonly filter: MemoryFilter | undefined;
  /** Texts in other languages are looked for too. */
  readonly crossing?: Crossing | undefined;
  /** Off: words are looked for only where there is no embedding. */
  readonly byWords: boolean;
}

export async function gatherCandidates(deps: Deps, gathering: Gathering): Promise<Candidate[]> {
  const found = await Promise.all(
    gathering.workspaces.map((workspace) => gatherIn(deps, gathering, toScope(workspace, gathering.filter))),
  );
  return found.flat();
}

function toScope(workspace: string, filter: MemoryFilter | undefined): Scope {
  return { workspace, ...(filter ? { filter } : {}) };
}

/** Words are looked for while the model still works on the question. */
async function gatherIn(deps: Deps, gathering: Gathering, scope: Scope): Promise<Candidate[]> {
  const words = searchWords(deps, gathering, scope);
  const [wordHits, near, meanings] = await Promise.all([
    words,
    searchMeaning(deps, gathering, scope),
    meaningsOf(deps, gathering, words),
  ]);
  const { workspace } = scope;
  const found = new Map<number, Candidate>();
  for (const { passageId, memoryId, score } of wordHits) {
    const meaning = meanings.get(passageId) ?? null;
    found.set(passageId, { passageId, memoryId, workspace, words: score, meaning });
  }
  for (const { passageId, memoryId, score } of await keepAllowed(deps, gathering.query, found, near)) {
    const byWords = found.get(passageId)?.words ?? null;
    found.set(passageId, { passageId, memoryId, workspace, words: byWords, meaning: score });
  }
  if (gathering.crossing) await crossLanguages(deps, gathering.crossing, { scope, depth: gathering.depth, found });
  return [...found.values()];
}

async function searchWords(deps: Deps, gathering: Gathering, scope: Scope): Promise<PassageHit[]> {
  const { terms, phrases, excluded, prefixes } = gathering.query;
  if (terms.length + phrases.length + prefixes.length === 0) return [];
  if (!gathering.byWords && (await gathering.embedding)) return [];
  return deps.storage.fullText.search({ terms, phrases, excluded, prefixes }, gathering.depth, scope);
}

async function searchMeaning(deps: Deps, { embedding, depth }: Gathering, scope: Scope): Promise<PassageHit[]> {
  const asked = await embedding;
  return asked ? deps.storage.vectors.nearest(deps.embedder.model.name, asked.vector, depth, scope) : [];
}

/**
 * The meaning scores of what the words found. Those that the meaning finds too are among them: reading a few vectors twice
 * takes less time than waiting to know which.
 */
async function meaningsOf(
  deps: Deps,
  { embedding }: Gathering,
  words: Promise<PassageHit[]>,
): Promise<Map<number, number>> {
  const [asked, hits] = await Promise.all([embedding, words]);
  if (!asked || hits.length === 0) return new Map();
  const ids = hits.map(({ passageId }) => passageId);
  return deps.storage.vectors.score(deps.embedder.model.name, asked.vector, ids);
}
