import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { currentWorkspace, setCurrentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'set_current_workspace',
  title: 'Switch workspace',
  description: 'Choose the workspace this session uses when a call names none.',
  input: z.strictObject({ workspace_id: z.string() }),
  output: z.object({ workspace_id: z.string(), previous: z.string(), exists: z.boolean() }),
  annotations: CHANGES,
  async run({ workspace_id }, context) {
    const previous = currentWorkspace(context);
    setCurrentWorkspace(context.session, workspace_id);
    const workspaces = await context.app.workspaces.list();
    return { workspace_id, previous, exists: workspaces.some(({ id }) => id === workspace_id) };
  },
  text: ({ workspace_id, exists }) =>
    `Current workspace: ${workspace_id}${exists ? '.' : ' (new: made when something is first added).'}`,
});
