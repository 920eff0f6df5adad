/** Searches, or gives the answer of the same search again where nothing can have changed it. */
import type { Deps } from '../deps.ts';
import { checkQuery } from './query/analyse-query.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Crossing } from './candidates/cross-languages.ts';
import type { QueryVectors } from './query/query-vectors.ts';
import { readQuestion, type Question } from './query/question.ts';
import type { SearchRequest, SearchResult } from './search-request.ts';
import { searchMemories } from './search-memories.ts';
import { weightsOf } from './tuning/weights.ts';

export interface SearchCaches {
  readonly vectors: QueryVectors;
  /** Looks for texts in other languages too, where there are any. */
  readonly cross?: ((text: string, waitMs: number) => Crossing) | undefined;
  readonly answers: AnswerCache<SearchResult>;
}

const NOTHING: SearchResult = { hits: [], mode: 'words', partial: false, abstained: false };

export async function cachedSearch(deps: Deps, caches: SearchCaches, request: SearchRequest): Promise<SearchResult> {
  checkQuery(request.query);
  if (await isNew(deps, request)) return NOTHING;
  const question = readQuestion(request, deps.clock.now());
  const lasts = ({ partial }: SearchResult) => !partial;
  const find = (open: Promise<unknown>) => searchMemories(deps, caches, question, open);
  return caches.answers.get(keyOf(deps, caches, question), find, lasts);
}

/** A new store is asked before anything is put into it; such a question should not have to wait for a model. */
export async function isNew(deps: Deps, { workspaces }: SearchRequest): Promise<boolean> {
  if (deps.embedder.state === 'ready') return false;
  const found = await Promise.all(workspaces.map((workspace) => deps.storage.workspaces.get(workspace)));
  return found.every((workspace) => (workspace?.passages ?? 0) === 0);
}

/** Everything but the store that an answer depends on. A time the question names is told by the clock, so it counts too. */
function keyOf(deps: Deps, caches: SearchCaches, { request, times }: Question): string {
  const {
    query,
    workspaces,
    limit,
    filter = {},
    minScore = 0,
    strict = false,
    explain = false,
    passages = 'best',
    alike = false,
  } = request;
  const asked = [query.trim(), workspaces, limit, filter, minScore, strict, explain, passages, alike, times.spans];
  return JSON.stringify([deps.embedder.model.name, caches.cross !== undefined, weightsOf(deps.config), ...asked]);
}

/** Share of searches that did not have to ask the model; null before the first. */
export function hitRate({ vectors, answers }: SearchCaches): number | null {
  const asked = answers.hits + vectors.asked;
  return asked === 0 ? null : (answers.hits + vectors.hits) / asked;
}
