/** How papers were judged, as clients and `--json` show it. */
import type { EvaluatedArticle, EvaluatedArticles, JudgedArticle, StoppingEstimate } from '@zapomni/core/research';
import { toArticle } from '../papers/paper.ts';
import { round } from '../values.ts';

function toEvaluated({ paper, evaluation, verdict, model }: EvaluatedArticle) {
  const { score, parts, met, missed, decision, reason } = evaluation;
  const shown = Object.entries(parts).flatMap(([part, share]) => (share === null ? [] : [[part, round(share)]]));
  return {
    article: toArticle(paper),
    score: round(score),
    decision,
    reason,
    parts: Object.fromEntries(shown) as Record<string, number>,
    met: [...met],
    missed: [...missed],
    ...(verdict === null ? {} : { verdict }),
    ...(model === null ? {} : { language_model: { ...model, score: round(model.score) } }),
  };
}

function toStopping({ target, confidence, ...rest }: StoppingEstimate) {
  return {
    ...rest,
    target_recall: target,
    confidence: round(confidence),
    method: 'hypergeometric test over the papers judged last',
  };
}

export function toEvaluatedArticles(found: EvaluatedArticles) {
  const { query, total, decisions, articles, next, stopping, modelProblem } = found;
  return {
    query_name: query.value.name,
    query_version: query.value.version,
    total,
    decisions: { ...decisions },
    count: articles.length,
    evaluations: articles.map(toEvaluated),
    ...(next === null ? {} : { next_offset: next }),
    ...(stopping === null ? {} : { stopping: toStopping(stopping) }),
    ...(modelProblem === null ? {} : { language_model_problem: modelProblem }),
  };
}

export function toJudgedArticle({ query, paper, verdict, before, added }: JudgedArticle) {
  return {
    status:
      verdict === before ? ('unchanged' as const) : verdict === null ? ('taken_back' as const) : ('judged' as const),
    query_name: query.value.name,
    article: toArticle(paper),
    verdict,
    ...(before === null ? {} : { before }),
    added_to_library: added,
  };
}
