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
import { listed } from '../../config/index.ts';
import type { Embedding } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { yieldToEventLoop } from '../within.ts';
import { analyseQuery, type AnalysedQuery } from './query/analyse-query.ts';
import { collapse } from './stages/same-matter/collapse.ts';
import { complement } from './stages/rerank/complement.ts';
import { crossEncode } from './stages/rerank/cross-encode.ts';
import { explain, type SearchTrace } from './results/explain.ts';
import { groupDocuments } from './results/group-documents.ts';
import { sightNames, weighNames, type FoundName } from './query/find-names.ts';
import type { Crossing } from './candidates/cross-languages.ts';
import { fuse, wordsOf, type Candidate, type Ranked } from './candidates/fuse.ts';
import { gatherCandidates, type Gathering } from './candidates/gather-candidates.ts';
import { answerOrAbstain } from './stages/abstain.ts';
import { withLinked } from './candidates/linked-candidates.ts';
import { loadHits, type LoadedHit } from './candidates/load-hits.ts';
import { firstOf, perMemory } from './candidates/per-memory.ts';
import { newestFirst, type Arranged } from './stages/same-matter/freshness.ts';
import { markNames } from './stages/names-stage.ts';
import { favourNeeds, markNeeds } from './stages/needs/needs-stage.ts';
import { favourNeighbours } from './stages/rerank/neighbours.ts';
import { favourVerbatim } from './stages/rerank/verbatim.ts';
import type { Asking } from './stages/same-matter/same-matter.ts';
import type { SearchCaches } from './cached-search.ts';
import type { QueryVectors } from './query/query-vectors.ts';
import { knownShare } from './query/known-share.ts';
import { readQuestion, type Question } from './query/question.ts';
import type { SearchRequest, SearchResult } from './search-request.ts';
import { CLOSE_LOOKS, rerank } from './stages/rerank/rerank.ts';
import { isLanguageModel, SEARCH_STAGES, type StageSwitch } from '../../model/index.ts';
import { favourTime, markTime, timeOf, type FindEvent, type NamedTime } from './stages/time-stage.ts';
import { WordCounts } from './query/word-counts.ts';

/** Candidates per signal: enough that a passage which only one signal likes is still seen. */
const DEPTH = 100;
/** Loaded beyond what is asked for, because some may be left out as duplicates. */
const SPARE = 10;
/** More hits than these take long enough to compare that others should have their turn in between. */
const AT_ONCE = 50;
/** What names and numbers are worth, which are the same in many languages. */
const LEAST_WORDS = 0.6;
/** How likely a memory must tell of an event to date it. */
const TELLS_OF_EVENT = 0.3;

/** Begins with what needs no store; reads that only when `open` has resolved. */
export function searchMemories(
  deps: Deps,
  { vectors, cross }: Pick<SearchCaches, 'vectors' | 'cross'>,
  question: Question,
  open: Promise<unknown>,
): Promise<SearchResult> {
  return search({ deps, vectors, cross, isOn: stageSwitch(deps), open }, question);
}

interface Search {
  readonly deps: Deps;
  readonly vectors: QueryVectors;
  readonly cross: SearchCaches['cross'];
  readonly isOn: StageSwitch;
  readonly open: Promise<unknown>;
}

async function search(by: Search, question: Question): Promise<SearchResult> {
  const { deps, isOn } = by;
  const { request, parsed } = question;
  const counts = new WordCounts(deps.storage.fullText);
  const vector = queryVector(by, parsed.text);
  const crossing = crossingOf(by, parsed.text);
  const [embedding, { query, time, names, candidates }] = await Promise.all([
    vector,
    lookUp(by, question, { embedding: vector, crossing }, counts),
  ]);
  const known = await knownIn(deps, query, counts, request);
  const meaningWeight = weightOf(deps, embedding, { candidates, known });
  const fusion = { method: deps.config.fusion, meaningWeight, timeWeight: timeWeight(deps, time) };
  const fused = fuse(candidates, fusion);
  request.signal?.throwIfAborted();
  const looked = await closeLook(deps, fused, { embedding, request, query, isOn, counts });
  const read = await crossEncode(by, looked, { text: parsed.text, signal: request.signal });
  const placed = await place(by, read.ranked, { timeWeight: fusion.timeWeight, text: parsed.text });
  const ranked = perMemory(placed, request.passages);
  const most = request.limit + SPARE;
  const loaded = await loadHits(deps, firstOf(ranked, most, request.passages), { embedding, query, counts, crossing });
  const fluency = embedding?.fluency ?? 0;
  const showsOnce = isOn('collapse') && request.alike !== true;
  const asking = { text: parsed.text, fluency, coverage: loaded.coverage };
  const arranged = arrange(loaded.hits, asking, { isOn, showsOnce });
  if (loaded.hits.length > AT_ONCE) await yieldToEventLoop();
  const found = groupDocuments(arranged.hits, request.passages);
  const result = answerOrAbstain(found, { request, isOn, embedding, candidates: candidates.length });
  const trace: SearchTrace = {
    query,
    time: time?.text ?? null,
    names: names.map(({ said }) => said),
    weights: { meaning: meaningWeight, time: fusion.timeWeight },
    stages: SEARCH_STAGES.filter((stage) => isOn(stage)),
    fused,
    ranked,
    overtakings: arranged.overtakings,
  };
  const explanation = request.explain ? { explanation: explain(trace, found.slice(0, request.limit)) } : {};
  const partial = read.failed || (!embedding && isOn('meaning'));
  return { ...result, mode: embedding ? 'hybrid' : 'words', partial, ...explanation };
}

interface LookedUp {
  readonly query: AnalysedQuery;
  readonly time: NamedTime | null;
  readonly names: readonly FoundName[];
  readonly candidates: Candidate[];
}

/** What may answer. Whatever does not need the question's vector is asked for while the model makes it. */
async function lookUp(
  by: Search,
  { request, parsed, times }: Question,
  { embedding, crossing }: Pick<Gathering, 'embedding' | 'crossing'>,
  counts: WordCounts,
): Promise<LookedUp> {
  const { deps, isOn } = by;
  const { workspaces, filter } = request;
  await by.open;
  const [query, time, sighted] = await Promise.all([
    analyseQuery(deps, parsed, { workspaces, isOn, counts }),
    isOn('time') ? timeOf(times, eventFinder(by, request)) : null,
    isOn('names') ? sightNames(deps, parsed.text, workspaces) : [],
  ]);
  const names = await weighNames(sighted, counts);
  request.signal?.throwIfAborted();
  const depth = Math.max(DEPTH, request.limit * 4);
  const gathering = { query, embedding, crossing, depth, workspaces, filter, byWords: isOn('words') };
  const named = markNames(names, gatherCandidates);
  const timed: typeof named = (all, asked) => (time ? markTime(all, asked, time, named) : named(all, asked));
  const candidates = (isOn('needs') ? markNeeds(timed) : timed)(deps, gathering);
  return { query, time, names, candidates: await candidates };
}

function timeWeight(deps: Deps, time: NamedTime | null): number {
  return time ? deps.config.weight_time * time.trust : 0;
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

function stageSwitch(deps: Deps): StageSwitch {
  const off = new Set(listed(deps.config.search_off));
  if (!deps.reranker) off.add('cross-encoder');
  return (stage) => !off.has(stage);
}

/** Texts in other languages are looked for as well, where there are any. */
function crossingOf({ deps, cross, isOn }: Search, text: string): Crossing | undefined {
  return isOn('meaning') && text.trim() !== '' ? cross?.(text, deps.config.search_wait_ms) : undefined;
}

/** Null without a question in words or a model that answers in time. */
async function queryVector({ deps, vectors, isOn }: Search, text: string): Promise<Embedding | null> {
  if (!isOn('meaning') || text.trim() === '') return null;
  return vectors.get(text, deps.config.search_wait_ms);
}

/** A model that has to spell the query letter by letter has no opinion worth much; without words it is all there is. */
function weightOf(deps: Deps, embedding: Embedding | null, { candidates, known }: Weighing): number {
  if (!embedding) return 0;
  const wordless = candidates.every((candidate) => wordsOf(candidate) === null);
  return wordless ? 1 : 1 - (1 - deps.config.weight_meaning * embedding.fluency) * known;
}

interface Weighing {
  readonly candidates: readonly Candidate[];
  /** How much of the question words can find; the rest is left to the meaning. */
  readonly known: number;
}

/** Across languages words find little, and what they find is often chance. In one language they find what there is. */
async function knownIn(
  deps: Deps,
  query: AnalysedQuery,
  counts: WordCounts,
  { workspaces }: SearchRequest,
): Promise<number> {
  const [workspace] = workspaces;
  const mayCross = isLanguageModel(deps.embedder.model.name) && workspace !== undefined;
  return mayCross ? Math.max(LEAST_WORDS, await knownShare(query, counts, workspace)) : 1;
}

interface Looking {
  readonly embedding: Embedding | null;
  readonly request: SearchRequest;
  readonly query: AnalysedQuery;
  readonly isOn: StageSwitch;
  readonly counts: WordCounts;
}

async function closeLook(deps: Deps, fused: readonly Ranked[], look: Looking): Promise<readonly Ranked[]> {
  const { embedding, request, query, isOn, counts } = look;
  const [workspace] = request.workspaces;
  if (!embedding || workspace === undefined || !isOn('rerank')) return fused;
  const linking = { workspace, filter: request.filter, query, embedding, counts, looks: CLOSE_LOOKS };
  const all = isOn('linked') && embedding.words ? await withLinked(deps, fused, linking) : fused;
  const looked = await rerank(deps, all, { embedding, counts, workspace, weight: deps.config.weight_rerank });
  return isOn('complement') ? complement(deps, looked, { workspace, counts }) : looked;
}

/** By what stands beside them, when they happened, what they say word for word, and what a request should know of. */
async function place(
  { deps, isOn }: Search,
  ranked: readonly Ranked[],
  { timeWeight: weight, text }: { readonly timeWeight: number; readonly text: string },
): Promise<readonly Ranked[]> {
  const beside = isOn('neighbours') ? await favourNeighbours(deps, ranked) : ranked;
  const timed = favourTime(beside, weight);
  return favourNeeds(isOn('verbatim') ? await favourVerbatim(deps, timed, text) : timed);
}

function arrange(
  hits: readonly LoadedHit[],
  asking: Asking,
  { isOn, showsOnce }: { readonly isOn: StageSwitch; readonly showsOnce: boolean },
): Arranged<LoadedHit> {
  const arranged = isOn('freshness') ? newestFirst(hits, asking) : { hits, overtakings: [] };
  return showsOnce ? { ...arranged, hits: collapse(arranged.hits) } : arranged;
}
