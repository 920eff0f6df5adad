/** Work that outlives the call that asked for it, as callers see it: the same from every process, and after a restart. */
import { invalidField, ZapomniError } from '../errors/index.ts';
import type { WorkItem, WorkPage, WorkState } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import { followWork } from '../services/work/follow-work.ts';
import type { WorkRunner } from '../services/work/work-runner.ts';

const MOST_WORK = 100;
const USUAL_WORK = 20;

export interface ListWorkRequest {
  /** Only work of this name, e.g. `embedding` or `build_graph`. */
  readonly name?: string | undefined;
  readonly states?: readonly WorkState[] | undefined;
  /** 1–100; 20. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface WorkCalls {
  /** NOT_FOUND for one that never was, or that ended long ago. */
  get(id: string): Promise<WorkItem>;
  /** Those that run first, then those that wait, then the latest ended. */
  list(request?: ListWorkRequest): Promise<WorkPage>;
  /** Wherever it runs. False when it had ended already. What it did stays; what it left can be taken up again. */
  cancel(id: string): Promise<{ readonly task: WorkItem; readonly cancelled: boolean }>;
  /** Begins one anew that failed or was cancelled; CONFLICT for others. */
  retry(id: string): Promise<WorkItem>;
  /** Waits until it has ended, the time is up or the signal fires, and tells of how far it is meanwhile. */
  follow(id: string, options: FollowRequest): Promise<WorkItem>;
}

export interface FollowRequest {
  readonly waitMs: number;
  readonly onProgress?: (item: WorkItem) => void;
  readonly signal?: AbortSignal | undefined;
}

export function createWorkCalls({ storage }: Deps, runner: WorkRunner): WorkCalls {
  const get = async (id: string): Promise<WorkItem> => (await runner.get(id)) ?? missing();
  return {
    get,
    list: async (request = {}) => {
      const { items, ...page } = await storage.work.list(toFilter(request, runner), toPage(request));
      return { ...page, items: items.map((item) => runner.shown(item)) };
    },
    cancel: async (id) => {
      const { item, cancelled } = (await runner.cancel(id)) ?? missing();
      return { task: item, cancelled };
    },
    retry: async (id) => {
      const { state } = await get(id);
      if (state !== 'failed' && state !== 'cancelled') throw notEnded(state);
      return (await runner.retry(id)) ?? missing();
    },
    follow: async (id, { waitMs, onProgress, signal }) => {
      const signals = [AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])];
      const options = { signal: AbortSignal.any(signals), ...(onProgress ? { onProgress } : {}) };
      return (await followWork(runner, id, options)) ?? missing();
    },
  };
}

function toFilter({ name, states }: ListWorkRequest, runner: WorkRunner) {
  return { ...(name === undefined ? {} : { kinds: runner.kindsNamed(name) }), ...(states ? { states } : {}) };
}

function toPage({ limit = USUAL_WORK, cursor }: ListWorkRequest) {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_WORK)
    throw invalidField('limit', `must be a whole number from 1 to ${MOST_WORK}`);
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
}

function notEnded(state: WorkState): ZapomniError {
  const how = state === 'completed' ? 'has ended well' : 'has not ended';
  return new ZapomniError('CONFLICT', `task_id: that task ${how}.`, {
    hint: 'Only one that failed or was cancelled can be begun anew.',
    issues: [{ field: 'task_id', error: how }],
  });
}

function missing(): never {
  throw new ZapomniError('NOT_FOUND', 'task_id: no such task.', {
    hint: 'list_tasks shows those that run, those that wait and those that ended lately.',
    issues: [{ field: 'task_id', error: 'not found' }],
  });
}
