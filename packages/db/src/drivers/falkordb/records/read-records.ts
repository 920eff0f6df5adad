/** Records by their keys, collections, and what blobs they refer to. */
import type { StoredRecord } from '@zapomni/core/ports';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import type { Store } from '../store.ts';
import type { Reply } from '../wire/reply-parser.ts';
import { finishIfCommitted, runOnRecords } from './intents.ts';
import { readRecord, readWhole, type RecordPlace, type WholeRecord } from './record-texts.ts';

/** Stands before a script that reads: what it gives comes after the number of the intent that was there. */
const INTENT = `local intent = redis.call('HGET', KEYS[6], 'number') or '' `;

/**
 * What a script says of the records, which may write nothing and gives `{ intent, … }`. What was committed and is not done
 * yet is done first.
 */
export async function askRecords(
  store: Store,
  graph: number,
  script: string,
  args: readonly string[] = [],
): Promise<Reply[]> {
  for (;;) {
    const reply = await runOnRecords(store, graph, { script: INTENT + script, args, effect: 'none' });
    const [intent, ...answer] = reply as Reply[];
    if (intent === '' || !(await finishIfCommitted(store, graph, Number(intent)))) return answer;
  }
}

const GET = `local found = {}
for i = 1, #ARGV do found[i] = redis.call('HGET', KEYS[1], ARGV[i]) end
return { intent, found }`;

/** In the order asked; null for those that do not exist. */
async function readTexts(store: Store, graph: number, fields: readonly string[]): Promise<(string | null)[]> {
  if (fields.length === 0) return [];
  const [texts] = await askRecords(store, graph, GET, fields);
  return texts as (string | null)[];
}

export async function getRecords(
  context: Context,
  workspace: string,
  collection: string,
  keys: readonly string[],
): Promise<StoredRecord[]> {
  const found = await inWorkspace(context, workspace, async (graph) => {
    const texts = await readTexts(
      context.store,
      graph,
      keys.map((key) => `${collection}/${key}`),
    );
    const records = texts.flatMap((text, i) =>
      text === null ? [] : [readRecord(collection, keys[i] as string, text)],
    );
    return records.length > 0 ? records : undefined;
  });
  return found ?? [];
}

/** In any order, with all that was said of them. */
export async function readWholes(store: Store, graph: number, names: readonly RecordPlace[]): Promise<WholeRecord[]> {
  const texts = await readTexts(
    store,
    graph,
    names.map(({ collection, key }) => `${collection}/${key}`),
  );
  return names.flatMap(({ collection, key }, i) => {
    const text = texts[i] ?? null;
    return text === null ? [] : [readWhole(collection, key, text)];
  });
}

const COLLECTIONS = `return { intent, redis.call('HGETALL', KEYS[5]) }`;

export async function listCollections(
  context: Context,
  workspace: string,
): Promise<{ collection: string; records: number }[]> {
  const found = await inWorkspace(context, workspace, async (graph) => {
    const counts = await countCollections(context.store, graph);
    return counts.length > 0 ? counts : undefined;
  });
  return found ?? [];
}

export async function countCollections(
  store: Store,
  graph: number,
): Promise<{ collection: string; records: number }[]> {
  const [reply] = await askRecords(store, graph, COLLECTIONS);
  const parts = reply as string[];
  const counts = parts.flatMap((collection, i) => (i % 2 === 0 ? [{ collection, records: Number(parts[i + 1]) }] : []));
  return counts
    .filter(({ records }) => records > 0)
    .toSorted((one, other) => (one.collection < other.collection ? -1 : 1));
}

const IN_USE = `local found = {}
for _, hash in ipairs(ARGV) do
  if #redis.call('ZRANGE', KEYS[4], '[' .. hash .. '\\0', '(' .. hash .. '\\1', 'BYLEX', 'LIMIT', 0, 1) > 0 then
    found[#found + 1] = hash
  end
end
return { intent, found }`;

export async function blobsInUse({ store, registry }: Context, hashes: readonly string[]): Promise<string[]> {
  const used = new Set<string>();
  for (const { number } of await registry.all()) {
    const open = hashes.filter((hash) => !used.has(hash));
    if (open.length === 0) break;
    const [found] = await askRecords(store, number, IN_USE, open);
    for (const hash of found as string[]) used.add(hash);
  }
  return hashes.filter((hash) => used.has(hash));
}

/** From hash to hash, however many records refer to each. */
const REFERRED = `local found, after = {}, ARGV[1]
for i = 1, tonumber(ARGV[2]) do
  local start = after == '' and '-' or '(' .. after .. '\\1'
  local member = redis.call('ZRANGE', KEYS[4], start, '+', 'BYLEX', 'LIMIT', 0, 1)[1]
  if not member then break end
  after = string.sub(member, 1, string.find(member, '%z') - 1)
  found[i] = after
end
return { intent, found }`;

export async function blobsReferred(
  { store, registry }: Context,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { number } of await registry.all()) {
    const [some] = await askRecords(store, number, REFERRED, [after ?? '', String(limit)]);
    for (const hash of some as string[]) found.add(hash);
  }
  return [...found].toSorted().slice(0, limit);
}
