/** The record of a run: one that another process has left, or a new one. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { runsOf, sourcesOf } from '../store/index.ts';
import type { KeptRun, RunRecord } from '../store/run-record.ts';
import type { KeptSource } from '../store/source-record.ts';
import { RunState, type RunOrder } from './run-state.ts';

export async function beginRun(deps: Deps, order: RunOrder, source: KeptSource): Promise<RunState> {
  const { workspace } = order;
  const left = await leftBy(deps, order);
  if (left) return new RunState(deps, workspace, { source, run: left, resumed: true });
  const key = deps.ids.next();
  await runsOf(deps).put(workspace, key, newRun(deps, order, source), { ifVersion: 0 });
  const run = (await runsOf(deps).get(workspace, key)) as KeptRun;
  return new RunState(deps, workspace, { source, run, resumed: false });
}

/** Not at its end, because whoever did it is gone. */
async function leftBy(deps: Deps, { workspace, task }: RunOrder): Promise<KeptRun | null> {
  const { items } = await runsOf(deps).list(workspace, {
    index: 'by_task',
    where: { task },
    descending: true,
    limit: 1,
  });
  return items.find(({ value }) => value.status === 'running') ?? null;
}

function newRun(deps: Deps, { query, trigger, task, most }: RunOrder, source: KeptSource): RunRecord {
  return {
    source: source.key,
    source_name: source.value.name,
    kind: source.value.kind,
    query,
    trigger,
    task,
    status: 'running',
    started_at: deps.clock.now(),
    ended_at: null,
    most,
    from: null,
    until: null,
    cursor: null,
    pages: 0,
    found: 0,
    new: 0,
    known: 0,
    rejected: 0,
    forgotten: 0,
    skipped: 0,
    skipped_why: [],
    requests: 0,
    cost: 0,
    total: null,
    more: false,
    error: null,
    retry_at: null,
    key_setting: null,
  };
}

export async function sourceById(deps: Deps, workspace: string, id: string): Promise<KeptSource> {
  const source = await sourcesOf(deps).get(workspace, id);
  if (source) return source;
  throw new ZapomniError('NOT_FOUND', 'source_name: the source has been deleted meanwhile.');
}

/** So many of a source are kept. */
const KEPT_RUNS = 300;
const PORTION = 50;

export async function forgetOldRuns(deps: Deps, workspace: string, source: string): Promise<void> {
  const asked = { index: 'by_source' as const, where: { source } };
  const excess = (await runsOf(deps).count(workspace, asked)) - KEPT_RUNS;
  if (excess <= 0) return;
  const { items } = await runsOf(deps).list(workspace, { ...asked, limit: Math.min(excess, PORTION) });
  const gone = items.map(({ key }) => runsOf(deps).deletionOf(key));
  await deps.storage.records.write(workspace, gone, deps.clock.now());
}
