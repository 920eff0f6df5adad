import type { MemoryDraft } from '@zapomni/core/memories';
import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { ALWAYS_SHOWN, ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { kind, memoryId, metadata, tags } from '../../fields/memory-fields.ts';
import { toAdded } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const item = {
  text: z.string(),
  metadata: metadata.optional(),
  tags: tags.optional(),
  source: z.string().optional(),
  kind: kind.optional(),
  key: z.string().optional(),
  supersedes: memoryId.optional(),
};

/** The fields of an item are those of the call: they are checked, and not shown twice. */
const anObject = z.record(z.string(), z.unknown());

export default defineTool({
  name: 'add_memory',
  title: 'Remember',
  description:
    'Store what is worth knowing later: a fact, decision, preference, event, document. Durable at once. Give `text`, or `items` for many.',
  input: z.strictObject({
    text: item.text.optional().describe('Self-contained: names and dates in full.'),
    metadata: item.metadata.describe(
      '≤ 100 kB. `tags`, `source`, `timestamp` (ISO 8601: when it happened) are understood.',
    ),
    tags: item.tags,
    source: item.source.describe('URL, file or person.'),
    kind: item.kind.describe('fact, preference, decision, event, procedure, note …'),
    key: item.key.describe('Idempotency key.'),
    supersedes: item.supersedes.describe('Id of what this corrects; kept, no longer found.'),
    items: z
      .array(anObject.pipe(z.strictObject(item)))
      .min(1)
      .max(1000)
      .optional()
      .describe('Many, with the fields above; all or none.'),
    allow_duplicate: z.boolean().optional(),
    workspace_id: workspaceId.optional().describe("The session's by default."),
  }),
  output: z.object({
    status: z.enum(['success', 'duplicate']),
    memory_id: z.string().optional(),
    memory_ids: z.array(z.string()).optional(),
    chunks_created: z.number().int(),
    text_preview: z.string().optional(),
    workspace_id: unlisted(z.string()),
    embedded: z.boolean(),
    duplicates: unlisted(z.number().int()),
    warnings: unlisted(z.array(z.string()).optional()),
  }),
  annotations: ADDS,
  meta: ALWAYS_SHOWN,
  aliases: { content: 'text' },
  async run({ items, workspace_id, allow_duplicate, ...single }, context) {
    const drafts = draftsOf(items, single);
    const workspace = workspaceToFill(context, workspace_id);
    const added = await context.app.memories.add({
      workspace,
      drafts,
      batch: items !== undefined,
      allowDuplicate: allow_duplicate,
      signal: context.signal,
      onProgress: context.progress,
    });
    return toAdded(added, workspace, items !== undefined);
  },
  text: (stored) =>
    [
      firstLine(stored),
      ...(stored.memory_id ? [`ID: ${stored.memory_id}`] : []),
      `Chunks: ${stored.chunks_created}`,
      ...(stored.memory_ids && stored.duplicates > 0 ? [`Already there: ${stored.duplicates}`] : []),
      ...(stored.embedded ? [] : ['Found by words now; search by meaning follows shortly.']),
      ...(stored.warnings ?? []),
    ].join('\n'),
});

function firstLine({ memory_ids, status }: { memory_ids?: string[] | undefined; status: string }): string {
  if (memory_ids) return `Memory stored: ${memory_ids.length} items.`;
  return status === 'duplicate' ? 'Memory stored already; nothing was added.' : 'Memory stored.';
}

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
