/** Records by their names: those of one workspace and kind are read together. */
import { nameOf, type RecordKind, type RecordName, type TransferRecord } from '@zapomni/core/model';
import type { Context } from '../context.ts';
import { findCollectionRecords } from './collection-records.ts';
import { readAllSettings } from '../setting-store.ts';
import { findAssertions, findEntities, findMerges } from './graph-records.ts';
import { readMemories } from './read-memories.ts';
import { findTombstones } from './tombstones.ts';

type Finder = (context: Context, names: readonly RecordName[]) => Promise<TransferRecord[]>;

/** In the order asked; those that do not exist are left out. */
export async function findRecords(context: Context, names: readonly RecordName[]): Promise<TransferRecord[]> {
  const found = new Map<string, TransferRecord>();
  for (const [kind, some] of Map.groupBy(names, (name) => name.kind)) {
    for (const record of await FINDERS[kind](context, some)) found.set(JSON.stringify(nameOf(record)), record);
  }
  return names.flatMap(({ kind, key }) => found.get(JSON.stringify({ kind, key })) ?? []);
}

const FINDERS: Readonly<Record<RecordKind, Finder>> = {
  setting: async ({ store }, names) => {
    const settings = await readAllSettings(store);
    return names.flatMap(({ key: [name = ''] }) => {
      const value = settings.get(name);
      return value === undefined ? [] : [{ kind: 'setting', name, value } as const];
    });
  },
  workspace: async ({ registry }, names) => {
    const entries = await Promise.all(names.map(({ key: [id = ''] }) => registry.find(id)));
    return entries.flatMap((entry) => {
      if (!entry) return [];
      const { id, name, description, createdAt } = entry;
      return [{ kind: 'workspace', workspace: id, name, description, createdAt } as const];
    });
  },
  tombstone: findTombstones,
  entity: findEntities,
  merge: findMerges,
  memory: async (context, names) => {
    const groups = Map.groupBy(names, ({ key: [workspace = ''] }) => workspace);
    const found = await Promise.all(
      Array.from(groups, ([workspace, some]) =>
        readMemories(
          context,
          workspace,
          some.map(({ key: [, id = ''] }) => id),
        ),
      ),
    );
    return found.flat();
  },
  assertion: findAssertions,
  record: findCollectionRecords,
};
