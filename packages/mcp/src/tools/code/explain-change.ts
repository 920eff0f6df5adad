import { CHANGE_KINDS, WORK_TREE } from '@zapomni/core/code';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { changeText } from '../../lines/change-lines.ts';
import { toExplainedChange } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const whole = z.number().int();
const end = z.object({ commit: z.string(), at: z.string().optional() });

const symbol = z.object({
  change: z.enum(CHANGE_KINDS),
  name: z.string(),
  kind: z.string(),
  line: whole,
  signature: unlisted(z.string()),
  before: unlisted(
    z
      .object({
        name: z.string().optional(),
        path: z.string().optional(),
        line: whole.optional(),
        signature: z.string().optional(),
      })
      .optional(),
  ),
  body_changed: unlisted(z.literal(true).optional()),
  members: unlisted(whole.optional()),
});

export default defineTool({
  name: 'explain_change',
  title: 'What changed',
  description:
    'What changed in code between two commits or dates: symbols added, removed, moved, renamed, with another signature or body; and the commits.',
  input: z.strictObject({
    from: z.string().optional().describe('Commit, branch, tag, HEAD~3 or a date; the commit before `to` if not said.'),
    to: z.string().optional().describe(`The same; HEAD if not said; ${WORK_TREE} for what is not committed.`),
    path: z.string().optional().describe('Only below it.'),
    limit: whole.min(1).max(500).default(100),
    repository: z.string().optional().describe('Name, or a path in it.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    repository: z.string(),
    from: unlisted(end.optional()),
    to: unlisted(end),
    counts: z.record(z.string(), whole),
    files: z.array(
      z.object({
        path: z.string(),
        before: unlisted(z.string().optional()),
        state: z.string(),
        symbols: z.array(symbol),
        other_lines: unlisted(z.literal(true).optional()),
      }),
    ),
    commits: z.array(z.object({ commit: z.string(), at: z.string(), author: z.string(), subject: z.string() })),
    more_commits: unlisted(z.boolean()),
    left_out: z.object({ files: whole, symbols: whole }),
  }),
  annotations: READS,
  aliases: { repo_path: 'repository', since: 'from', until: 'to' },
  async run({ workspace_id, ...asked }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const asker = { client: context.caller.subject, signal: context.signal };
    return toExplainedChange(await context.app.code.explainChange({ workspace, ...asked, ...asker }));
  },
  text: changeText,
});
