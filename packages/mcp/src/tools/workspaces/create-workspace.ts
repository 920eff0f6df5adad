import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { toCreatedWorkspace } from '../../views/index.ts';

export default defineTool({
  name: 'create_workspace',
  title: 'Create a workspace',
  description: 'Make a separate memory, e.g. for a project. Optional: add_memory makes one on first use.',
  input: z.strictObject({
    workspace_id: z.string().describe('a–z, 0–9, - and _.'),
    name: z.string().optional(),
    description: z.string().optional(),
  }),
  output: z.object({ status: z.literal('created'), workspace_id: z.string(), name: z.string() }),
  annotations: ADDS,
  async run({ workspace_id, name, description }, { app }) {
    return toCreatedWorkspace(await app.workspaces.create({ id: workspace_id, name, description }));
  },
  text: ({ workspace_id }) => `Workspace created: ${workspace_id}. set_current_workspace makes it this session's.`,
});
