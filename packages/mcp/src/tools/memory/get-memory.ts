import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { codeMention } from '../../fields/mention-fields.ts';
import { memoryId } from '../../fields/memory-fields.ts';
import { mentionLine } from '../../lines/change-lines.ts';
import { facts } from '../../lines/memory-lines.ts';
import { toMemory, toNamedCode } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'get_memory',
  title: 'Read a memory',
  description: 'Read one memory whole, exactly as it was stored.',
  input: z.strictObject({
    memory_id: memoryId,
    history: z.boolean().default(false).describe('Also its earlier versions.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    memory_id: z.string(),
    text: z.string(),
    tags: z.array(z.string()),
    source: z.string(),
    timestamp: z.string(),
    kind: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    workspace_id: unlisted(z.string()),
    key: unlisted(z.string().optional()),
    version: unlisted(z.number().int()),
    created_at: unlisted(z.string()),
    updated_at: unlisted(z.string()),
    valid_from: unlisted(z.string()),
    valid_to: unlisted(z.string().optional()),
    superseded_by: z.string().optional(),
    supersedes: unlisted(z.string().optional()),
    near_duplicates: unlisted(z.array(z.string()).optional()),
    code: unlisted(z.array(codeMention).optional()),
    history: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
  annotations: READS,
  async run({ memory_id, history, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { memories } = context.app;
    const memory = await memories.get(workspace, memory_id);
    const near = await memories.nearDuplicates(workspace, memory_id);
    const code = await context.app.code.namedBy(workspace, memory_id);
    const versions = history ? await memories.history(workspace, memory_id) : undefined;
    return { ...toMemory(memory, near, versions), ...toNamedCode(code) };
  },
  text: (memory) =>
    [
      `${memory.text}\n\n${facts(memory)}`,
      ...(memory.superseded_by ? [`Superseded by ${memory.superseded_by}.`] : []),
      ...(memory.code ?? []).map(mentionLine),
      ...(memory.near_duplicates ? [`Almost the same: ${memory.near_duplicates.join(', ')}`] : []),
    ].join('\n'),
});
