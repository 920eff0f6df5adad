/** Who cites whom, and the texts of papers. */
import type { Deps } from '../../services/deps.ts';
import {
  citationContexts,
  type ContextsRequest,
  type FoundSentences,
} from '../../services/research/library/citing/citation-contexts.ts';
import {
  walkCitations,
  type Citations,
  type CitationsRequest,
} from '../../services/research/library/citing/walk-citations.ts';
import {
  readArticle,
  type ReadArticle,
  type ReadArticleRequest,
} from '../../services/research/library/query/read-article.ts';

export interface CitingCalls {
  walk(request: CitationsRequest): Promise<Citations>;
  contexts(request: ContextsRequest): Promise<FoundSentences>;
  read(request: ReadArticleRequest): Promise<ReadArticle>;
}

export function createCitingCalls(deps: Deps): CitingCalls {
  return {
    walk: (request) => walkCitations(deps, request),
    contexts: (request) => citationContexts(deps, request),
    read: (request) => readArticle(deps, request),
  };
}
