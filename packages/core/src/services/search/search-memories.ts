/**
 * Finds memories by words and by meaning.
 *
 *   query ─ terms ──── word index ───┐
 *         └ vector ─── vector index ─┴─ candidates ─ fuse ─ best passage per memory ─ texts
 *
 * Workspace and filters hold inside both indexes, before the best are cut.
 */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import { toQueryTerms, type MemoryFilter, type MemorySummary, type Passage, type Scope } from '../../model/index.ts';
import type { Embedding, PassageHit } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { fuse, type Candidate, type Ranked, type Signal } from './fuse.ts';
import type { QueryVectors } from './query-vectors.ts';

export interface SearchRequest {
  readonly workspace: string;
  readonly query: string;
  readonly limit: number;
  readonly filter?: MemoryFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SearchHit {
  readonly memory: MemorySummary;
  /** The passage that matched best; the whole text when the memory has but one. */
  readonly passage: Passage;
  readonly score: number;
  readonly signals: readonly Signal[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** `words` when the model was not ready or failed. */
  readonly mode: 'hybrid' | 'words';
}

const MAX_QUERY_LENGTH = 1000;
/** Candidates per signal: enough that a passage which only one signal likes is still seen. */
const DEPTH = 100;

export async function searchMemories(deps: Deps, vectors: QueryVectors, request: SearchRequest): Promise<SearchResult> {
  const query = checkQuery(request.query);
  const scope: Scope = { workspace: request.workspace, ...(request.filter ? { filter: request.filter } : {}) };
  const terms = toQueryTerms(query);
  const depth = Math.max(DEPTH, request.limit * 4);
  const [embedding, wordHits] = await Promise.all([
    queryVector(deps, vectors, query, request.workspace),
    terms.length > 0 ? deps.storage.texts.search(terms, depth, scope) : [],
  ]);
  request.signal?.throwIfAborted();
  const candidates = await gather(deps, { embedding, wordHits, depth, scope });
  const ranked = bestPerMemory(fuse(candidates, meaningWeight(deps, embedding, wordHits)));
  return {
    hits: await load(deps, request.workspace, ranked.slice(0, request.limit)),
    mode: embedding ? 'hybrid' : 'words',
  };
}

/** A model that still has to be loaded is loaded, and waited for, only where there is something to find. */
async function queryVector(
  deps: Deps,
  vectors: QueryVectors,
  query: string,
  workspace: string,
): Promise<Embedding | null> {
  if (deps.embedder.state !== 'ready') {
    const passages = (await deps.storage.workspaces.get(workspace))?.passages ?? 0;
    if (passages === 0) return null;
  }
  return vectors.get(query, deps.config.search_wait_ms);
}

function checkQuery(query: string): string {
  const trimmed = query.trim();
  if (trimmed === '') throw invalidField('query', 'query cannot be empty or whitespace-only');
  if (trimmed.length > MAX_QUERY_LENGTH && [...trimmed].length > MAX_QUERY_LENGTH) {
    const error = `exceeds max length of ${MAX_QUERY_LENGTH} characters`;
    throw new ZapomniError('TOO_LARGE', `query ${error}.`, {
      hint: 'Ask more briefly.',
      issues: [{ field: 'query', error }],
    });
  }
  return trimmed.toWellFormed();
}

interface Gathering {
  readonly embedding: Embedding | null;
  readonly wordHits: readonly PassageHit[];
  readonly depth: number;
  readonly scope: Scope;
}

/** The union of what both signals found, with the meaning score of every one, also of those only the words found. */
async function gather(deps: Deps, { embedding, wordHits, depth, scope }: Gathering): Promise<Candidate[]> {
  const found = new Map<number, Candidate>();
  for (const { passageId, memoryId, score } of wordHits)
    found.set(passageId, { passageId, memoryId, words: score, meaning: null });
  if (!embedding) return [...found.values()];
  const { vectors } = deps.storage;
  const model = deps.embedder.model.name;
  const [near, cosines] = await Promise.all([
    vectors.nearest(model, embedding.vector, depth, scope),
    vectors.score(model, embedding.vector, [...found.keys()]),
  ]);
  for (const { passageId, memoryId, score } of near) {
    found.set(passageId, { passageId, memoryId, words: found.get(passageId)?.words ?? null, meaning: score });
  }
  for (const [passageId, cosine] of cosines) {
    const candidate = found.get(passageId);
    if (candidate?.meaning === null) found.set(passageId, { ...candidate, meaning: cosine });
  }
  return [...found.values()];
}

/** A model that has to spell the query letter by letter has no opinion worth much; without words it is all there is. */
function meaningWeight(deps: Deps, embedding: Embedding | null, wordHits: readonly PassageHit[]): number {
  if (!embedding) return 0;
  return wordHits.length === 0 ? 1 : deps.config.weight_meaning * embedding.fluency;
}

function bestPerMemory(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return ranked.filter(({ memoryId }) => !seen.has(memoryId) && seen.add(memoryId));
}

async function load(deps: Deps, workspace: string, ranked: readonly Ranked[]): Promise<SearchHit[]> {
  if (ranked.length === 0) return [];
  const [passages, memories] = await Promise.all([
    deps.storage.memories.passages(ranked.map(({ passageId }) => passageId)),
    deps.storage.memories.summaries(
      workspace,
      ranked.map(({ memoryId }) => memoryId),
    ),
  ]);
  const passageById = new Map(passages.map((passage) => [passage.id, passage]));
  const memoryById = new Map(memories.map((memory) => [memory.id, memory]));
  return ranked.flatMap(({ passageId, memoryId, score, signals }) => {
    const passage = passageById.get(passageId);
    const memory = memoryById.get(memoryId);
    // Gone since the indexes answered: another process deleted it.
    return passage && memory ? [{ memory, passage, score, signals }] : [];
  });
}
