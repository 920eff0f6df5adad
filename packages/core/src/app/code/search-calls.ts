/** Search of code, as the faces of the application see it. */
import type { Embedder } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import {
  PathTables,
  searchCode,
  type CodeSearchRequest,
  type CodeSearchResult,
} from '../../services/code/search/index.ts';
import type { EmbeddingModels } from '../../services/models/embedding-models.ts';
import { QueryVectors } from '../../services/search/query/query-vectors.ts';

export interface CodeSearchCalls {
  /** Places in the code of repositories, best first. */
  search(request: CodeSearchRequest): Promise<CodeSearchResult>;
}

export function createCodeSearchCalls(deps: Deps, models: EmbeddingModels): CodeSearchCalls {
  const tables = new PathTables();
  const kept = new WeakMap<Embedder, QueryVectors>();
  return {
    search: async (request) => {
      // One model for the whole of a search, whatever is chosen meanwhile.
      const embedder = await models.forSearch();
      const vectors = kept.get(embedder) ?? new QueryVectors(embedder, deps.config.query_cache_size);
      kept.set(embedder, vectors);
      const embed = (text: string) => vectors.get(text, deps.config.search_wait_ms);
      return searchCode({ ...deps, embedder }, { tables, embed }, request);
    },
  };
}
