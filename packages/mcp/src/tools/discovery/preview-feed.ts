import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { FROM_OUTSIDE, toFeed } from '../../views/research/index.ts';

const described = {
  title: z.string().optional(),
  url: z.string().optional(),
  id: unlisted(z.string().optional()),
  published: z.string().optional(),
  updated: unlisted(z.string().optional()),
  authors: unlisted(z.array(z.string()).optional()),
  summary: unlisted(z.string().optional()),
  categories: unlisted(z.array(z.string()).optional()),
  written: unlisted(z.record(z.string(), z.string()).optional()),
};
const entryOutput = z.object({
  ...described,
  content: unlisted(z.string().optional()),
  identifiers: z.array(z.string()).optional(),
  venue: unlisted(z.record(z.string(), z.string()).optional()),
});

export default defineTool({
  name: 'preview_feed',
  title: 'What a feed says',
  description:
    'Entries of a feed (RSS, RDF, Atom, JSON Feed) with the papers they are about, by its address or its text. Nothing is stored; follow one with create_discovery_source.',
  input: z.strictObject({
    url: z.string().max(2000).optional().describe('Of the feed; of content, what its addresses are relative to.'),
    content: z.string().max(20_000_000).optional().describe('Or the text of the feed.'),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  output: z.object({
    format: z.string(),
    ...described,
    total: z.number().int(),
    entries: z.array(entryOutput),
    problems: unlisted(z.array(z.string()).optional()),
  }),
  annotations: { ...READS, openWorldHint: true },
  async run({ url, content, limit }, context) {
    return toFeed(await context.app.research.outside.previewFeed({ url, content, signal: context.signal }), limit);
  },
  text: ({ title, format, total, entries, problems = [] }) =>
    [
      `${title ?? 'A feed without a title'} (${format}, ${total} entries). ${FROM_OUTSIDE}`,
      ...entries.map(entryLine),
      ...problems.map((problem) => `Note: ${problem}`),
    ].join('\n'),
});

function entryLine({ title, published, url, identifiers = [] }: z.output<typeof entryOutput>): string {
  const facts = [published?.slice(0, 'YYYY-MM-DD'.length), ...identifiers, identifiers.length === 0 ? url : undefined];
  return `- ${[title ?? 'Without a title', ...facts].filter((fact) => fact !== undefined).join(' · ')}`;
}
