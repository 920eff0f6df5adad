import { DEPTHS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { conflictsOutput, evidenceOutput, maxChars, writtenOutput } from '../../fields/evidence-fields.ts';
import { extentLines, passageLines, writingLines } from '../../lines/evidence-lines.ts';
import { toTopic } from '../../views/papers/index.ts';
import { articleLine, paperSet } from '../../fields/paper-fields.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const count = z.object({ name: z.string(), papers: z.number().int() });
const labels = z.array(z.string());

export default defineTool({
  name: 'analyze_topic',
  title: 'Analyse a topic',
  description: 'A topic as the library sees it: themes, years, venues, people, conflicts, gaps, each with passages.',
  input: z.strictObject({
    topic: z.string(),
    depth: z.enum(DEPTHS).default('medium').describe('From how many sides it is asked about.'),
    max_papers: z.number().int().min(3).max(50).default(10),
    index: paperSet,
    max_chars: maxChars,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...writtenOutput,
    aspects: unlisted(z.array(z.object({ aspect: z.string(), passages: labels }))),
    themes: z.array(z.object({ name: z.string(), articles: labels, passages: labels })),
    years: unlisted(z.array(z.object({ year: z.number().int(), papers: z.number().int() }))),
    venues: unlisted(z.array(count)),
    people: unlisted(z.array(count)),
    conflicts: conflictsOutput,
    ...evidenceOutput,
  }),
  fieldNames: { query: 'topic' },
  annotations: READS,
  async run({ topic, depth, index, max_papers, max_chars, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const asked = { workspace, topic, depth, index, maxPapers: max_papers, signal: context.signal };
    return toTopic(await context.app.research.analysis.topic(asked), max_chars);
  },
  text: (report) =>
    [
      ...writingLines(report),
      ...some(
        'Themes',
        report.themes.map(({ name, articles }) => `${name} (${articles.length})`),
      ),
      ...some(
        'Years',
        report.years.map(({ year, papers }) => `${year} (${papers})`),
      ),
      ...some(
        'Venues',
        report.venues.map(({ name, papers }) => `${name} (${papers})`),
      ),
      ...some(
        'People',
        report.people.map(({ name, papers }) => `${name} (${papers})`),
      ),
      ...some(
        'May contradict each other',
        report.conflicts.map((pair) => pair.join(' and ')),
      ),
      ...report.aspects
        .filter(({ passages }) => passages.length > 0)
        .map(({ aspect, passages }) => `${aspect}: ${passages.join(' ')}`),
      ...extentLines(report),
      ...passageLines(report.passages, report.left_out),
      ...report.articles.map(articleLine),
    ].join('\n'),
});

function some(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];
}
