import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toStats } from '../../views/index.ts';
import { currentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'get_stats',
  title: 'Memory statistics',
  description: 'How much is remembered, what waits for embedding, how fast search is.',
  input: z.strictObject({}),
  output: z.object({
    total_memories: z.number().int(),
    total_chunks: z.number().int(),
    database_size_mb: z.number(),
    graph_name: z.string(),
    pending_embeddings: z.number().int(),
    cache_hit_rate: z.number().min(0).max(1).optional(),
    avg_query_latency_ms: z.number().optional(),
    entities: unlisted(z.number().int()),
    relations: unlisted(z.number().int()),
    pending_readings: unlisted(z.number().int()),
    searches: unlisted(z.number().int()),
    workspaces: unlisted(z.number().int()),
    all_memories: unlisted(z.number().int()),
    all_chunks: unlisted(z.number().int()),
    store: unlisted(z.string()),
    store_warnings: unlisted(z.array(z.string())),
    model: unlisted(z.string()),
    model_state: unlisted(z.enum(['cold', 'loading', 'ready', 'failed'])),
    next_model: unlisted(z.string().optional()),
    embedding_cache_hit_rate: unlisted(z.number().min(0).max(1).optional()),
    research_domains: unlisted(z.record(z.string(), z.number().int())),
  }),
  annotations: READS,
  async run(_input, context) {
    return toStats(await context.app.store.stats(currentWorkspace(context)));
  },
  text: (stats) =>
    [
      `Workspace ${stats.graph_name}: ${stats.total_memories} memories, ${stats.total_chunks} chunks.`,
      `Store: ${stats.store}, ${stats.database_size_mb} MB, ${stats.all_memories} memories in ${stats.workspaces} workspaces.`,
      ...stats.store_warnings,
      `Model: ${stats.model} (${stats.model_state}), ${stats.pending_embeddings} chunks wait for embedding${stats.next_model === undefined ? '' : ` with ${stats.next_model}`}.`,
      `Graph: ${stats.entities} entities, ${stats.relations} relations, ${stats.pending_readings} memories wait to be read.`,
      ...(stats.avg_query_latency_ms === undefined
        ? []
        : [`Searches: ${stats.searches}, ${stats.avg_query_latency_ms} ms on average.`]),
    ].join('\n'),
});
