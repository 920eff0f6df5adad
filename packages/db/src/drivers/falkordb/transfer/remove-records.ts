/** Takes away what the store that the records came from no longer has. */
import type { RecordKind, RecordName } from '@zapomni/core/model';
import type { Context } from '../context.ts';
import { changeGraph, type GraphEdit } from '../graph/edit.ts';
import { createWorkspaces } from '../workspaces/workspaces.ts';
import { countCollections } from '../records/read-records.ts';
import { removeCollectionRecords } from './collection-records.ts';
import { removedAmong } from './tombstones.ts';
import { dropMerges, eraseAssertions, eraseEntities, eraseSayings } from './write-graph.ts';
import { takeMemoriesAway } from './write-memories.ts';

/** How many went. */
type Remover = (context: Context, names: readonly RecordName[]) => Promise<number>;

export async function removeRecords(context: Context, names: readonly RecordName[]): Promise<number> {
  let gone = 0;
  for (const [kind, some] of Map.groupBy(names, (name) => name.kind)) gone += await REMOVERS[kind](context, some);
  return gone;
}

const none: Remover = () => Promise.resolve(0);

const REMOVERS: Readonly<Record<RecordKind, Remover>> = {
  setting: async ({ store }, names) => {
    const fields = names.map(({ key: [name = ''] }) => name);
    const [gone = 0] = await store.command('repeatable', ['HDEL', store.names.settings, ...fields]);
    return Number(gone);
  },
  workspace: removeWorkspaces,
  tombstone: none,
  entity: inGraph(async (edit, names) => {
    await eraseEntities(edit, restOf(names));
    return names.length;
  }),
  merge: inGraph((edit, names) => Promise.resolve(dropMerges(edit, names))),
  memory: removeMemories,
  assertion: inGraph(async (edit, names) => {
    await eraseAssertions(edit, restOf(names));
    return names.length;
  }),
  record: removeCollectionRecords,
};

function restOf(names: readonly RecordName[]): string[] {
  return names.map(({ key: [, ...rest] }) => rest.join('\t'));
}

function inGraph(remove: (edit: GraphEdit, names: readonly RecordName[]) => Promise<number>): Remover {
  return async ({ store, registry }, names) => {
    let gone = 0;
    for (const [workspace, some] of Map.groupBy(names, ({ key: [id = ''] }) => id)) {
      const entry = await registry.find(workspace);
      const count = entry ? await changeGraph(store, entry.number, (edit) => remove(edit, some)) : 'gone';
      if (count !== 'gone') gone += count;
    }
    return gone;
  };
}

async function removeWorkspaces(context: Context, names: readonly RecordName[]): Promise<number> {
  const workspaces = createWorkspaces(context);
  let gone = 0;
  for (const {
    key: [id = ''],
  } of names) {
    const summary = await workspaces.get(id);
    if (!summary || summary.memories > 0 || (await hasMore(context, id))) continue;
    await workspaces.remove(id, 0);
    gone += 1;
  }
  return gone;
}

/** Entities or records. */
async function hasMore({ store, registry }: Context, id: string): Promise<boolean> {
  const entry = await registry.find(id);
  if (!entry) return false;
  const [row] = await store.read(entry.number, 'MATCH (e:Entity) RETURN count(e)');
  return Number(row?.[0] ?? 0) > 0 || (await countCollections(store, entry.number)).length > 0;
}

async function removeMemories(context: Context, names: readonly RecordName[]): Promise<number> {
  let gone = 0;
  for (const [workspace, some] of Map.groupBy(names, ({ key: [id = ''] }) => id)) {
    const entry = await context.registry.find(workspace);
    const ids = [
      ...(await removedAmong(
        context,
        workspace,
        some.map(({ key: [, id = ''] }) => id),
      )),
    ];
    if (!entry || ids.length === 0) continue;
    await changeGraph(context.store, entry.number, (edit) => eraseSayings(edit, ids));
    gone += await takeMemoriesAway(context, entry.number, ids);
  }
  return gone;
}
