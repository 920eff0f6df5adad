/** Runs as work: one at a time for a source, whoever asks and from wherever, done by whichever process is there. */
import { z } from 'zod';
import type { WorkData, WorkItem } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { WorkControl } from '../../../work/work-kind.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';
import { runsOf, sourcesOf } from '../store/index.ts';
import type { KeptRun } from '../store/run-record.ts';
import { RUN_WORK } from '../work-kinds.ts';
import { runSource, usualMost, type RunParts } from './run-source.ts';

const payloadSchema = z.strictObject({
  source: z.string(),
  query: z.string().nullable(),
  trigger: z.enum(['asked', 'schedule']),
  /** Null for what the source and its queries say. */
  most: z.number().int().nullable(),
  asked_at: z.number(),
});

type Payload = z.output<typeof payloadSchema>;

export interface AskedRun {
  readonly workspace: string;
  readonly source: string;
  readonly query: string | null;
  readonly trigger: Payload['trigger'];
  readonly most: number | null;
}

export function registerRuns(deps: Deps, runner: Pick<WorkRunner, 'register'>, parts: Omit<RunParts, 'deps'>): void {
  runner.register({
    ...RUN_WORK,
    run: (item, control) => runItem({ deps, ...parts }, item, control),
  });
}

export async function askRun(deps: Deps, runner: WorkRunner, asked: AskedRun): Promise<WorkItem> {
  const { workspace, ...order } = asked;
  const payload = { ...order, asked_at: deps.clock.now() };
  // What somebody waits for comes before what is only due.
  const priority = order.trigger === 'asked' ? 1 : -1;
  return runner.ask({ kind: RUN_WORK.kind, workspace, key: order.source, payload, priority });
}

async function runItem(parts: RunParts, item: WorkItem, control: WorkControl): Promise<WorkData> {
  const { deps } = parts;
  const payload = payloadSchema.parse(item.payload);
  const workspace = item.workspace ?? deps.config.workspace;
  const since = await runSince(deps, workspace, payload);
  if (since) return toResult(since);
  const { source, query, trigger } = payload;
  if ((await sourcesOf(deps).get(workspace, source)) === null) return null;
  const most = payload.most ?? (await usualMost(deps, workspace, source, query));
  const order = { workspace, source, query, trigger, most, task: item.id };
  return toResult(await runSource(parts, order, control));
}

/** Asked for while it was being run: that was it. */
async function runSince(deps: Deps, workspace: string, { source, asked_at: at }: Payload): Promise<KeptRun | null> {
  const last = (await sourcesOf(deps).get(workspace, source))?.value.last;
  if (!last || last.ended_at <= at || last.started_at > deps.clock.now()) return null;
  return runsOf(deps).get(workspace, last.run);
}

function toResult({ key, value }: KeptRun): WorkData {
  const { source_name: source, status, found, new: fresh, known, rejected, requests } = value;
  return { run_id: key, source, status, found, new: fresh, known, rejected, requests };
}
