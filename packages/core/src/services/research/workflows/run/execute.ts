/**
 * One run of a workflow: a visit of its own, the steps, and a record of what became of it. Whatever goes wrong on the way is the run's outcome and
 * no error of the caller's; begun again under the same id, it is the same run.
 */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import type { BrowserVisit, VisitStanding } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { valuesFor, type RunValues } from '../definition/params.ts';
import { runsOf, type KeptRun, type KeptWorkflow, type RunFailure, type RunRecord } from '../store/workflow-record.ts';
import { openSecret } from './fill-in.ts';
import { Interpreter } from './interpret.ts';
import { keepBytes, keepResult, type RunResult } from './run-result.ts';
import { siftRows } from './sift-rows.ts';
import { StepFailed } from './step-failed.ts';

export interface Execution {
  readonly workspace: string;
  readonly workflow: KeptWorkflow;
  /** Of that version, which may be an earlier one. */
  readonly definition: WorkflowDefinition;
  readonly version: number;
  readonly values: RunValues;
  readonly runId: string;
  readonly trigger: RunRecord['trigger'];
  readonly signal?: AbortSignal | undefined;
  onStep?(done: number, total: number, action: string): void;
}

export interface Executed {
  readonly run: KeptRun;
  readonly result: RunResult;
  /** What a step failed with; null where all were done. */
  readonly error: ZapomniError | null;
}

const NOTHING: VisitStanding = { requests: 0, bytes: 0, refused: [], pages: 0 };
const MB = 1_000_000;
const MOST_KEPT_RUNS = 50;

/** INVALID_INPUT for values that are wrong, CONFLICT for a definition that is not finished, before anything is opened. */
export async function execute(deps: Deps, execution: Execution): Promise<Executed> {
  const { definition, values, workspace, runId } = execution;
  requireFinished(definition);
  const filled = valuesFor(definition, values);
  const runs = runsOf(deps);
  const begun = beginning(deps, execution);
  await runs.put(workspace, runId, begun, { parent: execution.workflow.key });
  const visited = await visitAndRun(deps, execution, filled);
  execution.signal?.throwIfAborted();
  const { items, rows, skipped } = siftRows(definition, visited.rows, values);
  const result: RunResult = definition.output === 'papers' ? { output: 'papers', items } : { output: 'rows', rows };
  const counts = { rows: visited.rows.length, items: rows.length, skipped: visited.rows.length - rows.length };
  const record: RunRecord = {
    ...begun,
    ...visited.facts,
    status: statusOf(visited.error),
    ended_at: deps.clock.now(),
    counts,
    skipped: [...skipped],
    result: await keepResult(deps, result),
  };
  await runs.put(workspace, runId, record, { parent: execution.workflow.key });
  await forgetOldRuns(deps, workspace, execution.workflow.key);
  const run = await runs.get(workspace, runId);
  if (!run) throw new ZapomniError('CONFLICT', 'The workflow was deleted while it ran.');
  return { run, result, error: visited.error };
}

/** Papers need titles; a definition may be made step by step, and is not complete before it has them. */
export function requireFinished({ output, steps }: WorkflowDefinition): void {
  const extracts = steps.filter((step) => step.do === 'extract');
  const isThere = extracts.some(({ fields }) => output === 'rows' || Object.hasOwn(fields, 'title'));
  if (isThere) return;
  throw new ZapomniError('CONFLICT', 'The workflow has no step that extracts titles yet.', {
    hint: 'configure_search or add_workflow_action adds one; "output": "rows" needs no titles.',
  });
}

function beginning({ clock }: Deps, { workflow, version, trigger }: Execution): RunRecord {
  return {
    workflow: workflow.key,
    version,
    trigger,
    status: 'running',
    started_at: clock.now(),
    ended_at: null,
    counts: { rows: 0, items: 0, skipped: 0 },
    skipped: [],
    failure: null,
    log: [],
    traffic: { ...NOTHING, refused: [] },
    failure_picture: null,
    pictures: [],
    result: null,
  };
}

interface Visited {
  readonly rows: Interpreter['rows'];
  readonly facts: Pick<RunRecord, 'failure' | 'log' | 'traffic' | 'failure_picture' | 'pictures'>;
  readonly error: ZapomniError | null;
}

async function visitAndRun(
  deps: Deps,
  execution: Execution,
  values: Readonly<Record<string, string>>,
): Promise<Visited> {
  const { definition, signal } = execution;
  let visit: BrowserVisit | null = null;
  let interpreter: Interpreter | null = null;
  let thrown: unknown = null;
  try {
    visit = await openVisit(deps, definition, signal);
    const { limit } = execution.values;
    const onStep = execution.onStep ? { onStep: execution.onStep } : {};
    interpreter = new Interpreter({
      visit,
      definition,
      values,
      limit,
      secrets: deps.secrets,
      dry: false,
      signal,
      ...onStep,
    });
    await interpreter.run();
  } catch (error) {
    thrown = error;
  }
  try {
    return await toVisited(deps, { visit, interpreter, thrown });
  } finally {
    await visit?.close();
  }
}

/** INVALID_CONFIG where browsing is off. */
export async function openVisit(
  deps: Deps,
  definition: WorkflowDefinition,
  signal?: AbortSignal,
): Promise<BrowserVisit> {
  if (!deps.browser) throw browsingOff(null);
  const { limits, allow_hosts: hosts, session } = definition;
  return deps.browser.open({
    hosts,
    timeoutMs: limits.seconds * 1000,
    maxBytes: limits.megabytes * MB,
    maxPages: limits.pages,
    ...(session === undefined ? {} : { session: await openSecret(deps.secrets, sessionOf(session, definition)) }),
    ...(signal ? { signal } : {}),
  });
}

export function browsingOff(reason: string | null): ZapomniError {
  return new ZapomniError('INVALID_CONFIG', reason ?? 'Browsing is off.', {
    hint: 'docs/research.md says how it is switched on.',
  });
}

/** It is of the origin where the visit begins. */
function sessionOf(name: string, { steps }: WorkflowDefinition) {
  const first = steps.find((step) => step.do === 'goto');
  return { name, origin: first ? new URL(first.url).origin : '', kind: 'session' as const };
}

interface Ended {
  readonly visit: BrowserVisit | null;
  readonly interpreter: Interpreter | null;
  readonly thrown: unknown;
}

async function toVisited(deps: Deps, { visit, interpreter, thrown }: Ended): Promise<Visited> {
  const { requests, bytes, pages, refused } = visit ? visit.standing() : NOTHING;
  const { rows, log, pictures } = interpreter ?? { rows: [], log: [], pictures: [] };
  const failure = failureOf(thrown);
  return {
    rows,
    error: errorOf(thrown),
    facts: {
      failure,
      log: [...log],
      traffic: { requests, bytes, pages, refused: [...refused] },
      failure_picture: failure && visit ? await pictureOf(deps, visit) : null,
      pictures: await Promise.all(pictures.map((picture) => keepBytes(deps, picture))),
    },
  };
}

function errorOf(thrown: unknown): ZapomniError | null {
  if (thrown === null) return null;
  return thrown instanceof StepFailed ? thrown.error : toZapomniError(thrown);
}

function failureOf(thrown: unknown): RunFailure | null {
  if (thrown === null) return null;
  if (thrown instanceof StepFailed) return thrown.failure;
  const { code, message } = toZapomniError(thrown);
  return { code, message, step: null, action: null, selector: null };
}

/** A page that shows nothing any more is no reason to lose the rest. */
async function pictureOf(deps: Deps, visit: BrowserVisit): Promise<string | null> {
  const picture = await visit.screenshot().catch(() => null);
  return picture && keepBytes(deps, picture);
}

function statusOf(error: ZapomniError | null): RunRecord['status'] {
  if (!error) return 'succeeded';
  if (error.code === 'CANCELLED') return 'cancelled';
  return error.code === 'NEEDS_HUMAN' ? 'needs_human' : 'failed';
}

export async function latestRuns(deps: Deps, workspace: string, workflow: string, most: number): Promise<KeptRun[]> {
  const query = { index: 'by_workflow' as const, where: { workflow }, descending: true, limit: most };
  return [...(await runsOf(deps).list(workspace, query)).items];
}

async function forgetOldRuns(deps: Deps, workspace: string, workflow: string): Promise<void> {
  const old = (await latestRuns(deps, workspace, workflow, 2 * MOST_KEPT_RUNS)).slice(MOST_KEPT_RUNS);
  const writes = old.map(({ key }) => runsOf(deps).deletionOf(key));
  if (writes.length > 0) await deps.storage.records.write(workspace, writes, deps.clock.now());
}
