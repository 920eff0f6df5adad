/** Runs as work that outlives the call and the process: begun again after a crash it is the same run, with the same findings. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { WorkItem } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import type { WorkControl, WorkKind } from '../../../work/work-kind.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';
import { valuesFor, type RunValues } from '../definition/params.ts';
import { definitionOf, findWorkflow } from '../store/workflows.ts';
import { runsOf, type KeptWorkflow } from '../store/workflow-record.ts';
import { WORKFLOW_WORK } from '../work-kind.ts';
import { browsingOff, execute, requireFinished } from './execute.ts';

interface Payload {
  readonly workflow: string;
  readonly version: number;
  readonly values: RunValues;
}

export interface RunRequest {
  readonly workspace: string;
  readonly workflow: KeptWorkflow;
  readonly version?: number | undefined;
  readonly values: RunValues;
}

/** What is wrong with it is told now and not by the work. The same asked twice while it runs is one run. */
export async function askForRun(deps: Deps, runner: WorkRunner, request: RunRequest): Promise<WorkItem> {
  const { workspace, workflow, values } = request;
  const version = request.version ?? workflow.value.version;
  const definition = await definitionOf(deps, workspace, workflow, version);
  requireFinished(definition);
  valuesFor(definition, values);
  requireActive(workflow);
  await requireBrowser(deps);
  const payload = { workflow: workflow.key, version, values: { ...values, keywords: [...values.keywords] } };
  const key = await sha256(JSON.stringify([workspace, payload]));
  return runner.ask({ kind: WORKFLOW_WORK.kind, workspace, payload, key, priority: 1 });
}

/** What no site can help is said at once, and leaves no run behind. */
async function requireBrowser({ browser }: Deps): Promise<void> {
  const facts = (await browser?.about()) ?? { browser: null, reason: null };
  if (!facts.browser) throw browsingOff(facts.reason);
}

export function requireActive({ value }: KeptWorkflow): void {
  if (value.active) return;
  throw new ZapomniError('CONFLICT', 'The workflow is switched off.', {
    hint: 'update_workflow_status with is_active: true switches it on; a dry run works all the same.',
  });
}

export function registerRuns(deps: Deps, kinds: { register(kind: WorkKind): void }): void {
  kinds.register({
    ...WORKFLOW_WORK,
    run: (item, control) => runWork(deps, item, control),
  });
}

async function runWork(deps: Deps, item: WorkItem, control: WorkControl): Promise<WorkItem['result']> {
  const { workflow: id, version, values } = item.payload as unknown as Payload;
  const workspace = item.workspace ?? deps.config.workspace;
  const workflow = await findWorkflow(deps, workspace, id);
  const definition = await definitionOf(deps, workspace, workflow, version);
  const onStep = (done: number, total: number, action: string): void => control.progress(done, total, action);
  const { signal } = control;
  try {
    const given = { workspace, workflow, definition, version, values, runId: item.id, trigger: 'call' as const };
    const { run } = await execute(deps, { ...given, signal, onStep });
    const { status, counts, failure } = run.value;
    return { run_id: run.key, status, items: counts.items, failure: failure && { ...failure } };
  } catch (error) {
    if (control.stop === 'cancelled') await markCancelled(deps, workspace, item.id);
    throw error;
  }
}

async function markCancelled(deps: Deps, workspace: string, id: string): Promise<void> {
  const runs = runsOf(deps);
  const run = await runs.get(workspace, id);
  if (run?.value.status !== 'running') return;
  const ended = { ...run.value, status: 'cancelled' as const, ended_at: deps.clock.now() };
  await runs.put(workspace, id, ended, { parent: run.parent, ifVersion: run.version });
}
