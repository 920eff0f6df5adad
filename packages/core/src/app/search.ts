/** Search as the faces of the application see it, and what is measured of it. */
import { CHANGE_KINDS, type ChangeKind } from '../model/index.ts';
import type { Embedder } from '../ports/index.ts';
import { searchWithCommits } from '../services/code/history/search-commits.ts';
import type { Deps } from '../services/deps.ts';
import type { EventBus } from '../services/events/event-bus.ts';
import type { EmbeddingModels } from '../services/models/embedding-models.ts';
import { AnswerCache } from '../services/search/answer-cache.ts';
import { crossBy } from '../services/search/candidates/cross-languages.ts';
import { chooseVectors, type ChosenVectors } from '../services/search/query/choose-vectors.ts';
import { QueryVectors } from '../services/search/query/query-vectors.ts';
import { hitRate, cachedSearch, type SearchCaches } from '../services/search/cached-search.ts';
import { openSearch, type OpenRequest, type OpenSearch } from '../services/search/fitting/open-search.ts';
import type { SearchRequest, SearchResult } from '../services/search/search-request.ts';
import { chooseWeights, TunedConfig, weightsOf, type SearchWeights } from '../services/search/tuning/weights.ts';
import { Latency } from '../services/stats/latency.ts';

export interface SearchCalls {
  run(request: SearchRequest): Promise<SearchResult>;
  /** For who counts what has to do with a query, or goes through all of it. */
  open(request: OpenRequest): Promise<OpenSearch>;
}

/** Of the searches of this process. */
export interface SearchMeters {
  readonly latency: Latency;
  /** Of queries embedded by the model; null before the first. */
  hitRate(embedder: Embedder): number | null;
}

/** Other weights, tried and chosen. */
export interface SearchTuning {
  /** Those that searches go by just now. */
  weights(): Promise<SearchWeights>;
  /** One search by these, which no cache answers. */
  runWith(request: SearchRequest, weights: SearchWeights): Promise<SearchResult>;
  /** For this store, from now on; null takes it back. */
  choose(weights: SearchWeights | null): Promise<void>;
}

interface SearchParts {
  readonly calls: SearchCalls;
  readonly meters: SearchMeters;
  readonly tuning: SearchTuning;
}

export function createSearchCalls(deps: Deps, models: EmbeddingModels, events: EventBus): SearchParts {
  const caches = createCaches(deps, events);
  const tuned = new TunedConfig(deps);
  const latency = new Latency();
  const caching = ({ embedder, other }: ChosenVectors): SearchCaches => {
    const cross = other && crossBy(other, caches(other).vectors, (text) => models.languages.isEnglish(text));
    return cross ? { ...caches(embedder), cross } : caches(embedder);
  };
  const run = (request: SearchRequest) =>
    timed(latency, async () => {
      // One model for the whole of a search, whatever is chosen meanwhile.
      const [chosen, config] = await Promise.all([chooseVectors(models, request), tuned.get()]);
      return cachedSearch({ ...deps, config, embedder: chosen.embedder }, caching(chosen), request);
    });
  const open = (request: OpenRequest) =>
    timed(latency, async () => {
      const [chosen, config] = await Promise.all([chooseVectors(models, request), tuned.get()]);
      return openSearch({ ...deps, config, embedder: chosen.embedder }, caching(chosen), request);
    });
  const calls = { run: (request: SearchRequest) => searchWithCommits(deps, run, request), open };
  return {
    calls,
    meters: { latency, hitRate: (embedder) => hitRate(caches(embedder)) },
    tuning: {
      weights: async () => weightsOf(await tuned.get()),
      runWith: async (request, weights) => {
        const chosen = await chooseVectors(models, request);
        const { embedder } = chosen;
        const answers = new AnswerCache<SearchResult>(deps, 0);
        return cachedSearch(
          { ...deps, config: { ...deps.config, ...weights }, embedder },
          { ...caching(chosen), answers },
          request,
        );
      },
      choose: async (weights) => {
        await chooseWeights(deps, weights);
        tuned.forget();
      },
    },
  };
}

/**
 * What this process takes away or changes is not to stay in its memory until the same question is asked again. That an
 * answer is of the present the store's version says, for every process.
 */
const OUTDATING: readonly ChangeKind[] = CHANGE_KINDS.filter((kind) => /^(memory|workspace|graph)\./.test(kind));

/** A vector is small; an answer may hold a hundred passages. */
const MOST_ANSWERS = 64;

/** Vectors are kept with the model that made them; answers say themselves whose they are. */
function createCaches(deps: Deps, events: EventBus): (embedder: Embedder) => SearchCaches {
  const { config } = deps;
  const answers: SearchCaches['answers'] = new AnswerCache(deps, Math.min(config.query_cache_size, MOST_ANSWERS));
  events.subscribe(() => answers.forget(), { kinds: OUTDATING, others: false });
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
