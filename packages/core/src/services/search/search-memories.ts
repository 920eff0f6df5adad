/**
 * Finds memories. Small stages, each of which can be switched off (`search_off`):
 *
 *   query ─ analyse (operators, spelling, time)
 *         ├ words ──── BM25 ──────┐
 *         └ meaning ── vectors ───┴─ candidates ─ fuse ─ rerank word by word ─ best passage per memory
 *                                    ─ load ─ newest of equals first ─ collapse near-duplicates ─ abstain or answer
 *
 * Workspace and filters hold inside both indexes, before the best are cut.
 */
import { listed } from '../../config/index.ts';
import type { Embedding } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { analyseQuery, readQuery } from './analyse-query.ts';
import { collapse } from './collapse.ts';
import { explain, type SearchTrace } from './explain.ts';
import { fuse, type Candidate, type Ranked } from './fuse.ts';
import { gatherCandidates } from './gather-candidates.ts';
import { judge } from './judge.ts';
import { loadHits, type LoadedHit } from './load-hits.ts';
import { newestFirst } from './freshness.ts';
import type { QueryVectors } from './query-vectors.ts';
import type { SearchRequest, SearchResult } from './request.ts';
import { rerank } from './rerank.ts';
import { SEARCH_STAGES, type StageSwitch } from '../../model/index.ts';
import { favourTime, markTime, timeOf, type FindEvent, type NamedTime } from './time-stage.ts';

/** Candidates per signal: enough that a passage which only one signal likes is still seen. */
const DEPTH = 100;
/** Loaded beyond what is asked for, because some may be left out as duplicates. */
const SPARE = 10;
/** How likely a memory must tell of an event to date it. */
const TELLS_OF_EVENT = 0.3;

export function searchMemories(deps: Deps, vectors: QueryVectors, request: SearchRequest): Promise<SearchResult> {
  return search(deps, vectors, request, stageSwitch(deps));
}

async function search(
  deps: Deps,
  vectors: QueryVectors,
  request: SearchRequest,
  isOn: StageSwitch,
): Promise<SearchResult> {
  const parsed = readQuery(request.query);
  const depth = Math.max(DEPTH, request.limit * 4);
  const [embedding, query, time] = await Promise.all([
    isOn('meaning') ? queryVector(deps, vectors, parsed.text, request.workspaces) : null,
    analyseQuery(deps, parsed, { workspaces: request.workspaces, isOn }),
    isOn('time') ? timeOf(deps, parsed.text, eventFinder(deps, vectors, request, isOn)) : null,
  ]);
  request.signal?.throwIfAborted();
  const { workspaces, filter } = request;
  const byWords = isOn('words') || !embedding;
  const gathering = { query, embedding, depth, workspaces, filter, byWords };
  const candidates = await (time
    ? markTime(deps, gathering, time, gatherCandidates)
    : gatherCandidates(deps, gathering));
  const meaningWeight = weightOf(deps, embedding, candidates);
  const fusion = {
    method: deps.config.fusion,
    meaningWeight,
    timeWeight: timeWeight(deps, time),
  };
  const fused = fuse(candidates, fusion);
  request.signal?.throwIfAborted();
  const looked = await closeLook(deps, fused, { embedding, request, isOn });
  const ranked = bestPerMemory(favourTime(looked, fusion.timeWeight));
  const hits = await loadHits(deps, ranked.slice(0, request.limit + SPARE), { embedding, query });
  const result = judge(arrange(hits, parsed.text, isOn), {
    request,
    isOn,
    embedding,
    candidates: candidates.length,
  });
  const trace: SearchTrace = {
    query,
    time: time?.text ?? null,
    candidates: candidates.length,
    meaningWeight,
    stages: SEARCH_STAGES.filter((stage) => isOn(stage)),
  };
  const explanation = request.explain ? { explanation: explain(trace, ranked.slice(0, request.limit)) } : {};
  return { ...result, mode: embedding ? 'hybrid' : 'words', ...explanation };
}

function timeWeight(deps: Deps, time: NamedTime | null): number {
  return time ? deps.config.weight_time * time.trust : 0;
}

/** The memory that tells of an event is found as any other is. */
function eventFinder(deps: Deps, vectors: QueryVectors, request: SearchRequest, isOn: StageSwitch): FindEvent {
  const { workspaces, filter, signal } = request;
  return async (event) => {
    const asked = { workspaces, filter, signal, query: event, limit: 1, minScore: TELLS_OF_EVENT };
    const { hits } = await search(deps, vectors, asked, (stage) => stage !== 'time' && isOn(stage));
    const [hit] = hits;
    return hit ? (hit.memory.occurredAt ?? hit.memory.createdAt) : null;
  };
}

function stageSwitch(deps: Deps): StageSwitch {
  const off = new Set(listed(deps.config.search_off));
  return (stage) => !off.has(stage);
}

/** A model that still has to be loaded is loaded, and waited for, only where there is something to find. */
async function queryVector(
  deps: Deps,
  vectors: QueryVectors,
  text: string,
  workspaces: readonly string[],
): Promise<Embedding | null> {
  if (text.trim() === '') return null;
  if (deps.embedder.state !== 'ready') {
    const found = await Promise.all(workspaces.map((workspace) => deps.storage.workspaces.get(workspace)));
    if (found.every((workspace) => (workspace?.passages ?? 0) === 0)) return null;
  }
  return vectors.get(text, deps.config.search_wait_ms);
}

/** A model that has to spell the query letter by letter has no opinion worth much; without words it is all there is. */
function weightOf(deps: Deps, embedding: Embedding | null, candidates: readonly Candidate[]): number {
  if (!embedding) return 0;
  const wordless = candidates.every(({ words }) => words === null);
  return wordless ? 1 : deps.config.weight_meaning * embedding.fluency;
}

async function closeLook(
  deps: Deps,
  fused: readonly Ranked[],
  look: { readonly embedding: Embedding | null; readonly request: SearchRequest; readonly isOn: StageSwitch },
): Promise<readonly Ranked[]> {
  const [workspace] = look.request.workspaces;
  if (!look.embedding || workspace === undefined || !look.isOn('rerank')) return fused;
  return rerank(deps, fused, { embedding: look.embedding, workspace, weight: deps.config.weight_rerank });
}

function bestPerMemory(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return ranked.filter(({ memoryId }) => !seen.has(memoryId) && seen.add(memoryId));
}

function arrange(hits: readonly LoadedHit[], text: string, isOn: StageSwitch): readonly LoadedHit[] {
  const ordered = isOn('freshness') ? newestFirst(text, hits) : hits;
  return isOn('collapse') ? collapse(ordered) : ordered;
}
