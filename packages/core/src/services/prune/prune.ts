/** Finds what nothing needs any more and, when confirmed, removes it. */
import { ZapomniError } from '../../errors/index.ts';
import type { MemoryFilter } from '../../model/index.ts';
import { codeWorkspacesOf, isCodeWorkspace } from '../code/store/code-workspace.ts';
import { forgetStaleFiles } from '../code/store/stale-files.ts';
import type { Deps } from '../deps.ts';
import type { PruneItem, PruneKind, PruneRequest, PruneResult } from './prune-request.ts';

const MOST_SHOWN = 20;
const PORTION = 100;
/** What indexing marks when it no longer finds it. */
const STALE_CODE: MemoryFilter = {
  kinds: ['code'],
  metadata: [{ field: 'stale', op: 'eq', value: true }],
  includeSuperseded: true,
};

interface Found {
  readonly total: number;
  readonly items: readonly PruneItem[];
}

/** One kind of what can be pruned. `remove` takes away all there is and says how much. */
interface Prunable {
  find(deps: Deps, workspace: string): Promise<Found>;
  remove(deps: Deps, workspace: string): Promise<number>;
}

const PRUNABLES: Readonly<Record<PruneKind, Prunable>> = {
  // The store takes passages away with their memory, in one step: there cannot be any without one.
  orphaned_chunks: { find: async () => ({ total: 0, items: [] }), remove: async () => 0 },
  orphaned_entities: { find: findOrphans, remove: removeOrphans },
  stale_code: { find: findStale, remove: removeStale },
};

export async function prune(deps: Deps, request: PruneRequest): Promise<PruneResult> {
  const { workspace, strategy, dryRun = true, confirm = false } = request;
  const kinds = strategy === 'all' ? (Object.keys(PRUNABLES) as PruneKind[]) : [strategy];
  if (!dryRun && !confirm) throw unconfirmed();
  const found = new Map<PruneKind, Found>();
  for (const kind of kinds) found.set(kind, await PRUNABLES[kind].find(deps, workspace));
  const removed: Partial<Record<PruneKind, number>> = {};
  for (const kind of kinds) removed[kind] = dryRun ? 0 : await PRUNABLES[kind].remove(deps, workspace);
  if (!dryRun) deps.logger.log('info', 'pruned', { workspace, ...removed });
  return {
    dryRun,
    found: Object.fromEntries([...found].map(([kind, { total }]) => [kind, total])),
    removed,
    preview: [...found.values()].flatMap(({ items }) => items).slice(0, MOST_SHOWN),
  };
}

async function findOrphans({ storage }: Deps, workspace: string): Promise<Found> {
  const { ids, total } = await storage.graph.orphans(workspace, MOST_SHOWN);
  const entities = await storage.graph.entities(workspace, ids);
  return { total, items: entities.map(({ id, name }) => ({ kind: 'orphaned_entities', id, label: name })) };
}

async function removeOrphans({ storage, clock }: Deps, workspace: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const { ids } = await storage.graph.orphans(workspace, PORTION);
    if (ids.length === 0) return removed;
    const { entities } = await storage.graph.removeEntities(workspace, ids, clock.now());
    if (entities === 0) return removed;
    removed += entities;
  }
}

/** Those of the workspace itself, and those of the repositories that were indexed for it. */
async function findStale(deps: Deps, workspace: string): Promise<Found> {
  const found: { total: number; items: PruneItem[] } = { total: 0, items: [] };
  for (const store of [workspace, ...(await codeWorkspacesOf(deps, workspace))]) {
    const page = await deps.storage.memories.list({ workspace: store, filter: STALE_CODE, limit: MOST_SHOWN });
    found.total += page.total;
    for (const { id, preview, source } of page.items)
      found.items.push({ kind: 'stale_code', id, label: isCodeWorkspace(store) ? source : preview });
  }
  return { ...found, items: found.items.slice(0, MOST_SHOWN) };
}

async function removeStale(deps: Deps, workspace: string): Promise<number> {
  let removed = await removeStaleFrom(deps, workspace);
  for (const store of await codeWorkspacesOf(deps, workspace)) {
    removed += await removeStaleFrom(deps, store);
    await forgetStaleFiles(deps, workspace, store);
  }
  return removed;
}

async function removeStaleFrom({ storage, clock }: Deps, workspace: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const { items } = await storage.memories.list({ workspace, filter: STALE_CODE, limit: PORTION });
    if (items.length === 0) return removed;
    const ids = items.map(({ id }) => id);
    removed += (await storage.memories.remove(workspace, ids, clock.now())).memories;
  }
}

function unconfirmed(): ZapomniError {
  return new ZapomniError('FORBIDDEN', 'confirm: must be true for anything to be removed.', {
    hint: 'Look at the preview of a dry run, ask the user, then call again with confirm.',
    issues: [{ field: 'confirm', error: 'must be true' }],
  });
}
