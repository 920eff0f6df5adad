/** Waiting for runs that were started, whichever process does them, and telling how far each has got. */
import type { WorkItem } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { followWork } from '../../../work/follow-work.ts';
import { isLive } from '../../../work/work-kind.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';
import { runsOf } from '../store/index.ts';
import type { KeptRun } from '../store/run-record.ts';
import type { StartedRun } from './start-runs.ts';

export interface FollowRuns {
  readonly workspace: string;
  readonly started: readonly StartedRun[];
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told whenever one of them has got on. */
  readonly onProgress?: ((runs: readonly FollowedRun[]) => void) | undefined;
}

export interface FollowedRun {
  readonly started: StartedRun;
  /** As the queue has it; null of one that was not started. */
  readonly task: WorkItem | null;
  /** Null before its first page, and of one that was not started. */
  readonly run: KeptRun | null;
}

export async function followRuns(deps: Deps, runner: WorkRunner, request: FollowRuns): Promise<FollowedRun[]> {
  const { started, waitMs, signal, onProgress } = request;
  const now = started.map((one): FollowedRun => ({ started: one, task: one.task, run: null }));
  const within = AbortSignal.any([AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]);
  const look = async (i: number, task: WorkItem): Promise<void> => {
    now[i] = { ...(now[i] as FollowedRun), task, run: await runOf(deps, request.workspace, task) };
    onProgress?.(now);
  };
  await Promise.all(
    started.map(async ({ task }, i) => {
      if (!task) return;
      let telling = Promise.resolve();
      const onItem = (item: WorkItem): void => {
        telling = telling.then(() => (onProgress ? look(i, item) : undefined));
      };
      const item = await followWork(runner, task.id, {
        signal: within,
        onProgress: onItem,
        isOver: (one) => !isLive(one),
      });
      await telling;
      if (item) await look(i, item);
    }),
  );
  return now;
}

/** What it says that it did; before that, the latest of its own: an item may be asked for again. */
async function runOf(deps: Deps, workspace: string, { id: task, state, result }: WorkItem): Promise<KeptRun | null> {
  const done = state === 'completed' ? (result as { run_id?: string } | null)?.run_id : undefined;
  if (done !== undefined) return runsOf(deps).get(workspace, done);
  const query = { index: 'by_task' as const, where: { task }, descending: true, limit: 1 };
  return (await runsOf(deps).list(workspace, query)).items[0] ?? null;
}
