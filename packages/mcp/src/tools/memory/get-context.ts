import { z } from 'zod';
import { ALWAYS_SHOWN, READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toContext } from '../../views/index.ts';
import { workspaceId, workspacesToUse } from '../../workspace.ts';

const HEADINGS = {
  topic: 'On the topic',
  file: 'On the files',
  standing: 'Standing preferences, decisions and rules',
  recent: 'Recent',
} as const;

export default defineTool({
  name: 'get_context',
  title: 'Start informed',
  description:
    'What to know before starting: memories on the topic and files, standing preferences and decisions, the latest. Call it once per session.',
  input: z.strictObject({
    topic: z.string().optional(),
    files: z.array(z.string()).optional(),
    budget_tokens: z.number().int().min(1).max(100_000).default(1500),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    count: unlisted(z.number().int()),
    entries: z.array(
      z.object({
        memory_id: z.string(),
        text: z.string(),
        timestamp: z.string(),
        kind: z.string(),
        reason: unlisted(z.enum(['topic', 'file', 'standing', 'recent'])),
      }),
    ),
    left_out: unlisted(z.number().int()),
  }),
  annotations: READS,
  meta: ALWAYS_SHOWN,
  async run({ topic, files, budget_tokens: budget, workspace_id }, context) {
    const [workspace = '', along] = await workspacesToUse(context, workspace_id);
    const { signal } = context;
    return toContext(await context.app.context.get({ workspace, along, topic, files, budget, signal }));
  },
  text: ({ count, entries, left_out }) => {
    if (count === 0)
      return left_out > 0
        ? `None of the ${left_out} memories found fits budget_tokens. Raise it.`
        : 'Nothing is remembered yet. Use add_memory for what is worth knowing next time.';
    const reasons = Map.groupBy(entries, ({ reason }) => reason);
    return [
      ...[...reasons].map(([reason, group]) => [`${HEADINGS[reason]}:`, ...group.map(line)].join('\n')),
      ...(left_out > 0 ? [`${left_out} more did not fit; search_memory finds them.`] : []),
    ].join('\n');
  },
});

function line({ memory_id, timestamp, text }: { memory_id: string; timestamp: string; text: string }): string {
  return `- ${timestamp.slice(0, 10)} ${text} [${memory_id}]`;
}
