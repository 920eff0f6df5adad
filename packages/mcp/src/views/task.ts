/** Background work as clients and `--json` show it. */
import type { WorkItem, WorkPage } from '@zapomni/core/ports';
import { nameOfKind } from '@zapomni/core/work';
import { iso } from './values.ts';

export function toTask(item: WorkItem) {
  const { id, state, workspace, attempts, error, result, startedAt, endedAt } = item;
  const { done, total, message } = item.progress;
  return {
    task_id: id,
    name: nameOfKind(item.kind),
    state,
    done,
    total,
    percent: state === 'completed' ? 100 : total > 0 ? Math.floor((100 * done) / total) : 0,
    attempts,
    created_at: iso(item.createdAt),
    ...(message === '' ? {} : { message }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(error === null ? {} : { error: { ...error } }),
    ...(result === null ? {} : { result }),
    ...(state === 'queued' ? { due_at: iso(item.dueAt) } : {}),
    ...(startedAt === null ? {} : { started_at: iso(startedAt) }),
    ...(endedAt === null ? {} : { ended_at: iso(endedAt) }),
  };
}

export function toTasks({ items, next }: WorkPage) {
  return { count: items.length, tasks: items.map(toTask), ...(next === null ? {} : { next_cursor: next }) };
}
