import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { shorten } from '../../lines/memory-lines.ts';

export default defineTool({
  name: 'backup_collection',
  title: 'Back up the library',
  description: 'Write the whole store to one file in the folder of backups, read back before it counts.',
  input: z.strictObject({
    backup_path: z.string().optional().describe('A folder that the user allowed for backups.'),
    include_pdfs: z.boolean().default(false).describe('Also files of papers, those in your folders too.'),
    include_embeddings: z.boolean().default(false).describe('Also vectors; they can be made again.'),
    compress: z.boolean().default(true),
  }),
  output: z.object({
    backup: z.string(),
    bytes: z.number().int(),
    memories: z.number().int(),
    records: unlisted(z.number().int()),
    files: unlisted(z.number().int()),
    one_moment: unlisted(z.boolean()),
    left_out: unlisted(z.array(z.string())),
    lost_files: unlisted(
      z
        .array(z.object({ workspace_id: z.string(), paper: z.string(), file: z.string(), reason: z.string() }))
        .optional()
        .describe('The first that were to be in it and are not.'),
    ),
    lost_files_total: unlisted(z.number().int().optional()),
  }),
  annotations: ADDS,
  async run({ backup_path, include_pdfs, include_embeddings, compress }, context) {
    const { name, bytes, manifest, lost } = await context.app.research.maintenance.backUp({
      folder: backup_path,
      files: include_pdfs,
      vectors: include_embeddings,
      compress,
      client: context.caller.subject,
      signal: context.signal,
      onProgress: ({ done, total }) => context.progress(done, total),
    });
    return {
      backup: name,
      bytes,
      memories: manifest.parts.memories.count,
      records: manifest.parts.records.count,
      files: manifest.blobs.count,
      one_moment: manifest.moment,
      left_out: [...manifest.without],
      ...(lost.total === 0
        ? {}
        : {
            lost_files: lost.named.map(({ workspace, ...one }) => ({ workspace_id: workspace, ...one })),
            lost_files_total: lost.total,
          }),
    };
  },
  text: ({ backup, bytes, memories, records, files, left_out: left, lost_files: lost = [], lost_files_total: total }) =>
    [
      `Backed up ${memories} memories, ${records} records and ${files} files to ${backup} (${bytes} bytes), and read it back.`,
      ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
      ...(lost.length === 0
        ? []
        : [`${total} files of papers are not in it, because they were moved, changed or never kept:`]),
      ...lost.map(({ paper, file, reason }) => `- ${file} (${reason}) of ${shorten(paper, MOST_TITLE)}`),
    ].join('\n'),
});

const MOST_TITLE = 100;
