import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { receiptOutput } from '../../fields/memory-fields.ts';
import { toRemovedRepository } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'remove_repository',
  title: 'Forget a repository',
  description: 'Forget the index of a repository: symbols, calls, texts. The files stay.',
  input: z.strictObject({
    repository: z.string().describe('Name, id or path.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.literal('removed'),
    repository_id: unlisted(z.string()),
    name: unlisted(z.string()),
    removed: receiptOutput,
  }),
  annotations: DESTROYS,
  async run({ repository: named, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { repository, ...receipt } = await context.app.code.removeRepository(workspace, named);
    return toRemovedRepository(repository, receipt);
  },
  text: ({ name, removed }) =>
    `${name} is forgotten: ${removed['memories'] ?? 0} files, ${removed['records'] ?? 0} records.`,
});
