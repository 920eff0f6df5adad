import type { MemoryDraft } from '@zapomni/core';
import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { kind, memoryId, metadata, tags } from '../../fields.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const draft = {
  text: z.string().describe('What to remember, self-contained: names and dates written out.'),
  metadata: metadata
    .optional()
    .describe('Any JSON, ≤ 100 kB. `tags`, `source` and `timestamp` (ISO 8601, when it happened) are understood.'),
  tags: tags.optional(),
  source: z.string().max(2000).optional().describe('Where it comes from: a URL, file or person.'),
  kind: kind.optional(),
  key: z.string().min(1).max(500).optional().describe('Idempotency key: adding it again changes nothing.'),
  supersedes: memoryId.optional().describe('The memory that this one corrects; it is kept but no longer found.'),
};

export default defineTool({
  name: 'add_memory',
  title: 'Remember',
  description:
    'Store something worth knowing later: a fact, decision, preference, event, document or note. Durable at once and found by the next search. Give `text`, or `items` for many.',
  input: z.strictObject({
    ...draft,
    text: draft.text.optional(),
    items: z
      .array(z.strictObject(draft))
      .min(1)
      .max(1000)
      .optional()
      .describe('Several memories in one call, all or none.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['success', 'duplicate']),
    memory_id: z.string().optional(),
    memory_ids: z.array(z.string()).optional().describe('In the order of `items`.'),
    chunks_created: z.number().int(),
    text_preview: z.string().optional(),
    workspace_id: z.string(),
    embedded: z.boolean().describe('False: found by words already, by meaning soon.'),
    duplicates: z.number().int(),
    warnings: z.array(z.string()).optional(),
  }),
  annotations: ADDS,
  aliases: { content: 'text' },
  async run({ items, workspace_id, ...single }, context) {
    const drafts = draftsOf(items, single);
    const workspace = workspaceToFill(context, workspace_id);
    const { memories, embedded } = await context.app.addMemories({
      workspace,
      drafts,
      batch: items !== undefined,
      signal: context.signal,
    });
    const warnings = [...new Set(memories.flatMap((memory) => memory.warnings))];
    const duplicates = memories.filter((memory) => memory.status === 'duplicate').length;
    return {
      status: duplicates === memories.length ? ('duplicate' as const) : ('success' as const),
      ...(items
        ? { memory_ids: memories.map((memory) => memory.id) }
        : { memory_id: memories[0]?.id, text_preview: memories[0]?.preview }),
      chunks_created: memories.reduce((sum, memory) => sum + memory.passages, 0),
      workspace_id: workspace,
      embedded,
      duplicates,
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  },
  text: (stored) =>
    [
      stored.memory_ids ? `Memory stored: ${stored.memory_ids.length} items.` : 'Memory stored.',
      ...(stored.memory_id ? [`ID: ${stored.memory_id}`] : []),
      `Chunks: ${stored.chunks_created}`,
      ...(stored.duplicates > 0 ? [`Already there: ${stored.duplicates}`] : []),
      ...(stored.embedded ? [] : ['Found by words now; search by meaning follows shortly.']),
      ...(stored.warnings ?? []),
    ].join('\n'),
});

function draftsOf(items: readonly MemoryDraft[] | undefined, single: Partial<MemoryDraft>): readonly MemoryDraft[] {
  if (items && Object.values(single).some((value) => value !== undefined)) {
    throw invalidField(
      'items',
      'cannot be given together with the fields of a single memory',
      'Put everything into items.',
    );
  }
  if (items) return items;
  if (single.text === undefined) throw invalidField('text', 'is required', 'Give text, or items for several memories.');
  return [{ ...single, text: single.text }];
}
