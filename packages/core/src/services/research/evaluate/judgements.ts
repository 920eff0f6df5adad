/** The collections of what was judged, opened, and what is counted in them. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { DECISIONS, VERDICTS, type Decision, type Evaluation, type Verdict } from './evaluation.ts';
import {
  judgementKey,
  RESEARCH_EVALUATIONS,
  RESEARCH_VERDICTS,
  type EvaluationRecord,
  type KeptEvaluation,
  type KeptVerdict,
} from './judgement-record.ts';
import type { KeptQuery } from '../queries/query-record.ts';

type Services = Pick<Deps, 'storage' | 'clock'>;

const evaluationsOf = (deps: Services) => collection(deps, RESEARCH_EVALUATIONS);
export const verdictsOf = (deps: Services) => collection(deps, RESEARCH_VERDICTS);

const PAGE = 500;
/** Enough to learn from; of more the latest count. */
const MOST_VERDICTS = 2000;

/** The latest first. */
export async function verdictsFor(deps: Services, workspace: string, query: string): Promise<KeptVerdict[]> {
  const found: KeptVerdict[] = [];
  for (let cursor: string | undefined; found.length < MOST_VERDICTS;) {
    const place = cursor === undefined ? {} : { cursor };
    const asked = { index: 'by_query' as const, where: { query }, descending: true, limit: PAGE, ...place };
    const { items, next } = await verdictsOf(deps).list(workspace, asked);
    found.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return found;
}

export interface JudgedCounts {
  readonly evaluated: Readonly<Record<Decision, number>>;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

export async function judgedCounts(deps: Services, workspace: string, query: string): Promise<JudgedCounts> {
  const evaluated = DECISIONS.map((decision) =>
    evaluationsOf(deps).count(workspace, { index: 'by_decision', where: { query, decision } }),
  );
  const verdicts = VERDICTS.map((verdict) =>
    verdictsOf(deps).count(workspace, { index: 'by_verdict', where: { query, verdict } }),
  );
  const [said, done] = await Promise.all([Promise.all(evaluated), Promise.all(verdicts)]);
  return {
    evaluated: Object.fromEntries(DECISIONS.map((name, i) => [name, said[i] ?? 0])) as JudgedCounts['evaluated'],
    verdicts: Object.fromEntries(VERDICTS.map((name, i) => [name, done[i] ?? 0])) as JudgedCounts['verdicts'],
  };
}

/** The best by score. */
export async function bestEvaluations(
  deps: Services,
  workspace: string,
  query: string,
  most: number,
): Promise<readonly KeptEvaluation[]> {
  const asked = { index: 'by_query' as const, where: { query }, descending: true, limit: most };
  return (await evaluationsOf(deps).list(workspace, asked)).items;
}

/** As they are kept; what is not of a kept paper is not. */
export async function keepEvaluations(
  deps: Services,
  workspace: string,
  { key, value }: KeptQuery,
  { evaluations, verdicts }: { readonly evaluations: readonly Evaluation[]; readonly verdicts: number },
): Promise<void> {
  const at = deps.clock.now();
  const writes = evaluations.map((one) => {
    const { candidate: paper, query: _query, version, met, missed, parts, ...rest } = one;
    const record: EvaluationRecord = {
      ...rest,
      query: key,
      query_name: value.name,
      version,
      paper,
      parts: { ...parts },
      met: [...met],
      missed: [...missed],
      verdicts,
      at,
    };
    return evaluationsOf(deps).writeFor(judgementKey(key, paper), record, { parent: paper });
  });
  for (let i = 0; i < writes.length; i += PAGE)
    await deps.storage.records.write(workspace, writes.slice(i, i + PAGE), at);
}
