import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'get_current_workspace',
  title: 'Current workspace',
  description: 'The workspace this session uses when a call names none.',
  input: z.strictObject({}),
  output: z.object({ workspace_id: z.string(), memories: z.number().int() }),
  annotations: READS,
  async run(_input, context) {
    const current = currentWorkspace(context);
    const workspaces = await context.app.workspaces.list();
    return { workspace_id: current, memories: workspaces.find(({ id }) => id === current)?.memories ?? 0 };
  },
  text: ({ workspace_id, memories }) => `Current workspace: ${workspace_id}, ${memories} memories.`,
});
