/**
 * Code among memories, for who asks for the kind `code` in so many words. Memories come first and keep at least half of the places: code
 * never crowds them out. A place in code is cited as `repository path:12–30 Name`.
 */
import type { MemorySummary } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../../search/search-request.ts';
import { listRepositories } from '../store/index.ts';
import type { CodeSearchRequest, CodeSearchResult } from './search-code.ts';
import type { CodeHit } from './show-hits.ts';

const CODE_KIND = 'code';

interface Searches {
  memories(request: SearchRequest): Promise<SearchResult>;
  code(request: CodeSearchRequest): Promise<CodeSearchResult>;
}

export async function searchWithCode(deps: Deps, by: Searches, request: SearchRequest): Promise<SearchResult> {
  const { kinds = [] } = request.filter ?? {};
  if (!kinds.includes(CODE_KIND)) return by.memories(request);
  const [found, code] = await Promise.all([by.memories(request), codeHits(deps, by, request)]);
  if (found.abstained && code.length > 0) return { ...found, ...codeFirst(code, found.hits, request.limit) };
  const kept = found.hits.slice(0, Math.max(request.limit - code.length, Math.ceil(request.limit / 2)));
  const hits = [...kept, ...inOrder(code.slice(0, request.limit - kept.length), kept.at(-1)?.score ?? 1)];
  return { ...found, hits };
}

/** Memories of which none seems to answer keep no place from code that was found. */
function codeFirst(code: readonly SearchHit[], weak: readonly SearchHit[], limit: number) {
  const first = code.slice(0, limit);
  return {
    hits: [...first, ...inOrder(weak.slice(0, limit - first.length), first.at(-1)?.score ?? 1)],
    abstained: false,
  };
}

async function codeHits(deps: Deps, by: Searches, request: SearchRequest): Promise<SearchHit[]> {
  const { kinds: _kinds, ...rest } = request.filter ?? {};
  const found = await Promise.all(
    request.workspaces.map(async (workspace) => {
      if ((await listRepositories(deps, workspace)).length === 0) return [];
      const filter = Object.keys(rest).length > 0 ? rest : undefined;
      const { query, limit, signal } = request;
      const { hits } = await by.code({ workspace, query, limit, filter, signal });
      return toSearchHits(deps, workspace, hits);
    }),
  );
  const least = request.minScore ?? 0;
  return found
    .flat()
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score - one.score);
}

/** No score is higher than that of the hit before. */
function inOrder(hits: readonly SearchHit[], most: number): SearchHit[] {
  return hits.map((hit) => ({ ...hit, score: Math.min(hit.score, most) }));
}

async function toSearchHits(deps: Deps, workspace: string, hits: readonly CodeHit[]): Promise<SearchHit[]> {
  const summaries = new Map<string, MemorySummary>();
  for (const [store, group] of Map.groupBy(hits, ({ repository }) => repository.value.store)) {
    const found = await deps.storage.memories.summaries(
      store,
      group.map(({ memory }) => memory),
    );
    for (const summary of found) summaries.set(summary.id, summary);
  }
  return hits.flatMap((hit): SearchHit[] => {
    const memory = summaries.get(hit.memory);
    if (!memory) return [];
    const passage = { ...hit.unit, id: 0, memoryId: memory.id };
    const document = { id: memory.id, name: hit.path, citation: citationOf(hit) };
    // The workspace that the repository was indexed for: its own is nobody's to name.
    return [{ memory: { ...memory, workspace }, passage, score: likely(hit.score), signals: signalsOf(hit), document }];
  });
}

function citationOf({ repository, path, first, last, symbol }: CodeHit): string {
  return `${repository.value.name} ${path}:${first}–${last}${symbol ? ` ${symbol.value.qualified}` : ''}`;
}

/** What speaks for a file has no upper bound. */
function likely(score: number): number {
  return score / (score + 1);
}

function signalsOf({ reasons }: CodeHit): SearchHit['signals'] {
  return reasons.includes('meaning') ? ['words', 'meaning'] : ['words'];
}
