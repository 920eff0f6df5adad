/** Background work as clients see it. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const taskOutput = z.object({
  task_id: z.string(),
  name: z.string(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  done: z.number().int(),
  total: z.number().int(),
  percent: z.number().int(),
  started_at: unlisted(z.string()),
  ended_at: unlisted(z.string().optional()),
});

export function taskLine({ task_id, name, state, done, total, percent }: z.output<typeof taskOutput>): string {
  const progress = total === 0 ? '' : `, ${done} of ${total} (${percent} %)`;
  return `${name}: ${state}${progress} · task ${task_id}`;
}
