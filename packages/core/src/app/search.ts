/** Search as the faces of the application see it, and what is measured of it. */
import type { Embedder } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import type { EmbeddingModels } from '../services/models/embedding-models.ts';
import { AnswerCache } from '../services/search/answer-cache.ts';
import { QueryVectors } from '../services/search/query/query-vectors.ts';
import { hitRate, cachedSearch, type SearchCaches } from '../services/search/cached-search.ts';
import type { SearchRequest, SearchResult } from '../services/search/search-request.ts';
import { Latency } from '../services/stats/latency.ts';

export interface SearchCalls {
  run(request: SearchRequest): Promise<SearchResult>;
}

/** Of the searches of this process. */
export interface SearchMeters {
  readonly latency: Latency;
  /** Of queries embedded by the model; null before the first. */
  hitRate(embedder: Embedder): number | null;
}

export function createSearchCalls(deps: Deps, models: EmbeddingModels): { calls: SearchCalls; meters: SearchMeters } {
  const caches = createCaches(deps);
  const latency = new Latency();
  const run = (request: SearchRequest) =>
    timed(latency, async () => {
      // One model for the whole of a search, whatever is chosen meanwhile.
      const embedder = await models.forSearch();
      return cachedSearch({ ...deps, embedder }, caches(embedder), request);
    });
  return { calls: { run }, meters: { latency, hitRate: (embedder) => hitRate(caches(embedder)) } };
}

/** A vector is small; an answer may hold a hundred passages. */
const MOST_ANSWERS = 64;

/** Vectors are kept with the model that made them; answers say themselves whose they are. */
function createCaches({ storage, config }: Deps): (embedder: Embedder) => SearchCaches {
  const answers: SearchCaches['answers'] = new AnswerCache(storage, Math.min(config.query_cache_size, MOST_ANSWERS));
  const kept = new WeakMap<Embedder, SearchCaches>();
  return (embedder) => {
    const caches = kept.get(embedder) ?? { vectors: new QueryVectors(embedder, config.query_cache_size), answers };
    kept.set(embedder, caches);
    return caches;
  };
}

async function timed<T>(latency: Latency, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const value = await work();
  latency.add(performance.now() - start);
  return value;
}
