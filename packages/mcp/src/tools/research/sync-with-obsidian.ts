import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toNotesReport } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const MOST_SHOWN = 20;

export default defineTool({
  name: 'sync_with_obsidian',
  title: 'Synchronise notes of papers',
  description:
    "One note a paper in the user's vault. What the user wrote stays; tags, rating, status and the user's text come back. Deletes nothing.",
  input: z.strictObject({
    dry_run: z.boolean().default(false),
    name_template: z.string().optional().describe('Names of new notes: {citekey}, {author}, {year}, {title}, {id}.'),
    recreate: z.boolean().default(false).describe('Make notes again that the user removed.'),
    all: z.boolean().default(false).describe('Look at every note, changed or not.'),
    new_vault: unlisted(z.boolean().default(false)),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: unlisted(z.number().int()),
    papers_changed: z.number().int(),
    texts_taken: unlisted(z.number().int()),
    moved: unlisted(z.number().int()),
    removed: unlisted(z.array(z.string())),
    conflicts: z.array(z.object({ file: z.string(), parts: z.array(z.string()), fix: z.string() })),
    skipped: z.array(z.object({ file: z.string(), reason: z.string() })),
    problems: z.array(z.object({ file: z.string(), problem: z.string(), fix: z.string() })),
    chunks_created: unlisted(z.number().int()),
  }),
  annotations: CHANGES,
  async run({ workspace_id, dry_run: dryRun, name_template: template, new_vault: beginAnew, ...asked }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const from = { workspace, client: context.caller.subject, signal: context.signal };
    return toNotesReport(await context.app.research.notes.sync({ ...from, ...asked, dryRun, template, beginAnew }));
  },
  text: (
    { created, updated, unchanged, papers_changed, texts_taken, removed, conflicts, skipped, problems },
    { dry_run },
  ) =>
    [
      `${dry_run ? 'Would be done: ' : ''}${created} created, ${updated} updated, ${unchanged} unchanged; ${papers_changed} papers and ${texts_taken} texts taken from notes.`,
      ...(removed.length > 0
        ? [
            `${removed.length} removed by the user and not made again (recreate: true makes them): ${few(removed).join(', ')}.`,
          ]
        : []),
      ...few(conflicts.map(({ file, parts, fix }) => `Both changed ${parts.join(', ')} of ${file}. ${fix}`)),
      ...few(skipped.map(({ file, reason }) => `Skipped ${file}: ${reason}`)),
      ...few(problems.map(({ file, problem, fix }) => `${file}: ${problem} ${fix}`)),
    ].join('\n'),
});

function few(lines: readonly string[]): string[] {
  const more = lines.length - MOST_SHOWN;
  return [...lines.slice(0, MOST_SHOWN), ...(more > 0 ? [`… and ${more} more.`] : [])];
}
