/**
 * Whether records and what they are found by agree. All of it is looked through in portions, each at one moment, so that
 * those who write meanwhile are not taken for damage.
 */
import type { Store } from '../store.ts';
import { missingMemories } from './write-records.ts';
import { askRecords } from './read-records.ts';

export interface Fault {
  readonly fault: string;
  readonly count: number;
}

const PORTION = '500';

const PARSE = `local function parse(text)
  local line = string.sub(text, 1, string.find(text, '\\n', 1, true) - 1)
  return cjson.decode(string.match(line, '^%d+ %S+ %S+ (.*)$'))
end
local function read(field)
  local text = redis.call('HGET', KEYS[1], field)
  return text and parse(text)
end
`;

/** A portion of the records: what the others lack of them, who shares unique values, whose parents are gone. */
const RECORDS = `${PARSE}
local scanned = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local missing, shared, gone, unkept, memories = 0, 0, 0, 0, {}
local function has(key, member) return redis.call('ZSCORE', KEYS[key], member) end
for i = 1, #scanned[2], 2 do
  local field, facts = scanned[2][i], parse(scanned[2][i + 1])
  local slash = string.find(field, '/', 1, true)
  local collection, key = string.sub(field, 1, slash - 1), string.sub(field, slash + 1)
  if not has(2, collection .. '\\0\\0' .. key) then missing = missing + 1 end
  for _, entry in ipairs(facts.e) do
    local start = collection .. '\\0' .. entry[1] .. '\\0' .. entry[2]
    if not has(2, start .. '\\0' .. key) then missing = missing + 1 end
    if entry[3] == 1 and redis.call('ZLEXCOUNT', KEYS[2], '[' .. start .. '\\0', '(' .. start .. '\\1') > 1 then
      shared = shared + 1
    end
  end
  if facts.p ~= '' then
    if not has(3, facts.p .. '\\0' .. field) then missing = missing + 1 end
    if string.sub(facts.p, 1, 1) == '/' then memories[#memories + 1] = string.sub(facts.p, 2)
    elseif redis.call('HEXISTS', KEYS[1], facts.p) == 0 then gone = gone + 1 end
  end
  for _, hash in ipairs(facts.b) do if not has(4, hash .. '\\0' .. field) then unkept = unkept + 1 end end
end
return { intent, scanned[1], { missing, shared, gone, unkept }, memories }`;

/** A portion of what records are found by: how much of it no record has, and where to go on. */
const MEMBERS = `${PARSE}
local members = redis.call('ZRANGE', KEYS[tonumber(ARGV[1])], ARGV[2], '+', 'BYLEX', 'LIMIT', 0, ARGV[3])
local function find(list, value) for _, one in ipairs(list) do if one == value then return true end end end
local function isKnown(member)
  if ARGV[1] == '2' then
    local collection, index, rest = string.match(member, '^([^%z]*)%z([^%z]*)%z(.*)$')
    local value, key = string.match(rest, '^([^%z]*)%z(.*)$')
    local facts = read(collection .. '/' .. (index == '' and rest or key))
    if not facts or index == '' then return facts end
    for _, entry in ipairs(facts.e) do if entry[1] == index and entry[2] == value then return true end end
    return false
  end
  local owner, field = string.match(member, '^([^%z]*)%z(.*)$')
  local facts = read(field)
  if ARGV[1] == '3' then return facts and facts.p == owner end
  return facts and find(facts.b, owner)
end
local unknown = 0
for _, member in ipairs(members) do if not isKnown(member) then unknown = unknown + 1 end end
return { intent, members[#members] or '', unknown }`;

/** Collections whose count is not that of their keys. */
const COUNTS = `local counts, wrong, sum = redis.call('HGETALL', KEYS[5]), 0, 0
for i = 1, #counts, 2 do
  local start = counts[i] .. '\\0'
  local found = redis.call('ZLEXCOUNT', KEYS[2], '[' .. start .. '\\0', '(' .. start .. '\\1')
  if found ~= tonumber(counts[i + 1]) then wrong = wrong + 1 end
  sum = sum + counts[i + 1]
end
if wrong == 0 and sum ~= redis.call('HLEN', KEYS[1]) then wrong = 1 end
return { intent, wrong }`;

export async function checkRecords(store: Store, graph: number): Promise<Fault[]> {
  const { missing, shared, gone, unkept } = await walkRecords(store, graph);
  const [index, children, blobs] = [
    await countUnknown(store, graph, '2'),
    await countUnknown(store, graph, '3'),
    await countUnknown(store, graph, '4'),
  ];
  const [wrong] = await askRecords(store, graph, COUNTS);
  return [
    { fault: 'entries of records missing from their index', count: missing },
    { fault: 'index entries that no record has', count: index + children },
    { fault: 'records that share a unique value', count: shared },
    { fault: 'collections with a wrong count', count: Number(wrong) },
    { fault: 'records whose parent is gone', count: gone },
    { fault: 'blobs referred to without their record', count: blobs },
    { fault: 'records whose blobs are not kept', count: unkept },
  ].filter(({ count }) => count > 0);
}

async function walkRecords(
  store: Store,
  graph: number,
): Promise<{ missing: number; shared: number; gone: number; unkept: number }> {
  const found = { missing: 0, shared: 0, gone: 0, unkept: 0 };
  for (let cursor = '0'; ;) {
    const [next, counts, memories] = await askRecords(store, graph, RECORDS, [cursor, PORTION]);
    const [missing = 0, shared = 0, gone = 0, unkept = 0] = counts as number[];
    found.missing += missing;
    found.shared += shared;
    found.gone += gone + (await countOrphans(store, graph, [...new Set(memories as string[])]));
    found.unkept += unkept;
    cursor = String(next);
    if (cursor === '0') return found;
  }
}

const OF_PARENTS = `local count = 0
for _, id in ipairs(ARGV) do
  count = count + redis.call('ZLEXCOUNT', KEYS[3], '[/' .. id .. '\\0', '(/' .. id .. '\\1')
end
return { intent, count }`;

/** What went with its memory since it was read is no orphan. */
async function countOrphans(store: Store, graph: number, memories: readonly string[]): Promise<number> {
  const missing = await missingMemories(store, graph, memories);
  if (missing.length === 0) return 0;
  const [count] = await askRecords(store, graph, OF_PARENTS, missing);
  return Number(count);
}

async function countUnknown(store: Store, graph: number, key: string): Promise<number> {
  let unknown = 0;
  for (let after = '-'; ;) {
    const [last, count] = await askRecords(store, graph, MEMBERS, [key, after, PORTION]);
    unknown += Number(count);
    if (last === '') return unknown;
    after = `(${String(last)}`;
  }
}
