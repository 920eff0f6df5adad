/** Changes of tags that are planned first: arguments and answers of the tools that do so. */
import { invalidField, type FieldNames } from '@zapomni/core/errors';
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { taskLine, taskOutput } from './task-fields.ts';

export const planArguments = {
  apply: z.string().optional().describe('A plan_id to carry out.'),
  undo: z.string().optional().describe('A plan_id to take back.'),
};

/** Which of the two named the plan. */
export function planName({ apply }: { readonly apply?: string | undefined }): FieldNames {
  return { plan_id: apply === undefined ? 'undo' : 'apply' };
}

export const retagOutput = z.object({
  status: z.string(),
  plan_id: z.string().optional(),
  papers: z.number().int(),
  renames: z.array(z.object({ from: z.string(), to: z.string(), why: z.string() })).optional(),
  additions: unlisted(z.array(z.object({ id: z.string(), tags: z.array(z.string()) })).optional()),
  additions_total: unlisted(z.number().int().optional()),
  added_tags: unlisted(z.array(z.object({ tag: z.string(), papers: z.number().int() })).optional()),
  task: unlisted(taskOutput.optional()),
});

export function oneOfPlans(apply: string | undefined, undo: string | undefined): void {
  if (apply !== undefined && undo !== undefined) throw invalidField('apply', 'give either apply or undo');
}

export function retagText({
  status,
  plan_id,
  papers,
  renames = [],
  additions_total: additions = 0,
  added_tags: added = [],
  task,
}: z.output<typeof retagOutput>): string {
  if (task) return `Carried out in the background.\n${taskLine(task)}`;
  return [
    status === 'nothing_to_do' ? 'There is nothing to do.' : `${status}: ${papers} papers, plan ${plan_id ?? ''}`,
    ...renames.map(({ from, to, why }) => `- ${from} → ${to} (${why})`),
    ...(additions === 0 ? [] : [`${additions} papers without tags would get some:`]),
    ...added.map(({ tag, papers: count }) => `+ ${tag}: ${count}`),
    ...(status === 'proposed' ? ['Nothing is changed yet: call again with apply and the plan_id.'] : []),
  ].join('\n');
}
