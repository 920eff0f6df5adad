/** The keys of each kind of record, in the order of names, from any place on. */
import { compareTexts, type RecordKind } from '@zapomni/core/model';
import { readAllSettings } from '../setting-store.ts';
import { byWorkspace, type Key, type Lister } from './by-workspace.ts';
import { collectionKeys } from './collection-records.ts';
import { assertionKeys, entityKeys, mergeKeys } from './graph-records.ts';
import { tombstoneKeys } from './tombstones.ts';

export const LISTERS: Readonly<Record<RecordKind, Lister>> = {
  setting: async ({ store }, after, limit) => firstAfter([...(await readAllSettings(store)).keys()], after, limit),
  workspace: async ({ registry }, after, limit) => {
    const ids = (await registry.all()).map(({ id }) => id);
    return firstAfter(ids, after, limit);
  },
  tombstone: tombstoneKeys,
  entity: entityKeys,
  merge: mergeKeys,
  memory: byWorkspace({
    query: 'MATCH (m:Memory) WHERE m.id + "" > $id RETURN m.id ORDER BY m.id LIMIT $limit',
    params: ([id = '']) => ({ id }),
    key: ([id]) => [String(id)],
  }),
  assertion: assertionKeys,
  record: collectionKeys,
};

function firstAfter(names: readonly string[], after: Key | null, limit: number): Key[] {
  const first = after?.[0] ?? '';
  const rest = names.filter((name) => compareTexts(name, first) > 0).toSorted(compareTexts);
  return rest.slice(0, limit).map((name) => [name]);
}
