import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { queryName } from '../../fields/query-fields.ts';
import { toEvaluatedArticles } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const evaluationOutput = z.object({
  article: articleOutput,
  score: z.number(),
  decision: z.string(),
  reason: z.string(),
  parts: unlisted(z.record(z.string(), z.number())),
  met: unlisted(z.array(z.string())),
  missed: unlisted(z.array(z.string())),
  verdict: unlisted(z.string().optional()),
  language_model: unlisted(
    z.object({ model: z.string(), score: z.number(), decision: z.string(), reason: z.string() }).optional(),
  ),
});

const stoppingOutput = z.object({
  judged: z.number().int(),
  relevant: z.number().int(),
  left: z.number().int(),
  target_recall: z.number(),
  confidence: z.number(),
  enough: z.boolean(),
  method: z.string(),
});

/** A whole library may have to be embedded for it. */
const TIMEOUT_MS = 600_000;

export default defineTool({
  name: 'evaluate_article',
  title: 'Judge papers by a query',
  description:
    'How well papers answer a saved query: score 0–1 in parts, criteria met and missed, keep, review or reject, with the reason. Without papers: all that nobody judged, what to read next first, and whether most of the relevant are seen. judge_article teaches it.',
  input: z.strictObject({
    query_name: queryName,
    article_identifier: z.string().optional(),
    article_identifiers: z.array(z.string()).max(1000).optional(),
    limit: z.number().int().min(1).max(1000).default(20),
    offset: z.number().int().min(0).default(0),
    language_model: z
      .boolean()
      .optional()
      .describe('Also ask the language model that is set up; shown apart. Only of one paper if not said.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    query_name: unlisted(z.string()),
    query_version: z.number().int(),
    total: z.number().int(),
    decisions: unlisted(z.record(z.string(), z.number().int())),
    count: z.number().int(),
    evaluations: z.array(evaluationOutput),
    next_offset: unlisted(z.number().int().optional()),
    stopping: unlisted(stoppingOutput.optional()),
    language_model_problem: unlisted(z.string().optional()),
  }),
  annotations: CHANGES,
  timeoutMs: TIMEOUT_MS,
  async run({ query_name: query, article_identifier: one, article_identifiers: some, ...rest }, context) {
    const workspace = await workspaceToUse(context, rest.workspace_id);
    const articles =
      one === undefined && some === undefined ? undefined : [...(one === undefined ? [] : [one]), ...(some ?? [])];
    const { limit, offset } = rest;
    const askModel = rest.language_model ?? articles?.length === 1;
    const { signal } = context;
    const request = { workspace, query, articles, limit, offset, askModel, signal };
    return toEvaluatedArticles(await context.app.research.evaluation.evaluate(request));
  },
  text: ({ evaluations, total, stopping, next_offset: next }) =>
    [
      `${total} judged.`,
      ...evaluations.map(
        ({ article, score, decision, reason }) =>
          `- ${score.toFixed(2)} ${decision} · ${articleLine(article)}\n  ${reason}`,
      ),
      ...(next === undefined ? [] : [`More: offset ${next}.`]),
      ...(stopping ? [stoppingLine(stopping)] : []),
    ].join('\n'),
});

function stoppingLine({ judged, relevant, left, enough, confidence }: z.output<typeof stoppingOutput>): string {
  const so = enough
    ? 'At least 95 % of the relevant are probably seen'
    : 'There is no sign yet that 95 % of the relevant are seen';
  return `${so} (${(confidence * 100).toFixed(0)} % sure; ${judged} judged, ${relevant} of them liked, ${left} left).`;
}
