/** Workspaces: entries of the registry, with counts from their graphs. */
import { changeToWorkspace, type WorkspaceSummary } from '@zapomni/core/model';
import type { DeletionReceipt, WorkspaceStore } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import type { WorkspaceEntry } from './registry.ts';
import type { Row } from '../cypher/rows.ts';
import type { Commit } from '../records/intents.ts';
import { clearTogether } from '../records/write-records.ts';
import { makeGraph } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { dropGraph } from './revive.ts';
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
        await dropGraph(store, number);
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
const CLOSE = (commit?: Commit): string => `MATCH (g:Store) ${commit ? `WHERE ${commit.condition}` : ''}
  SET g.closed = true, g.seq = g.seq + 1 ${commit ? `, ${commit.assignment}` : ''}
  WITH g CALL { MATCH (m:Memory) RETURN sum(m.bytes) AS bytes }
  CALL { MATCH (h:Version) RETURN count(h) AS versions }
  CALL { MATCH (:Passage)-[x:MENTIONS]->() RETURN count(x) AS mentions }
  CALL { MATCH ()-[r:REL]->() RETURN count(r) AS relations }
  CALL { MATCH (e:Entity) RETURN count(e) AS entities }
  RETURN [g.memories, g.passages, versions, mentions, relations, entities, toInteger(bytes)]`;

/** Counts what there is; none where there is no graph. Another process may have closed it already. */
async function close(store: Store, graph: number): Promise<{ row: Row | undefined; records: number }> {
  for (;;) {
    if (!(await store.exists(graph))) return { row: undefined, records: 0 };
    const done = await clearTogether(store, graph, { closing: true }, async (commit) => {
      const [row] = await store.write(graph, CLOSE(commit), commit.params);
      return row;
    });
    if (done === 'gone') return { row: (await store.write(graph, CLOSE(), {}))[0], records: 0 };
    if (done) return { row: done.result, records: done.removed };
  }
}

async function removeWorkspace({ store, registry }: Context, id: string, at: number): Promise<DeletionReceipt> {
  registry.forget(id);
  const entry = await registry.find(id);
  const missing = new ZapomniError('NOT_FOUND', 'The workspace does not exist.');
  if (!entry) throw missing;
  const { row, records } = await close(store, entry.number);
  await buryAll(store, entry, at);
  if (!(await registry.strike(entry))) throw missing;
  await dropGraph(store, entry.number);
  const [counts] = (row ?? [[]]) as [number[]];
  await announce(store, changeToWorkspace('workspace.removed', id));
  const [memories = 0, passages = 0, versions = 0, mentions = 0, relations = 0, entities = 0, bytes = 0] = counts;
  return { memories, passages, versions, mentions, relations, entities, records, bytes };
}
