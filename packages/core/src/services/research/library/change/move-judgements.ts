/**
 * What was found and judged of a paper goes where the paper goes: to the one that it is merged into, and with the identifiers that are split off
 * again. Of two verdicts for one query the later counts; taking the merge back brings both.
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { DISCOVERY_FINDINGS, findingKey, type KeptFinding } from '../../discovery/store/finding-record.ts';
import { judgementKey, RESEARCH_EVALUATIONS, RESEARCH_VERDICTS } from '../../evaluate/judgement-record.ts';
import { papersOf } from '../store/index.ts';

/** More queries than anybody follows. */
const MOST = 500;

export async function mergedJudgements(
  deps: Deps,
  workspace: string,
  into: string,
  from: string,
): Promise<RecordWrite[]> {
  return [
    ...(await mergedVerdicts(deps, workspace, into, from)),
    ...(await mergedEvaluations(deps, workspace, into, from)),
    ...(await mergedFindings(deps, workspace, into, from)),
  ];
}

const of = (paper: string) => ({ index: 'by_paper' as const, where: { paper }, limit: MOST });

async function mergedVerdicts(deps: Deps, workspace: string, into: string, from: string): Promise<RecordWrite[]> {
  const verdicts = collection(deps, RESEARCH_VERDICTS);
  const [theirs, ours] = await Promise.all([verdicts.list(workspace, of(from)), verdicts.list(workspace, of(into))]);
  const saidAt = new Map(ours.items.map(({ value }) => [value.query, value.at]));
  return theirs.items.flatMap(({ key, value }) => {
    const isLater = (saidAt.get(value.query) ?? -1) < value.at;
    const moved = { ...value, paper: into, merged_from: value.merged_from ?? from };
    const put = verdicts.writeFor(judgementKey(value.query, into), moved, { parent: into });
    return [verdicts.deletionOf(key), ...(isLater ? [put] : [])];
  });
}

/** Of what the program says the first keeps its own: it is judged anew whenever somebody asks. */
async function mergedEvaluations(deps: Deps, workspace: string, into: string, from: string): Promise<RecordWrite[]> {
  const evaluations = collection(deps, RESEARCH_EVALUATIONS);
  const [theirs, ours] = await Promise.all([
    evaluations.list(workspace, of(from)),
    evaluations.list(workspace, of(into)),
  ]);
  const judged = new Set(ours.items.map(({ value }) => value.query));
  return theirs.items.flatMap(({ key, value }) => {
    const put = evaluations.writeFor(judgementKey(value.query, into), { ...value, paper: into }, { parent: into });
    return [evaluations.deletionOf(key), ...(judged.has(value.query) ? [] : [put])];
  });
}

/** One finding for a query, which names all that showed either. */
async function mergedFindings(deps: Deps, workspace: string, into: string, from: string): Promise<RecordWrite[]> {
  const findings = collection(deps, DISCOVERY_FINDINGS);
  const [theirs, ours] = await Promise.all([findings.list(workspace, of(from)), findings.list(workspace, of(into))]);
  const own = new Map(ours.items.map((one) => [one.value.query, one]));
  return theirs.items.flatMap((finding) => {
    const { query } = finding.value;
    const value = { ...joined(own.get(query), finding), paper: into };
    return [findings.deletionOf(finding.key), findings.writeFor(findingKey(query, into), value, { parent: into })];
  });
}

function joined(own: KeptFinding | undefined, { value: other }: KeptFinding): KeptFinding['value'] {
  if (!own) return other;
  const names = new Set(own.value.sources.map(({ source }) => source));
  return { ...own.value, sources: [...own.value.sources, ...other.sources.filter(({ source }) => !names.has(source))] };
}

/** Verdicts that came with a paper whose identifiers are split off now. */
export async function splitJudgements(
  deps: Deps,
  workspace: string,
  paper: string,
  other: { readonly id: string; readonly ids: readonly Identifier[] },
): Promise<RecordWrite[]> {
  const verdicts = collection(deps, RESEARCH_VERDICTS);
  const { items } = await verdicts.list(workspace, of(paper));
  const came = items.filter(({ value }) => value.merged_from !== null);
  const papers = await papersOf(deps).getMany(workspace, [
    ...new Set(came.map(({ value }) => value.merged_from ?? '')),
  ]);
  const gone = new Set(other.ids.map(identifierKey));
  const leaving = new Set(
    papers
      .filter(({ value }) => value.item.identifiers.some((id) => gone.has(identifierKey(id))))
      .map(({ key }) => key),
  );
  return came
    .filter(({ value }) => leaving.has(value.merged_from ?? ''))
    .flatMap(({ key, value }) => {
      const moved = { ...value, paper: other.id, merged_from: null };
      const put = verdicts.writeFor(judgementKey(value.query, other.id), moved, { parent: other.id });
      return [verdicts.deletionOf(key), put];
    });
}
