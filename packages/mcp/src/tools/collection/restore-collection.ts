import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const MOST_NAMED = 50;

export default defineTool({
  name: 'restore_collection',
  title: 'Bring papers back',
  description:
    'Papers of a backup that the library lacks: shown first, brought back with confirm. What is there is not changed.',
  input: z.strictObject({
    backup: z.string().describe('As backup_collection named it.'),
    backup_path: z.string().optional(),
    include_deleted: z.boolean().default(false).describe('Also papers that were deleted.'),
    confirm: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    created_at: unlisted(z.string()),
    papers: z.number().int(),
    present: z.number().int(),
    deleted: unlisted(z.number().int()),
    missing: z.number().int(),
    missing_titles: unlisted(z.array(z.object({ id: z.string(), title: z.string() }))),
    restored: z.number().int(),
    files: unlisted(z.number().int()),
    files_lost: unlisted(z.number().int()).describe('Of papers brought back, not in the backup.'),
  }),
  annotations: CHANGES,
  async run({ backup, backup_path, include_deleted, confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const found = await context.app.research.maintenance.restore({
      workspace,
      name: backup,
      folder: backup_path,
      apply: confirm,
      deleted: include_deleted,
      signal: context.signal,
      onProgress: (done, total) => context.progress(done, total),
    });
    return {
      created_at: found.manifest.createdAt,
      papers: found.papers,
      present: found.present,
      deleted: found.forgotten,
      missing: found.missing.length,
      missing_titles: found.missing.slice(0, MOST_NAMED).map((one) => ({ ...one })),
      restored: found.restored,
      files: found.files.kept,
      files_lost: found.files.lost,
    };
  },
  text: ({ papers, present, deleted, missing, restored, files, files_lost: lost, created_at: made }, { confirm }) =>
    [
      `The backup of ${made} has ${papers} papers: ${present} are in the library, ${missing} are missing.`,
      ...(deleted > 0 ? [`${deleted} were deleted and are left out; include_deleted brings them back.`] : []),
      confirm
        ? `${restored} were brought back, with ${files} files.`
        : 'Nothing was changed; confirm: true brings the missing ones back.',
      ...(lost > 0 ? [`${lost} of their files are not in it: it was made without files, or could not have them.`] : []),
    ].join('\n'),
});
