/**
 * The first half of a search: what may answer, in order. `search-memories.ts` has the stages. Of the passages nothing has been read yet but
 * what their order is told from.
 */
import { listed } from '../../config/index.ts';
import { isLanguageModel, type StageSwitch } from '../../model/index.ts';
import type { Embedding } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { SearchCaches } from './cached-search.ts';
import type { Crossing } from './candidates/cross-languages.ts';
import { fuse, wordsOf, type Candidate, type Ranked } from './candidates/fuse.ts';
import { gatherCandidates, type Gathering } from './candidates/gather-candidates.ts';
import { withLinked } from './candidates/linked-candidates.ts';
import { analyseQuery, type AnalysedQuery } from './query/analyse-query.ts';
import { sightNames, weighNames, type FoundName } from './query/find-names.ts';
import { knownShare } from './query/known-share.ts';
import type { QueryVectors } from './query/query-vectors.ts';
import type { Question } from './query/question.ts';
import { WordCounts } from './query/word-counts.ts';
import type { SearchRequest } from './search-request.ts';
import { markNames } from './stages/names-stage.ts';
import { favourNeeds, markNeeds } from './stages/needs/needs-stage.ts';
import { complement } from './stages/rerank/complement.ts';
import { crossEncode } from './stages/rerank/cross-encode.ts';
import { favourNeighbours } from './stages/rerank/neighbours.ts';
import { CLOSE_LOOKS, rerank } from './stages/rerank/rerank.ts';
import { favourVerbatim } from './stages/rerank/verbatim.ts';
import { favourTime, markTime, timeOf, type FindEvent, type NamedTime } from './stages/time-stage.ts';

/** Candidates per signal: enough that a passage which only one signal likes is still seen. */
const DEPTH = 100;
/** What names and numbers are worth, which are the same in many languages. */
const LEAST_WORDS = 0.6;

export interface Search {
  readonly deps: Deps;
  readonly vectors: QueryVectors;
  readonly cross: SearchCaches['cross'];
  readonly isOn: StageSwitch;
  readonly open: Promise<unknown>;
}

/** What may answer, the best first, with all that later stages want to know of the question. */
export interface Ranking {
  readonly query: AnalysedQuery;
  readonly names: readonly FoundName[];
  readonly time: NamedTime | null;
  readonly counts: WordCounts;
  readonly embedding: Embedding | null;
  readonly crossing: Crossing | undefined;
  /** How many each signal named. */
  readonly depth: number;
  readonly candidates: number;
  readonly fused: readonly Ranked[];
  readonly ranked: readonly Ranked[];
  readonly weights: { readonly meaning: number; readonly time: number };
  /** Some model that was to take part did not. */
  readonly partial: boolean;
}

export async function rankMemories(by: Search, question: Question, findEvent: FindEvent): Promise<Ranking> {
  const { deps, isOn } = by;
  const { request, parsed } = question;
  const counts = new WordCounts(deps.storage.fullText);
  const vector = queryVector(by, parsed.text);
  const crossing = crossingOf(by, parsed.text);
  const depth = Math.max(DEPTH, request.limit * 4);
  const [embedding, { query, time, names, candidates }] = await Promise.all([
    vector,
    lookUp(by, question, { embedding: vector, crossing, depth }, { counts, findEvent }),
  ]);
  const known = await knownIn(deps, query, counts, request);
  const meaningWeight = weightOf(deps, embedding, { candidates, known });
  const weights = { meaning: meaningWeight, time: timeWeight(deps, time) };
  const fused = fuse(candidates, { method: deps.config.fusion, meaningWeight, timeWeight: weights.time });
  request.signal?.throwIfAborted();
  const looked = await closeLook(deps, fused, { embedding, request, query, isOn, counts });
  const read = await crossEncode(by, looked, { text: parsed.text, signal: request.signal });
  const ranked = await place(by, read.ranked, { timeWeight: weights.time, text: parsed.text });
  const partial = read.failed || (!embedding && isOn('meaning'));
  const asked = { query, names, time, counts, embedding, crossing, depth };
  return { ...asked, candidates: candidates.length, fused, ranked, weights, partial };
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
  { embedding, crossing, depth }: Pick<Gathering, 'embedding' | 'crossing' | 'depth'>,
  { counts, findEvent }: { readonly counts: WordCounts; readonly findEvent: FindEvent },
): Promise<LookedUp> {
  const { deps, isOn } = by;
  const { workspaces, filter } = request;
  await by.open;
  const [query, time, sighted] = await Promise.all([
    analyseQuery(deps, parsed, { workspaces, isOn, counts }),
    isOn('time') ? timeOf(times, findEvent) : null,
    isOn('names') ? sightNames(deps, parsed.text, workspaces) : [],
  ]);
  const names = await weighNames(sighted, counts);
  request.signal?.throwIfAborted();
  const gathering = { query, embedding, crossing, depth, workspaces, filter, byWords: isOn('words') };
  const named = markNames(names, gatherCandidates);
  const timed: typeof named = (all, asked) => (time ? markTime(all, asked, time, named) : named(all, asked));
  const candidates = (isOn('needs') ? markNeeds(timed) : timed)(deps, gathering);
  return { query, time, names, candidates: await candidates };
}

function timeWeight(deps: Deps, time: NamedTime | null): number {
  return time ? deps.config.weight_time * time.trust : 0;
}

export function stageSwitch(deps: Deps): StageSwitch {
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
