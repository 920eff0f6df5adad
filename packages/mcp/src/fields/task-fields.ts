/** Background work as clients see it. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const TASK_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export const taskOutput = z.object({
  task_id: z.string(),
  name: z.string(),
  state: z.enum(TASK_STATES),
  done: z.number().int(),
  total: z.number().int(),
  percent: unlisted(z.number().int()),
  message: unlisted(z.string().optional()),
  attempts: unlisted(z.number().int()),
  error: unlisted(z.object({ code: z.string(), message: z.string() }).optional()),
  result: unlisted(z.unknown().optional()),
  workspace_id: unlisted(z.string().optional()),
  created_at: unlisted(z.string()),
  due_at: unlisted(z.string().optional()),
  started_at: unlisted(z.string().optional()),
  ended_at: unlisted(z.string().optional()),
});

export function taskLine(task: z.output<typeof taskOutput>): string {
  const { task_id, name, state, done, total, percent, error, due_at } = task;
  const progress = total === 0 ? '' : `, ${done} of ${total} (${percent} %)`;
  const why = error ? `, ${error.code}: ${error.message}` : '';
  const when = error && state === 'queued' ? ` Tried again at ${due_at}.` : '';
  return `${name}: ${state}${progress}${why}${when} · task ${task_id}`;
}
