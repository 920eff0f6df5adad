/** Background work as clients and `--json` show it. */
import type { TaskStatus } from '@zapomni/core/ports';

export function toTask({ id, name, state, done, total, startedAt, endedAt }: TaskStatus) {
  return {
    task_id: id,
    name,
    state,
    done,
    total,
    percent: state === 'completed' ? 100 : total > 0 ? Math.floor((100 * done) / total) : 0,
    started_at: new Date(startedAt).toISOString(),
    ...(endedAt === null ? {} : { ended_at: new Date(endedAt).toISOString() }),
  };
}
