/**
 * Tombstones lie in the graph of their workspace. Those of a workspace that is gone lie in a sorted set beside the registry,
 * whose members are ordered as names are: no workspace has a character below the space that parts them.
 */
import { compareTexts, timeKey, type RecordName, type TombstoneRecord } from '@zapomni/core/model';
import type { Context } from '../context.ts';
import { makeIndex } from '../schema/schema.ts';
import type { WorkspaceEntry } from '../workspaces/registry.ts';
import type { Store } from '../store.ts';
import { byWorkspace, type Key } from './by-workspace.ts';

const inGraphs = byWorkspace({
  query: `MATCH (t:Tombstone)
    WHERE t.at > $at OR (t.at = $at AND (t.id + "" > $id OR (t.id + "" = $id AND t.hash + "" > $hash)))
    RETURN DISTINCT t.at AS at, t.id AS id, t.hash AS hash ORDER BY at, id, hash LIMIT $limit`,
  params: ([time = '-1', id = '', hash = '']) => ({ at: Number(time), id, hash }),
  key: ([at, id, hash]) => [timeKey(Number(at)), String(id), String(hash)],
});

export async function tombstoneKeys(context: Context, after: Key | null, limit: number): Promise<Key[]> {
  const [here, buried] = await Promise.all([inGraphs(context, after, limit), readBuried(context.store, after, limit)]);
  const all = new Map([...here, ...buried].map((key) => [key.join(' '), key]));
  const ordered = [...all].toSorted(([one], [other]) => compareTexts(one, other));
  return ordered.slice(0, limit).map(([, key]) => key);
}

async function readBuried(store: Store, after: Key | null, limit: number): Promise<Key[]> {
  const from = after ? `(${after.join(' ')}` : '-';
  const range = ['ZRANGEBYLEX', store.names.buried, from, '+', 'LIMIT', '0', String(limit)];
  const [reply = null] = await store.command('none', range);
  return Array.isArray(reply) ? reply.map((member) => String(member).split(' ')) : [];
}

/** All of a workspace that is gone, in order of time. */
export async function buriedOf(store: Store, workspace: string): Promise<TombstoneRecord[]> {
  const range = ['ZRANGEBYLEX', store.names.buried, `[${workspace} `, `(${workspace}!`];
  const [reply = null] = await store.command('none', range);
  return Array.isArray(reply) ? reply.map((member) => toRecord(String(member).split(' '))) : [];
}

export async function findTombstones(context: Context, names: readonly RecordName[]): Promise<TombstoneRecord[]> {
  const wanted = names.map(({ key }) => toRecord(key));
  const scores = wanted.map((one) => ['ZSCORE', context.store.names.buried, keyOf(one)]);
  const buried = await context.store.command('none', ...scores);
  const here = new Set<string>();
  for (const [workspace, some] of Map.groupBy(wanted, (one) => one.workspace)) {
    for (const key of await keysInGraph(context, workspace, some)) here.add(key);
  }
  return wanted.filter((one, i) => (buried[i] ?? null) !== null || here.has(keyOf(one)));
}

function toRecord([workspace = '', time = '', id = '', hash = '']: Key): TombstoneRecord {
  return { kind: 'tombstone', workspace, id, hash, removedAt: Number(time) };
}

function keyOf({ workspace, removedAt, id, hash }: TombstoneRecord): string {
  return [workspace, timeKey(removedAt), id, hash].join(' ');
}

async function keysInGraph(
  { store, registry }: Context,
  workspace: string,
  wanted: readonly TombstoneRecord[],
): Promise<string[]> {
  const entry = await registry.find(workspace);
  if (!entry) return [];
  const ids = wanted.map(({ id }) => id);
  const query = 'MATCH (t:Tombstone) WHERE t.id IN $ids RETURN t.at, t.id, t.hash';
  const rows = await store.read(entry.number, query, { ids });
  return rows.map(([at, id, hash]) => [workspace, timeKey(Number(at)), String(id), String(hash)].join(' '));
}

/** Those that are there already stay as they are. */
export async function writeTombstones(context: Context, records: readonly TombstoneRecord[]): Promise<void> {
  const { store, registry } = context;
  for (const [workspace, some] of Map.groupBy(records, (one) => one.workspace)) {
    const entry = await registry.find(workspace);
    if (!entry) await bury(store, some);
    else {
      await makeIndex(store, entry.number, 'CREATE INDEX FOR (t:Tombstone) ON (t.id)');
      const rows = some.map(({ id, hash, removedAt }, n) => ({ id, hash, at: removedAt, n }));
      await store.write(
        entry.number,
        'UNWIND $rows AS r MERGE (t:Tombstone {id: r.id, hash: r.hash, at: r.at}) ON CREATE SET t.n = r.n',
        { rows },
        'repeatable',
      );
    }
  }
}

/** Keeps tombstones of a workspace that is gone, or about to go. */
async function bury(store: Store, records: readonly TombstoneRecord[]): Promise<void> {
  const members = records.flatMap((record) => ['0', keyOf(record)]);
  if (members.length > 0) await store.command('repeatable', ['ZADD', store.names.buried, ...members]);
}

/** What is in a graph that is about to go: its tombstones, and its memories, removed at that time. */
export async function buryAll(store: Store, { id: workspace, number }: WorkspaceEntry, at: number): Promise<void> {
  const [removed, memories] = await Promise.all([
    store.read(number, 'MATCH (t:Tombstone) RETURN t.id, t.hash, t.at'),
    store.read(number, 'MATCH (m:Memory) RETURN m.id, m.hash'),
  ]);
  const all = [...removed, ...memories].map(([id, hash, time = at]): TombstoneRecord => {
    return { kind: 'tombstone', workspace, id: String(id), hash: String(hash), removedAt: Number(time) };
  });
  for (let from = 0; from < all.length; from += PORTION) await bury(store, all.slice(from, from + PORTION));
}

const PORTION = 5000;

/** Which of the memories a tombstone names. */
export async function removedAmong(context: Context, workspace: string, ids: readonly string[]): Promise<Set<string>> {
  const { store, registry } = context;
  const entry = await registry.find(workspace);
  const rows = entry
    ? await store.read(entry.number, 'MATCH (t:Tombstone) WHERE t.id IN $ids RETURN DISTINCT t.id', { ids })
    : [];
  return new Set(rows.map(([id]) => String(id)));
}
