/** Feeds: what one value of a feed or of its first entry is, as it stands there. */
import { z } from 'zod';
import type { ResearchSet } from './set.ts';

const described = z.object({
  title: z.string().optional(),
  url: z.string().optional(),
  id: z.string().optional(),
  published: z.string().optional(),
  updated: z.string().optional(),
  authors: z.array(z.string()).optional(),
  summary: z.string().optional(),
  /** Where it is written otherwise than it is shown. */
  written: z.record(z.string(), z.string()).optional(),
});
const answerSchema = described.extend({ entries: z.array(described) });
type Described = z.output<typeof described>;

/** What the sets call a value, and where it stands in an answer. */
const FIELDS: Readonly<Record<string, (of: Described) => string | undefined>> = {
  title: ({ written, title }) => written?.['title'] ?? title,
  author: ({ written, authors }) => written?.['author'] ?? authors?.[0],
  id: ({ id }) => id,
  link: ({ url }) => url,
  summary: ({ written, summary }) => written?.['summary'] ?? summary,
  description: ({ written, summary }) => written?.['summary'] ?? summary,
  subtitle: ({ written, summary }) => written?.['summary'] ?? summary,
  published: ({ written, published }) => written?.['published'] ?? published,
  updated: ({ written, updated }) => written?.['updated'] ?? updated,
};

export const feedsSet: ResearchSet = {
  name: 'feeds',
  files: /^feeds$/,
  calls: ({ xml }) => [{ tool: 'preview_feed', arguments: { content: String(xml), limit: 1 } }],
  predict({ id, of, field }, [answer]) {
    if (!answer || answer.error !== null) return { id };
    const feed = answerSchema.parse(answer.structured);
    const where = of === 'feed' ? feed : (feed.entries[0] ?? {});
    return { id, value: FIELDS[String(field)]?.(where) };
  },
};
