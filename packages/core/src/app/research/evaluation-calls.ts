/** How well papers answer what somebody follows, and what the user says of them. */
import type { Deps } from '../../services/deps.ts';
import {
  evaluateArticles,
  type EvaluateArticlesRequest,
  type EvaluatedArticles,
} from '../../services/research/evaluate/evaluate-articles.ts';
import { judgeArticle, type JudgedArticle, type JudgeRequest } from '../../services/research/evaluate/judge-article.ts';
import type { ResearchParts } from './research.ts';

export interface EvaluationCalls {
  /** The ones named, or what to read next of all that are not judged yet. */
  evaluate(request: EvaluateArticlesRequest): Promise<EvaluatedArticles>;
  judge(request: JudgeRequest): Promise<JudgedArticle>;
}

export function createEvaluationCalls(
  deps: Deps,
  { embedder, embeddings, readings }: Pick<ResearchParts, 'embedder' | 'embeddings' | 'readings'>,
): EvaluationCalls {
  return {
    evaluate: (request) => evaluateArticles(deps, { embedder }, request),
    judge: async (request) => {
      const judged = await judgeArticle(deps, request);
      if (judged.added) embeddings.queued();
      if (judged.added) readings.queued();
      return judged;
    },
  };
}
