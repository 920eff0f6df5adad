import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toWorkspaces } from '../../views/index.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'list_workspaces',
  title: 'List workspaces',
  description: 'Every workspace with what it holds.',
  input: z.strictObject({}),
  output: z.object({
    current: z.string(),
    workspaces: z.array(
      z.object({
        workspace_id: z.string(),
        name: unlisted(z.string()),
        description: unlisted(z.string()),
        memories: z.number().int(),
        chunks: unlisted(z.number().int()),
        created_at: unlisted(z.string().optional()),
      }),
    ),
  }),
  annotations: READS,
  async run(_input, context) {
    return toWorkspaces(await context.app.workspaces.list(), currentWorkspace(context));
  },
  text: ({ current, workspaces }) =>
    workspaces
      .map(
        ({ workspace_id, description, memories }) =>
          `${workspace_id === current ? '*' : '-'} ${workspace_id}: ${memories} memories${description ? `. ${description}` : ''}`,
      )
      .join('\n'),
});
