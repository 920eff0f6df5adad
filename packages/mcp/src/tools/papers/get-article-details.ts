import { ID_SCHEMES } from '@zapomni/core/model';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { annotationLine, articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { noticeLine, toArticleDetails } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const retractionOutput = z.object({
  kind: z.string(),
  date: z.string().nullable(),
  notice: z.object({ scheme: z.enum(ID_SCHEMES), value: z.string() }).nullable(),
});

const anything = z.record(z.string(), z.unknown());

export default defineTool({
  name: 'get_article_details',
  title: 'Look at a paper',
  description: 'All that is known of one paper: fields and who said them, ids, versions, files, counts, retraction.',
  input: z.strictObject({ article_identifier: articleIdentifier, workspace_id: workspaceId.optional() }),
  output: articleOutput.extend({
    metadata: anything,
    contributors: unlisted(z.array(anything)),
    identifiers: z.array(anything),
    standing: unlisted(z.string()),
    read_state: unlisted(z.string()),
    rating: unlisted(z.number().int().optional()),
    tldr: unlisted(z.string().optional()),
    topics: unlisted(z.array(z.string())),
    counts: anything,
    open_access: unlisted(z.string().optional()),
    retraction: unlisted(retractionOutput.optional()),
    versions: unlisted(z.array(anything)),
    shown_as: unlisted(z.string().optional()),
    files: z.array(anything),
    annotations: unlisted(z.array(anything).optional()),
    files_named: unlisted(z.array(z.string()).optional()),
    said: unlisted(z.array(anything)),
    memory_id: unlisted(z.string().optional()),
    text_memory_ids: unlisted(z.array(z.string())),
    added_at: unlisted(z.string()),
    updated_at: unlisted(z.string()),
  }),
  annotations: READS,
  kept: true,
  async run({ article_identifier, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toArticleDetails(await context.app.research.library.details(workspace, article_identifier));
  },
  text: (details) => {
    const { metadata, identifiers, versions, files, counts, retraction, annotations = [] } = details;
    return [
      articleLine(details),
      ...(retraction ? [noticeLine(retraction)] : []),
      ...peopleLines(details),
      ...identifiers.map(({ scheme, value }) => `${String(scheme)}: ${String(value)}`),
      ...Object.entries(metadata)
        .filter(([field]) => field !== 'abstract' && field !== 'title')
        .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
      `read_state: ${details.read_state}`,
      ...(details.rating === undefined ? [] : [`rating: ${details.rating}`]),
      ...versions.map(versionLine),
      ...files.map((file) =>
        `file: ${String(file['kind'])} ${String(file['text'])} ${String(file['document_id'] ?? '')}`.trim(),
      ),
      ...annotations.map(annotationLine),
      `counts: ${JSON.stringify(counts)}`,
      ...(typeof metadata['abstract'] === 'string' ? ['', metadata['abstract']] : []),
    ].join('\n');
  },
});

/** The first line names three at most. */
function peopleLines({ authors, authors_total: total = authors.length }: z.output<typeof articleOutput>): string[] {
  const more = total > authors.length ? ` and ${total - authors.length} more` : '';
  return authors.length === 0 ? [] : [`authors: ${authors.join('; ')}${more}`];
}

function versionLine({ relation, id, identifier }: Readonly<Record<string, unknown>>): string {
  return `${String(relation)}: ${id === undefined ? `${String(identifier)} (not in the library)` : String(id)}`;
}
