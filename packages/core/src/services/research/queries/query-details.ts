/** A query with what became of it: how much was found and judged for it, its earlier versions, and the best papers for it. */
import type { Deps } from '../../deps.ts';
import { foundCounts, type FoundCounts } from '../discovery/findings/count-findings.ts';
import type { KeptEvaluation } from '../evaluate/judgement-record.ts';
import { bestEvaluations, judgedCounts, type JudgedCounts } from '../evaluate/judgements.ts';
import { papersOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { deleteQuery, earlierVersions, findQuery, listQueries, type QueryVersion } from './queries.ts';
import type { KeptQuery } from './query-record.ts';

export interface FollowedQuery {
  readonly query: KeptQuery;
  readonly counts: JudgedCounts;
}

export interface QueryDetails extends FollowedQuery {
  readonly found: FoundCounts;
  readonly versions: readonly QueryVersion[];
  /** What was judged best, with the paper. */
  readonly best: readonly { readonly paper: KeptPaper; readonly evaluation: KeptEvaluation }[];
}

const MOST_SHOWN = 10;

async function counted(deps: Deps, workspace: string, query: KeptQuery): Promise<FollowedQuery> {
  return { query, counts: await judgedCounts(deps, workspace, query.key) };
}

export async function followedQueries(deps: Deps, workspace: string): Promise<FollowedQuery[]> {
  const queries = await listQueries(deps, workspace);
  return Promise.all(queries.map((query) => counted(deps, workspace, query)));
}

export async function queryDetails(deps: Deps, workspace: string, named: string): Promise<QueryDetails> {
  const query = await findQuery(deps, workspace, named);
  const [followed, found, versions, best] = await Promise.all([
    counted(deps, workspace, query),
    foundCounts(deps, workspace, query.key),
    earlierVersions(deps, workspace, query.key),
    bestOf(deps, workspace, query.key),
  ]);
  return { ...followed, found, versions, best };
}

/** With what is left behind. */
export async function deleteFollowed(
  deps: Deps,
  workspace: string,
  request: { readonly query: string; readonly confirm: boolean },
): Promise<FollowedQuery> {
  const followed = await counted(deps, workspace, await findQuery(deps, workspace, request.query));
  await deleteQuery(deps, workspace, request);
  return followed;
}

async function bestOf(deps: Deps, workspace: string, query: string): Promise<QueryDetails['best']> {
  const evaluations = await bestEvaluations(deps, workspace, query, MOST_SHOWN);
  const ids = evaluations.map(({ value }) => value.paper);
  const byId = new Map((await papersOf(deps).getMany(workspace, ids)).map((paper) => [paper.key, paper]));
  return evaluations.flatMap((evaluation) => {
    const paper = byId.get(evaluation.value.paper);
    return paper ? [{ paper, evaluation }] : [];
  });
}
