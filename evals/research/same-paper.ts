/** Pairs of records: whether both are of one work, as an import of the two says it. */
import { z } from 'zod';
import type { ResearchSet } from './set.ts';

const recordSchema = z.object({
  title: z.string().default(''),
  authors: z.string().default(''),
  venue: z.string().default(''),
  year: z.string().optional(),
});

const answerSchema = z.object({
  entries: z.array(z.object({ same_as: z.array(z.object({ entry: z.number(), verdict: z.string() })).optional() })),
});

export const samePaperSet: ResearchSet = {
  name: 'same',
  files: /^same-paper$/,
  calls: ({ a, b }) => [
    {
      tool: 'import_bibliography',
      arguments: { content: JSON.stringify([toCsl(a, 'a'), toCsl(b, 'b')]), format: 'csl-json', dry_run: true },
    },
  ],
  predict({ id }, [answer]) {
    if (!answer || answer.error !== null) return { id, same: false };
    const { entries } = answerSchema.parse(answer.structured);
    return { id, same: entries.some(({ same_as = [] }) => same_as.some(({ verdict }) => verdict === 'same')) };
  },
};

/** The records say nothing of their kind, and names as they are spoken. */
function toCsl(given: unknown, id: string): Record<string, unknown> {
  const { title, authors, venue, year } = recordSchema.parse(given);
  const number = Number.parseInt(year ?? '', 10);
  return {
    id,
    type: 'document',
    title,
    author: authors
      .split(',')
      .map((name) => name.trim().split(/\s+/))
      .filter(([first]) => first !== undefined && first !== '')
      .map((words) => ({ family: words.at(-1), given: words.slice(0, -1).join(' ') })),
    ...(venue === '' ? {} : { 'container-title': venue }),
    ...(Number.isNaN(number) ? {} : { issued: { 'date-parts': [[number]] } }),
  };
}
