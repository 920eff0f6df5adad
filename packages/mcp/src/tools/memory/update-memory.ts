import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { kind, memoryId, metadata, tags } from '../../fields/memory-fields.ts';
import { toUpdated } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'update_memory',
  title: 'Correct a memory',
  description:
    'Reword or relabel a memory; what is not given stays, the old state is kept. If the fact changed, use add_memory with `supersedes`.',
  input: z.strictObject({
    memory_id: memoryId,
    text: z.string().optional(),
    tags: tags.optional(),
    source: z.string().optional(),
    kind: kind.optional(),
    metadata: metadata.optional().describe('Replaces the old as a whole.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.literal('success'),
    memory_id: z.string(),
    version: z.number().int(),
    embedded: z.boolean(),
  }),
  annotations: CHANGES,
  async run({ memory_id, workspace_id, ...change }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toUpdated(await context.app.memories.update({ workspace, id: memory_id, change }));
  },
  text: ({ memory_id, version }) => `Memory updated.\nID: ${memory_id}\nVersion: ${version}`,
});
