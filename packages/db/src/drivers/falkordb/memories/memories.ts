/** The memory store's port, over one graph per workspace. */
import type { DeletionReceipt, EmbeddingClaim, MemoryStore, NewMemory, RecordWrite, Stored } from '@zapomni/core/ports';
import {
  changesOfAddition,
  changesOfErasure,
  changesOfRemovedMemories,
  changesOfUpdate,
  type MemoryVersion,
} from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import { addToGraph } from './add-memories.ts';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { countTagged } from './count-tagged.ts';
import { listMemories, listOpenings } from './memory-list.ts';
import {
  columns,
  toMemory,
  toSummary,
  toVersions,
  WHOLE_COLUMN_COUNT,
  WHOLE_COLUMNS,
  WHOLE_MEMORY,
} from './memory-rows.ts';
import type { Row } from '../cypher/rows.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { readPassages, readPassagesOf } from './read-passages.ts';
import { NOTHING_REMOVED } from '../../../shared/nothing-removed.ts';
import { clearGraph, removeFromGraph, type Removal } from './removal.ts';
import { makeGraph } from '../schema/schema.ts';
import { readStats } from './stats.ts';
import { checkWrites } from '../../../shared/records/check-records.ts';
import { workspaceOf } from '../../../shared/records/with-memories.ts';
import { writeToWorkspace } from '../records/write-to-workspace.ts';
import { dropGraph, revive } from '../workspaces/revive.ts';
import { updateInGraph } from './update-memory.ts';

export function createMemories(context: Context): MemoryStore {
  const { store, dictionary } = context;
  return {
    add: async (memories, at, claim, records = []) => {
      checkWrites(records);
      if (records.length > 0) workspaceOf(memories);
      return addAll(context, { memories, at, claim, records });
    },
    get: async (workspace, ids) => {
      const query = `UNWIND $ids AS id MATCH (m:Memory {id: id}) ${WHOLE_MEMORY} RETURN ${WHOLE_COLUMNS}`;
      const rows = await readById(context, workspace, query, ids);
      return rows.map((row) => toMemory(row, workspace));
    },
    summaries: async (workspace, ids) => {
      const query = `UNWIND $ids AS id MATCH (m:Memory {id: id}) RETURN ${columns('m')}, m.preview`;
      const rows = await readById(context, workspace, query, ids);
      return rows.map((row) => toSummary(row, workspace));
    },
    list: (query) => listMemories(context, query),
    countTagged: (workspace, tags, most) => countTagged(context, workspace, tags, most),
    openings: async (scope, limit) =>
      (await inWorkspace(context, scope.workspace, (graph) => listOpenings(store, graph, scope, limit))) ?? [],
    update: async (workspace, id, patch, ...[at, records = []]) => {
      checkWrites(records);
      const changed = await inWorkspace(context, workspace, async (graph) => {
        const made = await updateInGraph(store, dictionary, { graph, workspace, id, patch, at, records });
        const waiting = patch.text ? graph : undefined;
        if (made) await announce(store, changesOfUpdate(workspace, id, records), waiting);
        return made;
      });
      if (!changed) throw new ZapomniError('NOT_FOUND', 'The memory does not exist in this workspace.');
      return changed;
    },
    history: (workspace, id) => readHistory(context, workspace, id),
    remove: async (workspace, ids, at, records = []) => {
      checkWrites(records);
      return removeAll(context, workspace, { ids, at, records });
    },
    clear: async (workspace, at) => {
      const cleared = await inWorkspace(context, workspace, (graph) => clearGraph(store, graph, at));
      if (!cleared) return NOTHING_REMOVED;
      await announce(store, changesOfErasure(workspace, cleared.receipt));
      return cleared.receipt;
    },
    passages: (ids) => readPassages(store, ids),
    passagesOf: async (workspace, id) =>
      (await inWorkspace(context, workspace, (graph) => readPassagesOf(store, graph, id))) ?? [],
    stats: (workspace, model) => readStats(context, workspace, model),
  };
}

async function removeAll(context: Context, workspace: string, removal: Removal): Promise<DeletionReceipt> {
  const { store } = context;
  const { ids, at, records } = removal;
  if (ids.length === 0) {
    const { removed } = await writeToWorkspace(context, workspace, records, at);
    return { ...NOTHING_REMOVED, records: removed };
  }
  const removed = await inWorkspace(context, workspace, (graph) => removeFromGraph(store, graph, removal));
  if (!removed) {
    throw new ZapomniError('NOT_FOUND', 'Not all of the memories exist in this workspace; nothing was removed.');
  }
  await announce(store, changesOfRemovedMemories(workspace, removed.ids, removed.receipt, records));
  return removed.receipt;
}

/** In the order asked; a repeated id is answered as often as it is asked. */
async function readById(context: Context, workspace: string, query: string, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const asked = { ids: [...new Set(ids)] };
  const rows = (await inWorkspace(context, workspace, (graph) => context.store.read(graph, query, asked))) ?? [];
  const found = new Map(rows.map((row) => [row[0] as string, row]));
  return ids.flatMap((id) => (found.has(id) ? [found.get(id) as Row] : []));
}

async function readHistory(context: Context, workspace: string, id: string): Promise<MemoryVersion[]> {
  const query = `MATCH (m:Memory {id: $id}) ${WHOLE_MEMORY}
    OPTIONAL MATCH (m)-[:WAS]->(h:Version) WITH m, pieces, h ORDER BY h.version DESC
    RETURN ${WHOLE_COLUMNS}, collect([${columns('h')}, h.recordedTo, h.text])`;
  const [row] = (await inWorkspace(context, workspace, (graph) => context.store.read(graph, query, { id }))) ?? [];
  if (!row) return [];
  const versions = (row[WHOLE_COLUMN_COUNT] as Row[]).filter(([known]) => known !== null);
  return toVersions(versions, toMemory(row, workspace));
}

/**
 * A batch is of one workspace nearly always. One of several is all or nothing as long as nobody dies half way: what was
 * stored is taken back when a later part is refused, for no transaction spans two graphs.
 */
async function addAll(
  context: Context,
  { memories, ...rest }: Omit<WorkspaceAddition, 'workspace'>,
): Promise<Stored[]> {
  const outcome = new Map<NewMemory, Stored>();
  const done: { workspace: string; ids: string[] }[] = [];
  try {
    for (const [workspace, some] of Map.groupBy(memories, (memory) => memory.workspace)) {
      const stored = await addToWorkspace(context, { ...rest, workspace, memories: some });
      for (const [i, memory] of some.entries()) outcome.set(memory, stored[i] as Stored);
      done.push({ workspace, ids: stored.flatMap(({ id, status }) => (status === 'stored' ? [id] : [])) });
    }
  } catch (error) {
    for (const { workspace, ids } of done) await takeBack(context, workspace, ids);
    throw error;
  }
  return memories.map((memory) => outcome.get(memory) as Stored);
}

async function takeBack({ store, registry }: Context, workspace: string, ids: readonly string[]): Promise<void> {
  const entry = await registry.find(workspace);
  if (entry && ids.length > 0) await removeFromGraph(store, entry.number, { ids, at: 0, records: [] });
}

interface WorkspaceAddition {
  readonly workspace: string;
  readonly memories: readonly NewMemory[];
  readonly at: number;
  readonly claim: EmbeddingClaim | undefined;
  readonly records: readonly RecordWrite[];
}

async function addToWorkspace(context: Context, addition: WorkspaceAddition): Promise<readonly Stored[]> {
  const { workspace, memories, records } = addition;
  for (;;) {
    const { registry, store, dictionary } = context;
    const entry = await registry.find(workspace);
    if (!entry) {
      const stored = await addToNewWorkspace(context, addition);
      if (stored) return stored;
      continue;
    }
    const outcome = await addToGraph(store, dictionary, { ...addition, graph: entry.number });
    if (outcome === 'gone') {
      await revive(context, workspace, entry.number);
      continue;
    }
    if (outcome.wrote) await announce(store, changesOfAddition(memories, outcome.stored, records), entry.number);
    return outcome.stored;
  }
}

/** The graph is filled first, then the workspace is entered. Undefined when another process entered it meanwhile. */
async function addToNewWorkspace(
  { store, registry, dictionary }: Context,
  addition: WorkspaceAddition,
): Promise<readonly Stored[] | undefined> {
  const { workspace, memories, at, records } = addition;
  const number = await registry.nextNumber();
  try {
    await makeGraph(store, number);
    const outcome = await addToGraph(store, dictionary, { ...addition, graph: number });
    const entry = { id: workspace, name: workspace, description: '', createdAt: at, number };
    if (outcome === 'gone' || !(await registry.enter(entry))) {
      await dropGraph(store, number);
      return undefined;
    }
    await announce(store, changesOfAddition(memories, outcome.stored, records), number);
    return outcome.stored;
  } catch (error) {
    await dropGraph(store, number).catch(() => undefined);
    throw error;
  }
}
