import { CITATION_FORMATS, CITE_POSITIONS } from '@zapomni/core/ports';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toWrittenCitations } from '../../views/papers/index.ts';
import { paperSet } from '../../fields/paper-fields.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const cite = z.strictObject({
  id: z.string().describe('Citekey or article, or id of an item.'),
  locator: z.string().optional(),
  label: z.string().optional().describe('Of the locator: page, chapter …'),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
  suppress_author: z.boolean().optional(),
  author_only: z.boolean().optional(),
  position: unlisted(z.enum(CITE_POSITIONS).optional()),
  near_note: unlisted(z.boolean().optional()),
});

const cluster = z.strictObject({
  cites: z.array(cite).min(1).max(100),
  note: z.number().int().min(1).optional().describe('Number of the footnote it stands in.'),
  alone: unlisted(z.boolean().optional()),
  fresh: unlisted(z.boolean().optional()),
});

export default defineTool({
  name: 'format_citations',
  title: 'Write citations',
  description:
    'Bibliography and in-text citations in any CSL style and language. Of articles in the library, of what a search finds, or of CSL-JSON items.',
  input: z.strictObject({
    articles: z.array(z.string()).max(1000).optional().describe('Ids, citekeys, DOIs …'),
    search_query: z.string().optional(),
    index: paperSet,
    max_results: z.number().int().min(1).max(50).default(10).describe('Of the search.'),
    items: z.array(z.record(z.string(), z.json())).max(5000).optional().describe('CSL-JSON.'),
    style: z.string().default('ieee').describe('apa, mla, chicago, nature …; or the path or text of a .csl file.'),
    locale: z.string().optional().describe('de-DE, fr …'),
    format: z.enum(CITATION_FORMATS).default('text'),
    clusters: z.array(cluster).max(5000).optional().describe('Citations in the order of a text.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    count: unlisted(z.number().int()),
    found: unlisted(z.number().int().optional().describe('Papers that the search or the set has.')),
    found_is_lower_bound: unlisted(z.boolean().optional()),
    citations: z.array(z.string()),
    rewritten: unlisted(z.array(z.number().int())),
    bibliography: z.array(z.object({ id: z.string(), text: z.string(), citation: z.string().optional() })),
  }),
  fieldNames: { query: 'search_query' },
  annotations: READS,
  async run({ workspace_id, max_results: limit, search_query: query, clusters, ...asked }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const request = { workspace, client: context.caller.subject, signal: context.signal, limit, query, ...asked };
    return toWrittenCitations(
      await context.app.research.citations.format({ ...request, clusters: clusters?.map(toCluster) }),
    );
  },
  text: ({ citations, bibliography, found }, { max_results: most }) =>
    [
      ...(found !== undefined && found > most
        ? [`The first ${most} of ${found} papers; articles names others.`, '']
        : []),
      ...citations,
      ...(citations.length > 0 && bibliography.length > 0 ? [''] : []),
      ...bibliography.map(({ text, citation }) => (text === '' ? (citation ?? '') : text)),
    ].join('\n'),
});

function toCluster({ cites, note, alone, fresh }: z.output<typeof cluster>) {
  return {
    cites: cites.map(toCite),
    ...(note === undefined ? {} : { note }),
    ...(alone ? { alone } : {}),
    ...(fresh ? { fresh } : {}),
  };
}

function toCite({ id, suppress_author, author_only, near_note, ...said }: z.output<typeof cite>) {
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  return {
    id,
    ...(Object.fromEntries(given) as Partial<typeof said>),
    ...(suppress_author ? { suppressAuthor: true } : {}),
    ...(author_only ? { authorOnly: true } : {}),
    ...(near_note ? { nearNote: true } : {}),
  };
}
