/** Work that goes on in the background of this process, as callers see it. */
import { ZapomniError } from '../errors/index.ts';
import type { TaskRunner, TaskStatus } from '../ports/index.ts';

export interface WorkCalls {
  /** NOT_FOUND for one that never was, or that ended long ago. */
  get(id: string): TaskStatus;
  /** Those that run first, then the latest. */
  list(): TaskStatus[];
  /** False when it had ended already. What it did stays; what it left can be taken up again. */
  cancel(id: string): { readonly task: TaskStatus; readonly cancelled: boolean };
}

export function createWorkCalls(tasks: TaskRunner): WorkCalls {
  const get = (id: string): TaskStatus => tasks.get(id) ?? missing();
  return {
    get,
    list: () => tasks.list().toSorted(byInterest),
    cancel(id) {
      get(id);
      const cancelled = tasks.cancel(id);
      return { task: get(id), cancelled };
    },
  };
}

function byInterest(one: TaskStatus, other: TaskStatus): number {
  const running = Number(other.state === 'running') - Number(one.state === 'running');
  return running || other.startedAt - one.startedAt;
}

function missing(): never {
  throw new ZapomniError('NOT_FOUND', 'task_id: no such task in this process.', {
    hint: 'list_tasks shows those that run and those that ended lately.',
    issues: [{ field: 'task_id', error: 'not found' }],
  });
}
