import { REFERENCE_VERDICTS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { sourceReports, troubleLines } from '../../fields/source-fields.ts';
import { toCheckedReferences } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

/** What sources have under it, where the library has nothing. */
const foundOutput = z.object({
  title: z.string(),
  authors: z.array(z.string()),
  year: z.number().int().optional(),
  identifiers: z.array(z.string()),
});

const referenceOutput = z.object({
  n: z.number().int(),
  marker: unlisted(z.string().optional()),
  raw: z.string(),
  verdict: z.enum(REFERENCE_VERDICTS),
  title: unlisted(z.string().optional()),
  authors: unlisted(z.array(z.string())),
  year: unlisted(z.number().int().optional()),
  printed: unlisted(z.record(z.string(), z.string())),
  identifiers: unlisted(z.array(z.object({ scheme: z.string(), value: z.string() }))),
  article: unlisted(articleOutput.optional()),
  confidence: unlisted(z.number().optional()),
  found_by: unlisted(z.string().optional()),
  found: unlisted(foundOutput.optional()),
  wrong: unlisted(z.array(z.object({ field: z.string(), printed: z.string(), known: z.string() })).optional()),
});

export default defineTool({
  name: 'check_references',
  title: 'Check references',
  description:
    'Take a pasted list of references (or a paper that has one) apart and hold each against the library and the sources that may be asked: verified, wrong (with the fields), retracted, unknown, or invented (all sources answered, and none knows it). next_offset goes on.',
  input: z.strictObject({
    text: z.string().max(2_000_000),
    limit: z.number().int().min(1).max(1000).default(200),
    offset: z.number().int().min(0).max(1_000_000).default(0),
    workspace_id: workspaceId.optional(),
  }),
  aliases: { references: 'text', content: 'text' },
  output: z.object({
    total: z.number().int(),
    sources_asked: unlisted(z.boolean()),
    summary: unlisted(z.record(z.string(), z.number().int())),
    references: z.array(referenceOutput),
    sources: unlisted(sourceReports.optional()),
    next_offset: z.number().int().optional(),
  }),
  annotations: READS,
  async run({ text, limit, offset, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const asked = { workspace, text, limit, offset, signal: context.signal };
    return toCheckedReferences(await context.app.research.reading.checkReferences(asked));
  },
  text: ({ total, references, summary, sources_asked: asked, sources = [], next_offset: next }) =>
    [
      `${total} references${references.length < total ? `, ${references.length} shown` : ''}: ${Object.entries(summary)
        .map(([verdict, count]) => `${count} ${verdict}`)
        .join(
          ', ',
        )}.${asked ? '' : ' Only the library was asked: unknown means that it has none of it, not that there is none.'}`,
      ...troubleLines(sources),
      ...references.flatMap(({ n, raw, verdict, article, found, wrong = [] }) => [
        `${n}. ${verdict}: ${cut(raw)}`,
        ...(article ? [`   is ${articleLine(article)}`] : []),
        ...(found ? [`   is ${foundLine(found)}`] : []),
        ...wrong.map(({ field, printed, known }) => `   ${field}: printed ${printed}, known ${known}`),
      ]),
      ...(next === undefined ? [] : [`More: offset ${next}`]),
    ].join('\n'),
});

function foundLine({ title, authors: [first], year, identifiers: [id] }: z.output<typeof foundOutput>): string {
  return `${[first, year === undefined ? undefined : `(${year})`, title].filter(Boolean).join(' ')}${id === undefined ? '' : ` · ${id}`}`;
}

const MOST_SHOWN = 400;

function cut(raw: string): string {
  return raw.length > MOST_SHOWN ? `${raw.slice(0, MOST_SHOWN).toWellFormed()}…` : raw;
}
