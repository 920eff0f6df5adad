import { PRUNE_STRATEGIES } from '@zapomni/core/memories';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const counts = z.record(z.string(), z.number().int());

export default defineTool({
  name: 'prune_memory',
  title: 'Tidy up',
  description:
    'Find what nothing needs any more, e.g. entities that no memory names. Only looks, unless dry_run is false and confirm is true.',
  input: z.strictObject({
    strategy: z.enum(PRUNE_STRATEGIES),
    dry_run: z.boolean().default(true),
    confirm: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['preview', 'pruned']),
    found: counts,
    removed: counts,
    preview: z.array(z.object({ kind: z.string(), id: z.string(), label: z.string() })),
  }),
  annotations: DESTROYS,
  async run({ strategy, dry_run: dryRun, confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { found, removed, preview, ...result } = await context.app.memories.prune({
      workspace,
      strategy,
      dryRun,
      confirm,
    });
    return {
      status: result.dryRun ? ('preview' as const) : ('pruned' as const),
      found: { ...found },
      removed: { ...removed },
      preview: preview.map((item) => ({ ...item })),
    };
  },
  text: ({ status, found, removed, preview }) =>
    [
      status === 'preview' ? `Found: ${list(found)}. Nothing was removed.` : `Removed: ${list(removed)}.`,
      ...(status === 'preview' ? preview.map(({ kind, label }) => `- ${kind}: ${shorten(label, 100)}`) : []),
      ...(status === 'preview' && preview.length > 0 ? ['To remove them: dry_run false and confirm true.'] : []),
    ].join('\n'),
});

function list(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([kind, n]) => `${n} ${kind}`)
    .join(', ');
}
