/**
 * Finds memories. Small stages, each of which can be switched off (`search_off`):
 *
 *   query ─ analyse (operators, spelling, time, names)
 *         ├ words ──── BM25 ──────┐
 *         └ meaning ── vectors ───┴─ candidates ─ fuse ─ what the graph links to the best ─ rerank word by word ─ complement the best ─ neighbours
 *                                    ─ cross-encoder, if there is one ─ what says it word for word ─ what a request should know of ─ best passage per memory (or all, where they are asked for) ─ load ─ newer above older ─ collapse near-duplicates ─ abstain or answer
 *
 * Workspace and filters hold inside both indexes, before the best are cut.
 */
import type { Deps } from '../deps.ts';
import type { SearchCaches } from './cached-search.ts';
import { firstOf, perMemory } from './candidates/per-memory.ts';
import { readQuestion, type Question } from './query/question.ts';
import { rankMemories, stageSwitch, type Ranking, type Search } from './rank-memories.ts';
import type { SearchRequest, SearchResult } from './search-request.ts';
import { showRanked } from './show-ranked.ts';
import type { FindEvent } from './stages/time-stage.ts';
import type { StageSwitch } from '../../model/index.ts';

/** Loaded beyond what is asked for, because some may be left out as duplicates. */
const SPARE = 10;
/** How likely a memory must tell of an event to date it. */
const TELLS_OF_EVENT = 0.3;

/** Begins with what needs no store; reads that only when `open` has resolved. */
export function searchMemories(
  deps: Deps,
  caches: Pick<SearchCaches, 'vectors' | 'cross'>,
  question: Question,
  open: Promise<unknown>,
): Promise<SearchResult> {
  return search(searchBy(deps, caches, open), question);
}

export function searchBy(
  deps: Deps,
  { vectors, cross }: Pick<SearchCaches, 'vectors' | 'cross'>,
  open: Promise<unknown>,
): Search {
  return { deps, vectors, cross, isOn: stageSwitch(deps), open };
}

export function rank(by: Search, question: Question): Promise<Ranking> {
  return rankMemories(by, question, eventFinder(by, question.request));
}

async function search(by: Search, question: Question): Promise<SearchResult> {
  const ranking = await rank(by, question);
  const { passages, limit } = question.request;
  const chosen = firstOf(perMemory(ranking.ranked, passages), limit + SPARE, passages);
  return showRanked(by, question, ranking, chosen);
}

/** The memory that tells of an event is found as any other is; it need not be the latest word on it. */
function eventFinder(by: Search, { workspaces, filter, signal }: SearchRequest): FindEvent {
  const isOn: StageSwitch = (stage) => stage !== 'time' && stage !== 'freshness' && by.isOn(stage);
  return async (event) => {
    const asked = { workspaces, filter, signal, query: event, limit: 1, minScore: TELLS_OF_EVENT, strict: true };
    const { hits } = await search({ ...by, isOn }, readQuestion(asked, by.deps.clock.now()));
    const [hit] = hits;
    return hit ? (hit.memory.occurredAt ?? hit.memory.createdAt) : null;
  };
}
