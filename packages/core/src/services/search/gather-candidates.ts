/** What may answer: the union of what the words and the meaning find in every workspace asked, each with both scores. */
import type { MemoryFilter, Scope } from '../../model/index.ts';
import type { Embedding, PassageHit } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import type { Candidate } from './fuse.ts';
import { keepAllowed } from './keep-allowed.ts';

export interface Gathering {
  readonly query: AnalysedQuery;
  readonly embedding: Embedding | null;
  /** How many each signal may name. */
  readonly depth: number;
  readonly workspaces: readonly string[];
  readonly filter: MemoryFilter | undefined;
  /** Off: nothing is looked for by words. */
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

async function gatherIn(deps: Deps, gathering: Gathering, scope: Scope): Promise<Candidate[]> {
  const { query, embedding, depth } = gathering;
  const [wordHits, near] = await Promise.all([
    searchWords(deps, gathering, scope),
    embedding ? deps.storage.vectors.nearest(deps.embedder.model.name, embedding.vector, depth, scope) : [],
  ]);
  const found = new Map<number, Candidate>();
  for (const { passageId, memoryId, score } of wordHits)
    found.set(passageId, { passageId, memoryId, workspace: scope.workspace, words: score, meaning: null });
  for (const { passageId, memoryId, score } of await keepAllowed(deps, query, found, near)) {
    const words = found.get(passageId)?.words ?? null;
    found.set(passageId, { passageId, memoryId, workspace: scope.workspace, words, meaning: score });
  }
  if (embedding) await addMeaning(deps, embedding, found);
  return [...found.values()];
}

async function searchWords(deps: Deps, { query, depth, byWords }: Gathering, scope: Scope): Promise<PassageHit[]> {
  const { terms, phrases, excluded, prefixes } = query;
  if (!byWords || terms.length + phrases.length + prefixes.length === 0) return [];
  return deps.storage.texts.search({ terms, phrases, excluded, prefixes }, depth, scope);
}

/** The meaning score of those that only the words found. */
async function addMeaning(deps: Deps, embedding: Embedding, found: Map<number, Candidate>): Promise<void> {
  const missing = [...found.values()].filter(({ meaning }) => meaning === null).map(({ passageId }) => passageId);
  if (missing.length === 0) return;
  const cosines = await deps.storage.vectors.score(deps.embedder.model.name, embedding.vector, missing);
  for (const [passageId, meaning] of cosines) {
    const candidate = found.get(passageId);
    if (candidate) found.set(passageId, { ...candidate, meaning });
  }
}
