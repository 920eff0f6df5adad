/**
 * Items of work as texts, and how they are changed: read, worked out here, and written by a script that looks whether each
 * still has the revision that was read. A revision is never given twice: so a change whose answer was lost can be sent again.
 */
import { randomUUID } from 'node:crypto';
import { isLive, type KeptWork } from '../../../shared/work-states.ts';
import type { Store } from '../store.ts';
import { countOf, keyOf, membersOf, type NumberedWork } from './tables.ts';

export interface StoredWork extends NumberedWork {
  readonly revision: string;
}

/** What an item was, and what becomes of it. One of both is left out for what comes or goes. */
export type WorkChange =
  | { readonly before: StoredWork | undefined; readonly after: NumberedWork }
  | { readonly before: StoredWork; readonly after: undefined };

/** Arguments: `all`, or how many may be changed; then the changes. Answers with the places of those that were made. */
const CHANGE = `
local place = 1
local function take() place = place + 1 return ARGV[place] end
local function takeList() local list = {} for i = 1, tonumber(take()) do list[i] = take() end return list end
local changes = {}
while place < #ARGV do
  changes[#changes + 1] = { id = take(), before = take(), after = take(), text = take(), payload = take(), key = take(), live = take(),
    gone = takeList(), come = takeList(), uncounted = take(), counted = take() }
end
local function isOpen(change)
  local text = redis.call('HGET', KEYS[1], change.id)
  local revision = text and string.match(text, '^%S+') or ''
  if revision == change.after and revision ~= '' then return 'made' end
  if revision ~= change.before then return nil end
  if change.live == '1' and change.key ~= '' then
    local holder = redis.call('HGET', KEYS[3], change.key)
    if holder and holder ~= change.id then return nil end
  end
  return 'open'
end
local function make(change)
  if change.text == '' then
    redis.call('HDEL', KEYS[1], change.id)
    redis.call('HDEL', KEYS[6], change.id)
  else
    redis.call('HSET', KEYS[1], change.id, change.text)
    if change.payload ~= '' then redis.call('HSET', KEYS[6], change.id, change.payload) end
  end
  for _, member in ipairs(change.gone) do redis.call('ZREM', KEYS[2], member) end
  for _, member in ipairs(change.come) do redis.call('ZADD', KEYS[2], 0, member) end
  if change.key ~= '' then
    if change.live == '1' then redis.call('HSET', KEYS[3], change.key, change.id)
    elseif redis.call('HGET', KEYS[3], change.key) == change.id then redis.call('HDEL', KEYS[3], change.key) end
  end
  if change.uncounted ~= '' and redis.call('HINCRBY', KEYS[4], change.uncounted, -1) == 0 then
    redis.call('HDEL', KEYS[4], change.uncounted)
  end
  if change.counted ~= '' then redis.call('HINCRBY', KEYS[4], change.counted, 1) end
end
local made = {}
if ARGV[1] == 'all' then
  for _, change in ipairs(changes) do if not isOpen(change) then return made end end
end
for i, change in ipairs(changes) do
  if ARGV[1] ~= 'all' and #made >= tonumber(ARGV[1]) then break end
  local state = isOpen(change)
  if state == 'open' then make(change) end
  if state then made[#made + 1] = i - 1 end
end
if #made > 0 then redis.call('INCR', KEYS[5]) end
return made`;

/**
 * Makes all of the changes or none, or as many as are asked for, in order; those that another process was quicker with are
 * passed over. Says which were made.
 */
export async function changeWork(
  store: Store,
  changes: readonly WorkChange[],
  most: 'all' | number,
): Promise<WorkChange[]> {
  if (changes.length === 0) return [];
  const { items, order, keys, counts, payloads } = store.names.work;
  const names = [items, order, keys, counts, store.names.version, payloads];
  const script = ['EVAL', CHANGE, String(names.length), ...names];
  const args = [String(most), ...changes.flatMap(toArgs)];
  const [reply = null] = await store.command('repeatable', [...script, ...args]);
  return (reply as number[]).map((place) => changes[place] as WorkChange);
}

function toArgs(change: WorkChange): string[] {
  const { before, after } = change;
  const [was, is] = [before, after].map((one) => (one ? membersOf(one) : [])) as [string[], string[]];
  const list = (members: readonly string[]): string[] => [String(members.length), ...members];
  return [
    ...namesOf(change),
    ...list(was.filter((member) => !is.includes(member))),
    ...list(is.filter((member) => !was.includes(member))),
    ...[before, after].map((one) => (one ? countOf(one.item) : '')),
  ];
}

/** The id, both revisions, the text, the payload where it is another, the key, and whether the item lives from now on. */
function namesOf({ before, after }: WorkChange): string[] {
  if (!after) return [before.item.id, before.revision, '', '', '', keyOf(before.item) ?? '', '0'];
  const { item, number } = after;
  const revision = randomUUID();
  const text = `${revision} ${number} ${JSON.stringify({ ...item, payload: undefined })}`;
  const payload = before && before.item.payload === item.payload ? '' : JSON.stringify(item.payload);
  return [item.id, before?.revision ?? '', revision, text, payload, keyOf(item) ?? '', isLive(item) ? '1' : '0'];
}

export function parseWork(text: string, payload: string): StoredWork {
  const [revision = '', number = ''] = text.split(' ', 2);
  const facts = JSON.parse(text.slice(revision.length + number.length + 2)) as KeptWork;
  const item = { ...facts, payload: JSON.parse(payload) as KeptWork['payload'] };
  return { revision, number: Number(number), item };
}

/** What a script gives as one list, so many parts for each. */
export function inTurns(parts: readonly string[], size: number): string[][] {
  return Array.from({ length: parts.length / size }, (_, i) => parts.slice(i * size, (i + 1) * size));
}

/** By id; those that are not there are left out. */
export async function readWork(store: Store, ids: readonly string[]): Promise<Map<string, StoredWork>> {
  if (ids.length === 0) return new Map();
  const { items, payloads } = store.names.work;
  const replies = await store.command(
    'none',
    ['MULTI'],
    ['HMGET', items, ...ids],
    ['HMGET', payloads, ...ids],
    ['EXEC'],
  );
  const [texts, contents] = replies.at(-1) as [(string | null)[], (string | null)[]];
  const found = texts.flatMap((text, i): [string, StoredWork][] =>
    text === null ? [] : [[ids[i] as string, parseWork(text, contents[i] ?? 'null')]],
  );
  return new Map(found);
}
