import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import {
  copyLine,
  copyOutput,
  downloadLines,
  downloadOutput,
  noCopyLine,
  reportLine,
  sourceReports,
} from '../../fields/source-fields.ts';
import { toLocated } from '../../views/papers/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'locate_pdf',
  title: 'Find open copies of a paper',
  description:
    'Where a paper can be read for nothing: addresses with version and license, from the sources the user allowed.',
  input: z.strictObject({
    article_identifier: z.string().describe('DOI, arXiv, PMID, PMCID …'),
    search_multiple_sources: z.boolean().default(true).describe('false: stop at the first that has a PDF.'),
    auto_download: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['found', 'none']),
    identifiers: unlisted(z.array(z.string())),
    copies: z.array(copyOutput),
    download: unlisted(downloadOutput.optional()),
    sources: sourceReports,
  }),
  annotations: GATHERS,
  async run({ article_identifier: article, search_multiple_sources, auto_download, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const wish = { searchMultipleSources: search_multiple_sources, autoDownload: auto_download };
    return toLocated(await context.app.research.access.locate({ workspace, article, ...wish, signal: context.signal }));
  },
  text: ({ copies, download, sources }) =>
    [
      copies.length === 0 ? noCopyLine(sources) : `${copies.length} open copies:`,
      ...copies.map(copyLine),
      ...(download ? downloadLines(download) : []),
      ...sources.map(reportLine),
    ].join('\n'),
});
