/** How much is remembered and how it goes, as clients and `--json` show it. */
import type { AppStats } from '@zapomni/core';
import { DOMAINS } from '../domains.ts';
import { round } from './values.ts';

export function toStats(stats: AppStats) {
  return {
    total_memories: stats.memories,
    total_chunks: stats.passages,
    database_size_mb: round(stats.bytes / 1e6, 3),
    graph_name: stats.workspace,
    pending_embeddings: stats.pendingEmbeddings,
    ...(stats.queryCacheHitRate === null ? {} : { cache_hit_rate: round(stats.queryCacheHitRate) }),
    ...(stats.averageSearchMs === null ? {} : { avg_query_latency_ms: round(stats.averageSearchMs, 2) }),
    entities: stats.entities,
    relations: stats.relations,
    pending_readings: stats.pendingReadings,
    searches: stats.searches,
    workspaces: stats.workspaces,
    all_memories: stats.totalMemories,
    all_chunks: stats.totalPassages,
    store: stats.engine,
    store_warnings: [...stats.storeWarnings],
    model: stats.model,
    model_state: stats.modelState,
    ...(stats.embeddingCacheHitRate === null ? {} : { embedding_cache_hit_rate: round(stats.embeddingCacheHitRate) }),
    ...(stats.nextModel === null ? {} : { next_model: stats.nextModel }),
    research_domains: Object.fromEntries(Object.entries(DOMAINS).map(([domain, tools]) => [domain, tools.length])),
  };
}
