/** What was found for a query, page by page, with what the user said of it. Looking changes nothing. */
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import type { Verdict } from '../../evaluate/evaluation.ts';
import { judgementKey, RESEARCH_VERDICTS } from '../../evaluate/judgement-record.ts';
import { findQuery } from '../../queries/queries.ts';
import type { KeptQuery } from '../../queries/query-record.ts';
import { WORTH_A_LOOK } from '../run/make-finding.ts';
import { findingsOf } from '../store/index.ts';
import { withPapers, type ShownFinding } from './check-findings.ts';

export interface ListFindingsRequest {
  readonly workspace: string;
  readonly query: string;
  /** `new`: those nobody has seen and that are worth it, the best first. `all`: the latest first. */
  readonly which: 'new' | 'all';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListedFindings {
  readonly query: KeptQuery;
  readonly total: number;
  readonly findings: readonly (ShownFinding & { readonly verdict: Verdict | null })[];
  readonly next: string | null;
}

export async function listFindings(deps: Deps, request: ListFindingsRequest): Promise<ListedFindings> {
  const { workspace, which, limit, cursor } = request;
  const query = await findQuery(deps, workspace, request.query);
  const range =
    which === 'new'
      ? { index: 'by_news' as const, where: { query: query.key, seen: false }, from: WORTH_A_LOOK }
      : { index: 'by_time' as const, where: { query: query.key } };
  const place = cursor === undefined ? {} : { cursor };
  const [page, total] = await Promise.all([
    findingsOf(deps).list(workspace, { ...range, descending: true, limit, ...place }),
    findingsOf(deps).count(workspace, range),
  ]);
  const shown = await withPapers(deps, workspace, page.items);
  const keys = shown.map(({ paper }) => judgementKey(query.key, paper.key));
  const verdicts = await collection(deps, RESEARCH_VERDICTS).getMany(workspace, keys);
  const said = new Map(verdicts.map(({ value }) => [value.paper, value.verdict]));
  const findings = shown.map((one) => ({ ...one, verdict: said.get(one.paper.key) ?? null }));
  return { query, total, findings, next: page.next };
}
