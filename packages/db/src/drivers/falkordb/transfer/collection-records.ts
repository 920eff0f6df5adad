/**
 * Records of collections as they are moved: in the place of those with their names, without looking at what they belong to,
 * because that may come after them.
 */
import { arrangeBlobs, arrangeEntries, type CollectionRecord, type RecordName } from '@zapomni/core/model';
import { checkWrites } from '../../../shared/records/check-records.ts';
import type { Context } from '../context.ts';
import { askRecords, countCollections, readWholes } from '../records/read-records.ts';
import { loadRecords, unloadRecords } from '../records/write-records.ts';
import { overGraphs, type Key } from './by-workspace.ts';
import { ensureGraph } from './ensure-graph.ts';

/** So many are written at once. */
const PORTION = 200;

/** The keys of a collection, after one. */
const KEYS_AFTER = `local start = ARGV[1] .. '\\0'
local members = redis.call('ZRANGE', KEYS[2], '(' .. start .. '\\0' .. ARGV[2], '(' .. start .. '\\1', 'BYLEX', 'LIMIT', 0, ARGV[3])
for i, member in ipairs(members) do members[i] = string.sub(member, #start + 2) end
return { intent, members }`;

export const collectionKeys = overGraphs(async ({ store }, graph, [first = '', last = ''], limit) => {
  const keys: Key[] = [];
  for (const { collection } of await countCollections(store, graph)) {
    if (collection < first || keys.length >= limit) continue;
    const args = [collection, collection === first ? last : '', String(limit - keys.length)];
    const [found] = await askRecords(store, graph, KEYS_AFTER, args);
    for (const key of found as string[]) keys.push([collection, key]);
  }
  return keys;
});

export async function findCollectionRecords(
  { store, registry }: Context,
  names: readonly RecordName[],
): Promise<CollectionRecord[]> {
  const found: CollectionRecord[] = [];
  for (const [workspace, some] of Map.groupBy(names, ({ key: [id = ''] }) => id)) {
    const entry = await registry.find(workspace);
    if (!entry) continue;
    const wanted = some.map(({ key: [, collection = '', key = ''] }) => ({ collection, key }));
    for (const record of await readWholes(store, entry.number, wanted)) {
      const lists = { entries: arrangeEntries(record.entries), blobs: arrangeBlobs(record.blobs) };
      found.push({ kind: 'record', workspace, ...record, ...lists });
    }
  }
  return found;
}

export function checkCollectionRecords(records: readonly CollectionRecord[]): void {
  checkWrites(records.map((record) => ({ ...record, op: 'put' })));
}

export async function writeCollectionRecords(context: Context, records: readonly CollectionRecord[]): Promise<void> {
  for (const [workspace, some] of Map.groupBy(records, (record) => record.workspace)) {
    const graph = await ensureGraph(context, workspace, some[0]?.createdAt ?? 0);
    for (let i = 0; i < some.length; i += PORTION) {
      await loadRecords(context.store, graph, some.slice(i, i + PORTION));
    }
  }
}

/** They alone: what belongs to them has a name of its own. */
export async function removeCollectionRecords(
  { store, registry }: Context,
  names: readonly RecordName[],
): Promise<number> {
  let gone = 0;
  for (const [workspace, some] of Map.groupBy(names, ({ key: [id = ''] }) => id)) {
    const entry = await registry.find(workspace);
    const wanted = some.map(({ key: [, collection = '', key = ''] }) => ({ collection, key }));
    if (entry) gone += await unloadRecords(store, entry.number, wanted);
  }
  return gone;
}
