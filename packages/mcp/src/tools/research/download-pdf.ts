import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { downloadLines, downloadOutput, reportLine } from '../../fields/source-fields.ts';
import { toDownload } from '../../views/papers/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

/** The address itself may take as long as was said, for each of several that are tried. */
const TIMEOUT_MS = 900_000;

export default defineTool({
  name: 'download_pdf',
  title: 'Download a PDF',
  description:
    'Download a paper into the store, by URL or identifier (its open copies are tried in turn), and to a file if one is named.',
  input: z.strictObject({
    source: z.string().describe('URL, DOI or another id.'),
    output_directory: z.string().optional().describe('Below the export folder.'),
    filename: z.string().optional(),
    overwrite: z.boolean().default(false),
    timeout: z.number().int().min(5).max(300).default(30).describe('Seconds.'),
    workspace_id: workspaceId.optional(),
  }),
  output: downloadOutput,
  fieldNames: { article_identifier: 'source' },
  annotations: GATHERS,
  timeoutMs: TIMEOUT_MS,
  async run({ source, output_directory: outputDirectory, filename, overwrite, timeout, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const wish = { source, outputDirectory, filename, overwrite, timeoutSeconds: timeout };
    return toDownload(await context.app.research.access.download({ workspace, ...wish, signal: context.signal }));
  },
  text: (download) => [...downloadLines(download), ...download.sources.map(reportLine)].join('\n'),
});
