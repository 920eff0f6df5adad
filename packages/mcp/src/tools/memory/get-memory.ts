import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { facts, memoryId, timestampOf } from '../../fields/memory-fields.ts';
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
    version: unlisted(z.number().int()),
    created_at: unlisted(z.string()),
    updated_at: unlisted(z.string()),
    valid_from: unlisted(z.string()),
    valid_to: unlisted(z.string().optional()),
    superseded_by: z.string().optional(),
    supersedes: unlisted(z.string().optional()),
    history: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
  annotations: READS,
  async run({ memory_id, history, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const memory = await context.app.memories.get(workspace, memory_id);
    const versions = history ? await context.app.memories.history(workspace, memory_id) : undefined;
    return {
      memory_id: memory.id,
      text: memory.text,
      tags: [...memory.tags],
      source: memory.source,
      timestamp: timestampOf(memory),
      kind: memory.kind,
      metadata: { ...memory.metadata },
      workspace_id: memory.workspace,
      version: memory.version,
      created_at: iso(memory.createdAt),
      updated_at: iso(memory.updatedAt),
      valid_from: iso(memory.validFrom),
      ...(memory.validTo === null ? {} : { valid_to: iso(memory.validTo) }),
      ...(memory.supersededBy === null ? {} : { superseded_by: memory.supersededBy }),
      ...(memory.supersedes === null ? {} : { supersedes: memory.supersedes }),
      ...(versions
        ? {
            history: versions.map(({ version, text, recordedAt, recordedTo }) => ({
              version,
              text,
              recorded_at: iso(recordedAt),
              recorded_to: iso(recordedTo),
            })),
          }
        : {}),
    };
  },
  text: (memory) =>
    `${memory.text}\n\n${facts(memory)}${memory.superseded_by ? `\nSuperseded by ${memory.superseded_by}.` : ''}`,
});

function iso(at: number): string {
  return new Date(at).toISOString();
}
