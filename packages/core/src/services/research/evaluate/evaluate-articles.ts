/** Papers of the library and what was found, judged by a query: the ones named, or all that the user has not judged yet, the best first. */
import { invalidField } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { papersOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { findQuery } from '../queries/queries.ts';
import type { KeptQuery } from '../queries/query-record.ts';
import { evaluatePapers, type EvaluatedBy, type EvaluateParts } from './evaluate-papers.ts';
import { DECISIONS, type Decision, type Evaluation, type Verdict } from './evaluation.ts';
import type { KeptVerdict } from './judgement-record.ts';
import { keepEvaluations } from './judgements.ts';
import { judgeByModel, type ModelJudgement } from './model-judgement.ts';
import { estimateStopping, type StoppingEstimate } from './stopping.ts';

export interface EvaluateArticlesRequest {
  readonly workspace: string;
  readonly query: string;
  /** By any name; all that are not judged yet where it is not given. */
  readonly articles?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Ask the language model too, where one is chosen. */
  readonly askModel: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface EvaluatedArticle {
  readonly paper: KeptPaper;
  readonly evaluation: Evaluation;
  /** What the user said before. */
  readonly verdict: Verdict | null;
  readonly model: ModelJudgement | null;
}

export interface EvaluatedArticles {
  readonly query: KeptQuery;
  /** How many were judged. */
  readonly total: number;
  readonly decisions: Readonly<Record<Decision, number>>;
  /** From `offset` on: in the order named, or the best first. */
  readonly articles: readonly EvaluatedArticle[];
  readonly next: number | null;
  /** Of all that were not judged yet; null where papers were named. */
  readonly stopping: StoppingEstimate | null;
  /** Why the language model was not heard though one is chosen. */
  readonly modelProblem: string | null;
}

const PAGE = 500;
const MOST_ASKED = 20;

/** What is shown is kept as judged by this version of the query. */
export async function evaluateArticles(
  deps: Deps,
  parts: EvaluateParts,
  request: EvaluateArticlesRequest,
): Promise<EvaluatedArticles> {
  const { workspace, articles: named, limit, offset, signal, onProgress } = request;
  const query = await findQuery(deps, workspace, request.query);
  const papers = named ? await findAll(deps, workspace, named) : await everyPaper(deps, workspace, signal);
  const candidates = papers.map(({ key, value }) => ({ id: key, item: value.item }));
  const asked = { workspace, queries: [query], candidates, signal, onProgress };
  const [judged] = (await evaluatePapers(deps, parts, asked)) as [EvaluatedBy];
  const said = new Map(judged.verdicts.map(({ value }) => [value.paper, value.verdict]));
  const rows = papers.map((paper, i) => ({
    paper,
    evaluation: judged.evaluations[i] as Evaluation,
    verdict: said.get(paper.key) ?? null,
  }));
  const ordered = named ? rows : rows.filter(({ verdict }) => verdict === null).toSorted(bestFirst);
  const shown = ordered.slice(offset, offset + limit);
  const verdicts = judged.verdicts.length;
  await keepEvaluations(deps, workspace, query, { evaluations: shown.map(({ evaluation }) => evaluation), verdicts });
  const model = await askModel(deps, query, shown, request);
  return {
    query,
    total: ordered.length,
    decisions: countDecisions(ordered.map(({ evaluation }) => evaluation.decision)),
    articles: shown.map((row) => ({ ...row, model: model.judgements.get(row.paper.key) ?? null })),
    next: offset + limit < ordered.length ? offset + limit : null,
    stopping: named ? null : estimateStopping(inOrder(judged.verdicts), ordered.length),
    modelProblem: model.problem,
  };
}

type Row = Omit<EvaluatedArticle, 'model'>;

function bestFirst(one: Row, other: Row): number {
  return other.evaluation.score - one.evaluation.score || (one.paper.key < other.paper.key ? -1 : 1);
}

function countDecisions(decisions: readonly Decision[]): Record<Decision, number> {
  const counts = Object.fromEntries(DECISIONS.map((one) => [one, 0])) as Record<Decision, number>;
  for (const one of decisions) counts[one]++;
  return counts;
}

/** The earliest first, as they were read. What was skipped is neither. */
function inOrder(verdicts: readonly KeptVerdict[]): boolean[] {
  return verdicts
    .filter(({ value }) => value.verdict !== 'skip')
    .toReversed()
    .map(({ value }) => value.verdict === 'like');
}

function askModel(deps: Deps, { value }: KeptQuery, rows: readonly Row[], request: EvaluateArticlesRequest) {
  if (!request.askModel) return { judgements: new Map<string, ModelJudgement>(), problem: null };
  if (rows.length > MOST_ASKED)
    throw invalidField(
      'language_model',
      `is asked about at most ${MOST_ASKED} papers at once`,
      'Give a smaller limit.',
    );
  const candidates = rows.map(({ paper }) => ({ id: paper.key, item: paper.value.item }));
  return judgeByModel(deps, value, candidates, request.signal);
}

/** Each once; the error names the one that is none. */
async function findAll(deps: Deps, workspace: string, named: readonly string[]): Promise<KeptPaper[]> {
  const one = (article: string, i: number) =>
    findPaper(deps, workspace, article, named.length === 1 ? 'article_identifier' : `article_identifiers[${i}]`);
  const papers = await Promise.all(named.map(one));
  return [...new Map(papers.map((paper) => [paper.key, paper])).values()];
}

/** Of the library and found; one of several versions. */
async function everyPaper(deps: Deps, workspace: string, signal: AbortSignal | undefined): Promise<KeptPaper[]> {
  const papers: KeptPaper[] = [];
  for (const standing of ['library', 'found'] as const) {
    for (let cursor: string | undefined; ;) {
      signal?.throwIfAborted();
      const place = cursor === undefined ? {} : { cursor };
      const asked = { index: 'by_standing' as const, where: { standing }, limit: PAGE, ...place };
      const { items, next } = await papersOf(deps).list(workspace, asked);
      papers.push(...items.filter(({ value }) => value.merged_into === null && value.shown_as === null));
      if (next === null) break;
      cursor = next;
    }
  }
  return papers;
}
