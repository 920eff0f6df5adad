import { FOCUSES, type Measured } from '@zapomni/core/search';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { round } from '../../views/values.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const question = z.union([
  z.string(),
  z.strictObject({ query: z.string(), articles: z.array(z.string()).min(1).max(20) }),
]);
const settings = z.object({
  weight_meaning: z.number(),
  weight_rerank: z.number(),
  fusion: z.string(),
  recall: z.number().optional(),
  mrr: z.number().optional(),
  p50_ms: z.number().optional(),
  p95_ms: z.number().optional(),
});

export default defineTool({
  name: 'optimize_search',
  title: 'Measure and tune search',
  description:
    'Measure how well papers are found, with the settings in use and others, on your questions or made-up ones. Changes nothing unless apply.',
  input: z.strictObject({
    test_queries: z
      .array(question)
      .max(200)
      .default([])
      .describe('With `articles` that answer it; a bare one is only timed.'),
    optimization_focus: z.enum(FOCUSES).default('balanced'),
    analyze_performance: z.boolean().default(true).describe('Also how long searches take.'),
    apply: z.boolean().default(false).describe('Use the better settings from now on.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    questions: z.number().int(),
    made_up: unlisted(z.boolean()),
    current: settings,
    better: settings.optional(),
    tried: unlisted(z.array(settings)),
    why: z.string(),
    applied: z.boolean(),
  }),
  annotations: CHANGES,
  async run({ test_queries, optimization_focus, analyze_performance, apply, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const found = await context.app.research.maintenance.optimize({
      workspace,
      questions: test_queries.map((one) => (typeof one === 'string' ? { query: one, articles: [] } : one)),
      focus: optimization_focus,
      apply,
      signal: context.signal,
      onProgress: (done, total) => context.progress(done, total),
    });
    const shown = (one: Measured) => toSettings(one, analyze_performance);
    return {
      questions: found.questions,
      made_up: found.made,
      current: shown(found.current),
      ...(found.better ? { better: shown(found.better) } : {}),
      tried: found.tried.map(shown),
      why: found.why,
      applied: found.applied,
    };
  },
  text: ({ current, better, why, applied, questions, made_up }) =>
    [
      `${questions} questions${made_up ? ' made of the library' : ''}. In use: ${line(current)}.`,
      ...(better ? [`Better: ${line(better)}.`] : []),
      why,
      ...(better ? [applied ? 'It is used from now on.' : 'Call again with apply: true to use it.'] : []),
    ].join('\n'),
});

function toSettings({ weights, judged, ...found }: Measured, timed: boolean): z.input<typeof settings> {
  const quality = judged > 0 ? { recall: round(found.recall), mrr: round(found.mrr) } : {};
  const times = timed ? { p50_ms: round(found.p50Ms), p95_ms: round(found.p95Ms) } : {};
  return { ...weights, ...quality, ...times };
}

function line({ weight_meaning, weight_rerank, fusion, recall, mrr, p50_ms }: z.output<typeof settings>): string {
  const measured = [
    ...(recall === undefined ? [] : [`recall ${recall}`, `reciprocal rank ${mrr}`]),
    ...(p50_ms === undefined ? [] : [`${p50_ms} ms`]),
  ];
  return `meaning ${weight_meaning}, rerank ${weight_rerank}, ${fusion}${measured.length === 0 ? '' : `: ${measured.join(', ')}`}`;
}
