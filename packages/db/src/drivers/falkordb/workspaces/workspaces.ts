/** Workspaces: entries of the registry, with counts from their graphs. */
import { changeToWorkspace, type WorkspaceSummary } from '@zapomni/core/model';
import type { DeletionReceipt, WorkspaceStore } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import type { WorkspaceEntry } from './registry.ts';
import { makeGraph } from '../schema/schema.ts';
import { countGraph } from '../memories/stats.ts';
import { buryAll } from '../transfer/tombstones.ts';

export function createWorkspaces(context: Context): WorkspaceStore {
  const { store, registry } = context;
  return {
    create: async (workspace) => {
      registry.forget(workspace.id);
      if (await registry.find(workspace.id)) throw exists();
      const number = await registry.nextNumber();
      await makeGraph(store, number);
      if (!(await registry.enter({ ...workspace, number }))) {
        await store.deleteGraph(number);
        throw exists();
      }
      await announce(store, changeToWorkspace('workspace.created', workspace.id));
    },
    get: async (id) => {
      registry.forget(id);
      const entry = await registry.find(id);
      return entry ? summarise(context, entry) : null;
    },
    list: async () => Promise.all((await registry.all()).map((entry) => summarise(context, entry))),
    remove: (id, at) => removeWorkspace(context, id, at),
  };
}

function exists(): ZapomniError {
  return new ZapomniError('CONFLICT', 'A workspace with this id exists already.');
}

async function summarise(context: Context, entry: WorkspaceEntry): Promise<WorkspaceSummary> {
  const { number, ...workspace } = entry;
  return { ...workspace, ...(await countGraph(context, number)) };
}

/** From here on nobody adds to it; then it is struck from the registry, and then its graph goes. */
const CLOSE = `MATCH (g:Store) SET g.closed = true, g.seq = g.seq + 1
  WITH g CALL { MATCH (m:Memory) RETURN sum(m.bytes) AS bytes }
  CALL { MATCH (h:Version) RETURN count(h) AS versions }
  CALL { MATCH (:Passage)-[x:MENTIONS]->() RETURN count(x) AS mentions }
  CALL { MATCH ()-[r:REL]->() RETURN count(r) AS relations }
  CALL { MATCH (e:Entity) RETURN count(e) AS entities }
  RETURN [g.memories, g.passages, versions, mentions, relations, entities, toInteger(bytes)]`;

async function removeWorkspace({ store, registry }: Context, id: string, at: number): Promise<DeletionReceipt> {
  registry.forget(id);
  const entry = await registry.find(id);
  const missing = new ZapomniError('NOT_FOUND', 'The workspace does not exist.');
  if (!entry) throw missing;
  const [row] = (await store.exists(entry.number)) ? await store.write(entry.number, CLOSE, {}) : [];
  await buryAll(store, entry, at);
  if (!(await registry.strike(entry))) throw missing;
  await store.deleteGraph(entry.number);
  const [counts] = (row ?? [[]]) as [number[]];
  await announce(store, changeToWorkspace('workspace.removed', id));
  const [memories = 0, passages = 0, versions = 0, mentions = 0, relations = 0, entities = 0, bytes = 0] = counts;
  return { memories, passages, versions, mentions, relations, entities, records: 0, bytes };
}
