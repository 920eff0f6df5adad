import type { SearchHit } from '@zapomni/core';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { extraMetadata, facts, filters, shorten, timestampOf, toFilter } from '../../fields.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

/** How much of a passage the text shows; the data has it all. */
const SHOWN = 800;

export default defineTool({
  name: 'search_memory',
  title: 'Recall',
  description:
    'Find what was remembered, by meaning and words. Use it before answering about the user, their projects, preferences or past decisions.',
  input: z.strictObject({
    query: z.string().describe('A question or words, up to 1000 characters.'),
    limit: z.number().int().min(1).max(100).default(10),
    filters: filters.optional(),
    workspace_id: workspaceId.optional().describe("The session's by default."),
  }),
  output: z.object({
    status: z.literal('success'),
    count: z.number().int(),
    results: z.array(
      z.object({
        memory_id: z.string(),
        text: z.string().describe('The matching passage, or the whole memory.'),
        similarity_score: z.number().min(0).max(1),
        tags: z.array(z.string()),
        source: z.string(),
        timestamp: z.string(),
        metadata: z.record(z.string(), z.unknown()),
        kind: z.string(),
        matched: z.array(z.enum(['words', 'meaning'])),
        passage: z
          .record(z.string(), z.number().int())
          .optional()
          .describe('index, count, start, end within a longer memory.'),
        superseded_by: z.string().optional(),
      }),
    ),
    mode: z.enum(['hybrid', 'words']),
  }),
  annotations: READS,
  async run({ query, limit, filters: given, workspace_id }, context) {
    const filter = toFilter(given);
    const workspace = await workspaceToUse(context, workspace_id);
    const { hits, mode } = await context.app.searchMemories({
      workspace,
      query,
      limit,
      filter,
      signal: context.signal,
    });
    return { status: 'success' as const, count: hits.length, results: hits.map(toResult), mode };
  },
  text: ({ count, results, mode }) =>
    [
      `Found ${count} results${mode === 'words' ? ' (by words alone: the model is not ready)' : ''}${count === 0 ? '. Nothing remembered matches.' : ':'}`,
      ...results.map(
        (hit, i) => `${i + 1}. [${hit.similarity_score.toFixed(2)}] ${shorten(hit.text, SHOWN)}\n   ${facts(hit)}`,
      ),
    ].join('\n'),
});

function toResult({ memory, passage, score, signals }: SearchHit) {
  const { id, tags, source, kind, supersededBy, passageCount } = memory;
  return {
    memory_id: id,
    text: passage.text,
    similarity_score: Math.round(Math.min(1, Math.max(0, score)) * 1e4) / 1e4,
    tags: [...tags],
    source,
    timestamp: timestampOf(memory),
    metadata: extraMetadata(memory),
    kind,
    matched: [...signals],
    ...(passageCount > 1
      ? { passage: { index: passage.ordinal, count: passageCount, start: passage.start, end: passage.end } }
      : {}),
    ...(supersededBy === null ? {} : { superseded_by: supersededBy }),
  };
}
