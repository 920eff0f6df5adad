/**
 * Judges papers by queries. What a paper says is read once, however many queries it is judged by; vectors come and go in portions, so that
 * ten thousand papers take little more memory than a thousand.
 *
 *   candidates, and what was judged before ─▶ words, once ─┬─▶ how well words fit, by query
 *                                                          ├─▶ portions: vectors ─▶ how near in meaning, by query
 *                                                          └─▶ with verdicts: what they teach (learner.ts)
 *                                             gates, parts ─▶ score, decision, reason (score.ts)
 */
import type { Embedder } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { papersOf } from '../library/store/index.ts';
import { yearOf } from '../library/keep/keys.ts';
import type { KeptQuery } from '../queries/query-record.ts';
import { Vocabulary, type CandidateText } from './candidate-text.ts';
import { inBreaths } from '../in-breaths.ts';
import { criteriaOf } from './criteria.ts';
import type { Candidate, EvaluateCandidates, Evaluation } from './evaluation.ts';
import type { KeptVerdict } from './judgement-record.ts';
import { verdictsFor } from './judgements.ts';
import { meaningScorers, type MeaningScorer } from './meaning.ts';
import { paperVectors, type PaperVector } from './paper-vectors.ts';
import { questionScore, toEvaluation, type Evidence } from './score.ts';
import { citationPart, citesOf, ownedAmong } from './shared-citations.ts';
import { teach } from './teach.ts';
import { wordScorer, type WordScorer } from './words.ts';

export interface EvaluateRequest {
  readonly workspace: string;
  readonly queries: readonly KeptQuery[];
  readonly candidates: readonly Candidate[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface EvaluatedBy {
  readonly query: KeptQuery;
  /** In the order of the candidates. */
  readonly evaluations: readonly Evaluation[];
  /** The latest first. */
  readonly verdicts: readonly KeptVerdict[];
}

export interface EvaluateParts {
  /** Whose vectors searches go by. */
  embedder(): Embedder;
}

const PORTION = 500;
/** How many papers that nobody judged stand for all others. */
const BACKGROUND = 200;
const YEAR_MS = 31_556_952_000;
/** A paper of three years ago is half as new. */
const HALF_LIFE_YEARS = 3;

/** See `EvaluateCandidates`: one query at a time. */
export function createEvaluator(deps: Deps, parts: EvaluateParts): EvaluateCandidates {
  return async (workspace, query, candidates, signal) => {
    const [judged] = await evaluatePapers(deps, parts, { workspace, queries: [query], candidates, signal });
    return (judged as EvaluatedBy).evaluations;
  };
}

/** Nothing is written. */
export async function evaluatePapers(
  deps: Deps,
  parts: EvaluateParts,
  request: EvaluateRequest,
): Promise<EvaluatedBy[]> {
  const { workspace, queries, candidates } = request;
  const verdicts = await Promise.all(queries.map(({ key }) => verdictsFor(deps, workspace, key)));
  const all = [...candidates, ...(await othersToLearnFrom(deps, request, verdicts.flat()))];
  const read = await readAll(all, request.signal);
  const asked = await askAll(deps, parts, request, read);
  const looked = await lookAll(
    deps,
    parts,
    { ...request, candidates: all },
    { asked, learns: verdicts.some(isTelling) },
  );
  const cited = await citationsAround(deps, workspace, all);
  const judged: EvaluatedBy[] = [];
  for (const [i, query] of queries.entries()) {
    const one = asked[i] as Asked;
    const its = { all, read, asked: one, meaning: looked.meaning[i] ?? [], cited, verdicts: verdicts[i] ?? [] };
    const evaluations = (await judgeAll(deps, query, its, looked.vectors)).slice(0, candidates.length);
    judged.push({ query, verdicts: its.verdicts, evaluations });
  }
  return judged;
}

async function judgeAll(
  deps: Deps,
  query: KeptQuery,
  gathered: Gathered,
  vectors: Looked['vectors'],
): Promise<Evaluation[]> {
  const { all, read, asked, verdicts } = gathered;
  const evidence = await evidenceOf(deps, query, gathered);
  const question = { text: questionText(query), vector: asked.meaning?.vector ?? null };
  const taught = isTelling(verdicts)
    ? await teach({ all, read, question, vectors, scores: evidence.map(questionScore), verdicts })
    : null;
  return all.map(({ id }, i) => {
    const ids = { candidate: id, query: query.key, version: query.value.version };
    const learned = taught && { score: taught.scores[i] as number, verdicts: taught.verdicts };
    return toEvaluation(ids, query.value, evidence[i] as Evidence, learned);
  });
}

/** What was skipped says nothing. */
function isTelling(verdicts: readonly KeptVerdict[]): boolean {
  return verdicts.some(({ value }) => value.verdict !== 'skip');
}

/** Papers that were judged and are not among the candidates, and others of the library where there are too few to compare with. */
async function othersToLearnFrom(
  deps: Deps,
  { workspace, candidates }: EvaluateRequest,
  verdicts: readonly KeptVerdict[],
): Promise<Candidate[]> {
  if (!isTelling(verdicts)) return [];
  const known = new Set(candidates.map(({ id }) => id));
  const judged = [...new Set(verdicts.map(({ value }) => value.paper))].filter((id) => !known.has(id));
  const papers = await papersOf(deps).getMany(workspace, judged);
  const few = BACKGROUND - candidates.length;
  const query = { index: 'by_standing' as const, where: { standing: 'library' as const }, limit: BACKGROUND };
  const more = few > 0 ? (await papersOf(deps).list(workspace, query)).items : [];
  const others = new Map([...papers, ...more].map((paper) => [paper.key, paper]));
  return [...others.values()]
    .filter(({ key }) => !known.has(key))
    .map(({ key, value }) => ({ id: key, item: value.item }));
}

interface Read {
  readonly vocabulary: Vocabulary;
  readonly texts: readonly CandidateText[];
}

async function readAll(candidates: readonly Candidate[], signal: AbortSignal | undefined): Promise<Read> {
  const vocabulary = new Vocabulary();
  const texts = await inBreaths(candidates, ({ item }) => {
    signal?.throwIfAborted();
    return vocabulary.add(item);
  });
  return { vocabulary, texts };
}

interface Asked {
  readonly words: WordScorer;
  readonly meaning: MeaningScorer | null;
}

async function askAll(
  deps: Deps,
  parts: EvaluateParts,
  request: EvaluateRequest,
  { vocabulary }: Read,
): Promise<Asked[]> {
  const { workspace, queries, signal } = request;
  const scorers = await Promise.all(
    queries.map(({ value: { question, keywords, preferred } }) =>
      wordScorer(deps, workspace, [question, ...keywords, ...preferred], vocabulary),
    ),
  );
  const questions = queries.map((query, i) => ({
    text: questionText(query),
    idfOf: (word: string) => (scorers[i] as WordScorer).idfOf(word),
  }));
  const meanings = queries.length === 0 ? [] : await meaningScorers(deps, parts.embedder(), questions, signal);
  return scorers.map((words, i) => ({ words, meaning: meanings[i] ?? null }));
}

function questionText({ value: { question, keywords } }: KeptQuery): string {
  return [question, ...(keywords.length > 0 ? [keywords.join(', ')] : [])].join('\n');
}

interface Looked {
  /** By query, then by paper; null without a vector. */
  readonly meaning: readonly (readonly (number | null)[])[];
  /** Where something is learned from them. */
  readonly vectors: readonly (Float32Array | null)[];
}

async function lookAll(
  deps: Deps,
  parts: EvaluateParts,
  { workspace, candidates, signal, onProgress }: EvaluateRequest,
  { asked, learns }: { readonly asked: readonly Asked[]; readonly learns: boolean },
): Promise<Looked> {
  const meaning: (number | null)[][] = asked.map(() => []);
  const vectors: (Float32Array | null)[] = [];
  if (asked.every((one) => one.meaning === null)) return { meaning, vectors };
  for (let i = 0; i < candidates.length; i += PORTION) {
    signal?.throwIfAborted();
    const portion = candidates.slice(i, i + PORTION);
    const found = await paperVectors(deps, parts.embedder(), { workspace, candidates: portion, signal });
    for (const [q, one] of asked.entries()) {
      const score = (paper: PaperVector | null) => (paper && one.meaning ? one.meaning.scoreOf(paper) : null);
      meaning[q]?.push(...(await inBreaths(found, score)));
    }
    if (learns) vectors.push(...found.map((paper) => paper?.vector ?? null));
    onProgress?.(Math.min(i + PORTION, candidates.length), candidates.length);
  }
  return { meaning, vectors };
}

interface Cited {
  readonly cites: ReadonlyMap<string, readonly string[]>;
  readonly owned: ReadonlySet<string>;
}

async function citationsAround(deps: Deps, workspace: string, candidates: readonly Candidate[]): Promise<Cited> {
  const cites = await citesOf(deps, workspace, candidates);
  return { cites, owned: await ownedAmong(deps, workspace, new Set([...cites.values()].flat())) };
}

interface Gathered {
  readonly all: readonly Candidate[];
  readonly read: Read;
  readonly asked: Asked;
  readonly meaning: readonly (number | null)[];
  readonly cited: Cited;
  readonly verdicts: readonly KeptVerdict[];
}

function evidenceOf(deps: Deps, query: KeptQuery, gathered: Gathered): Promise<Evidence[]> {
  const { all, read, asked, meaning, cited, verdicts } = gathered;
  const criteria = criteriaOf(query.value);
  const likes = verdicts.filter(({ value }) => value.verdict === 'like').map(({ value }) => value.paper);
  const liked = new Set(likes.flatMap((id) => [id, ...(cited.cites.get(id) ?? [])]));
  const now = deps.clock.now();
  return inBreaths(all, ({ id, item }, i) => {
    const text = read.texts[i] as CandidateText;
    return {
      words: asked.words.scoreOf(text),
      meaning: meaning[i] ?? null,
      citations: citationPart(cited.cites.get(id), { liked, owned: cited.owned }),
      recency: recencyOf(yearOf(item), now),
      criteria: criteria(item, text),
    };
  });
}

/** Counted from the middle of the year; null where nobody knows it. */
function recencyOf(year: number | null, now: number): number | null {
  if (year === null) return null;
  const age = Math.max(0, (now - Date.UTC(year, 6)) / YEAR_MS);
  return 2 ** (-age / HALF_LIFE_YEARS);
}
