import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';

export default defineTool({
  name: 'backup_collection',
  title: 'Back up the library',
  description: 'Write the whole store to one file in the folder of backups, read back before it counts.',
  input: z.strictObject({
    backup_path: z.string().optional().describe('A folder that the user allowed for backups.'),
    include_pdfs: z.boolean().default(false).describe('Also files.'),
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
  }),
  annotations: ADDS,
  async run({ backup_path, include_pdfs, include_embeddings, compress }, context) {
    const { name, bytes, manifest } = await context.app.research.maintenance.backUp({
      folder: backup_path,
      files: include_pdfs,
      vectors: include_embeddings,
      compress,
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
    };
  },
  text: ({ backup, bytes, memories, records, files, left_out: left }) =>
    [
      `Backed up ${memories} memories, ${records} records and ${files} files to ${backup} (${bytes} bytes), and read it back.`,
      ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
    ].join('\n'),
});
