/**
 * A list of writes as one script. A script that fails is not taken back: so all is worked out first, on what the list itself
 * has changed so far over what is stored, and only then is anything written. What is to be written is done at once, or kept
 * as an intent until the graph has taken its part (intents.ts).
 *
 * Arguments: `write` or `prepare`, the time, memories that go, memories that are missing (each with how many there are),
 * and the writes. Answers with why it refuses and the place of the write, or with `done`, the number of the intent, how many
 * records go, and the versions.
 */

const STATE = `
local place = 2
local function take() place = place + 1 return ARGV[place] end
local function takeSet()
  local set, list = {}, {}
  for i = 1, tonumber(take()) do list[i] = take() set[list[i]] = true end
  return set, list
end

local function parse(text)
  local line = string.sub(text, 1, string.find(text, '\\n', 1, true) - 1)
  local version, created, facts = string.match(line, '^(%d+) (%S+) %S+ (.*)$')
  facts = cjson.decode(facts)
  return { version = tonumber(version), created = created, parent = facts.p, entries = facts.e, blobs = facts.b }
end

local stored, changed, order, adopted = {}, {}, {}, {}
local function before(field)
  if stored[field] == nil then
    local text = redis.call('HGET', KEYS[1], field)
    stored[field] = text and parse(text) or false
  end
  return stored[field]
end
local function now(field)
  if changed[field] ~= nil then return changed[field] end
  return before(field)
end
local function set(field, record)
  before(field)
  if changed[field] == nil then order[#order + 1] = field end
  changed[field] = record
  if record and record.parent ~= '' then
    adopted[record.parent] = adopted[record.parent] or {}
    table.insert(adopted[record.parent], field)
  end
end
`;

const PARENTS = `
local function childrenOf(parent)
  local found, seen = {}, {}
  local function look(field)
    local record = now(field)
    if record and record.parent == parent and not seen[field] then
      seen[field] = true
      found[#found + 1] = field
    end
  end
  for _, member in ipairs(redis.call('ZRANGE', KEYS[3], '[' .. parent .. '\\0', '(' .. parent .. '\\1', 'BYLEX')) do
    look(string.sub(member, #parent + 2))
  end
  for _, field in ipairs(adopted[parent] or {}) do look(field) end
  return found
end

local removed = 0
local function deleteBelow(parent)
  local waiting = { parent }
  while #waiting > 0 do
    for _, field in ipairs(childrenOf(table.remove(waiting))) do
      set(field, false)
      removed = removed + 1
      waiting[#waiting + 1] = field
    end
  end
end

local goneMemories, leaving = takeSet()
local missing = takeSet()
local function isThere(parent)
  if string.sub(parent, 1, 1) ~= '/' then return now(parent) end
  local memory = string.sub(parent, 2)
  return not goneMemories[memory] and not missing[memory]
end
local function isBelow(parent, field)
  local seen = {}
  while parent ~= '' and string.sub(parent, 1, 1) ~= '/' and not seen[parent] do
    if parent == field then return true end
    seen[parent] = true
    parent = (now(parent) or { parent = '' }).parent
  end
  return false
end
`;

const APPLY = `
local versions, placeOf = {}, {}
local function put(i, field, expected)
  local facts, value = take(), take()
  local known, said = now(field), cjson.decode(facts)
  if said.p ~= '' and not isThere(said.p) then return 'parent' end
  local version = known and known.version or 0
  if expected ~= '' and tonumber(expected) ~= version then return 'version' end
  if known and isBelow(said.p, field) then return 'below' end
  local record = { version = version + 1, created = known and known.created or ARGV[2], parent = said.p,
    entries = said.e, blobs = said.b }
  record.text = record.version .. ' ' .. record.created .. ' ' .. ARGV[2] .. ' ' .. facts .. '\\n' .. value
  set(field, record)
  versions[i], placeOf[field] = record.version, i
end
local function delete(i, field, expected)
  local known = now(field)
  if expected ~= '' and tonumber(expected) ~= (known and known.version or 0) then return 'version' end
  versions[i] = 0
  if not known then return end
  set(field, false)
  removed = removed + 1
  deleteBelow(field)
end

-- As another store has it: nothing is asked, and nothing else goes.
local function load(i, field)
  local facts, value, version, created, updated = take(), take(), take(), take(), take()
  local said = cjson.decode(facts)
  local text = version .. ' ' .. created .. ' ' .. updated .. ' ' .. facts .. '\\n' .. value
  set(field, { version = tonumber(version), created = created, parent = said.p, entries = said.e, blobs = said.b,
    text = text, loaded = true })
  versions[i] = tonumber(version)
end
local function unload(i, field)
  versions[i] = 0
  if not now(field) then return end
  set(field, false)
  removed = removed + 1
end
local ops = { put = put, delete = delete, load = load, unload = unload }

if redis.call('EXISTS', KEYS[8]) == 0 then return { 'gone', 0 } end
if redis.call('EXISTS', KEYS[6]) == 1 then return { 'busy', 0 } end
for _, memory in ipairs(leaving) do deleteBelow('/' .. memory) end
for i = 1, tonumber(take()) do
  local op, collection, key, expected = take(), take(), take(), take()
  local field = collection .. '/' .. key
  local refusal = ops[op](i, field, expected)
  if refusal then return { refusal, i - 1 } end
end
`;

const JUDGE = `
local function split(field)
  local slash = string.find(field, '/', 1, true)
  return string.sub(field, 1, slash - 1), string.sub(field, slash + 1)
end
local function has(record, index, value)
  for _, entry in ipairs(record and record.entries or {}) do
    if entry[1] == index and entry[2] == value then return entry end
  end
end
local taken = {}
local function isTaken(collection, key, entry)
  local start = collection .. '\\0' .. entry[1] .. '\\0' .. entry[2]
  if taken[start] then return true end
  for _, member in ipairs(redis.call('ZRANGE', KEYS[2], '[' .. start .. '\\0', '(' .. start .. '\\1', 'BYLEX')) do
    local other = string.sub(member, #start + 2)
    if other ~= key then
      local field = collection .. '/' .. other
      if changed[field] == nil or (has(changed[field], entry[1], entry[2]) and has(before(field), entry[1], entry[2])) then
        return true
      end
    end
  end
  return false
end
for _, field in ipairs(order) do
  if changed[field] then
    local collection, key = split(field)
    for _, entry in ipairs(changed[field].entries) do
      local known = has(before(field), entry[1], entry[2])
      if not changed[field].loaded and (not known or known[3] ~= entry[3]) then
        if entry[3] == 1 and isTaken(collection, key, entry) then return { 'unique', placeOf[field] - 1, entry[1] } end
        taken[collection .. '\\0' .. entry[1] .. '\\0' .. entry[2]] = true
      end
    end
  end
end
`;

const FLUSH = `
local commands = {}
local lists = {}
local function collect(verb, key, ...)
  local name = verb .. key
  if not lists[name] then
    lists[name] = { verb, KEYS[key] }
    commands[#commands + 1] = lists[name]
  end
  for _, part in ipairs({ ... }) do table.insert(lists[name], part) end
  if #lists[name] > 1000 then lists[name] = nil end
end
local function members(field, record)
  local collection, key = split(field)
  local list = { { 2, collection .. '\\0\\0' .. key } }
  for _, entry in ipairs(record.entries) do
    list[#list + 1] = { 2, collection .. '\\0' .. entry[1] .. '\\0' .. entry[2] .. '\\0' .. key }
  end
  if record.parent ~= '' then list[#list + 1] = { 3, record.parent .. '\\0' .. field } end
  for _, hash in ipairs(record.blobs) do list[#list + 1] = { 4, hash .. '\\0' .. field } end
  return list
end
local counts = {}
for _, field in ipairs(order) do
  local was, is = before(field), changed[field]
  local kept = {}
  for _, member in ipairs(is and members(field, is) or {}) do kept[member[1] .. member[2]] = member end
  for _, member in ipairs(was and members(field, was) or {}) do
    if kept[member[1] .. member[2]] then kept[member[1] .. member[2]] = nil
    else collect('ZREM', member[1], member[2]) end
  end
  for _, member in pairs(kept) do collect('ZADD', member[1], '0', member[2]) end
  if is then collect('HSET', 1, field, is.text) elseif was then collect('HDEL', 1, field) end
  local collection = split(field)
  counts[collection] = (counts[collection] or 0) + (is and 1 or 0) - (was and 1 or 0)
end
for collection, change in pairs(counts) do
  if change ~= 0 then commands[#commands + 1] = { 'HINCRBY', KEYS[5], collection, tostring(change) } end
end

local number = 0
if ARGV[1] == 'prepare' then
  number = redis.call('INCR', KEYS[7])
  redis.call('HSET', KEYS[6], 'number', number, 'commands', cmsgpack.pack(commands))
else
  for _, command in ipairs(commands) do redis.call(unpack(command)) end
end
return { 'done', number, removed, versions }
`;

export const BATCH = STATE + PARENTS + APPLY + JUDGE + FLUSH;

/** The intent to take all records away; with `1` nothing is written afterwards. */
export const CLEAR = `if redis.call('EXISTS', KEYS[8]) == 0 then return { 'gone', 0 } end
if redis.call('EXISTS', KEYS[6]) == 1 then return { 'busy', 0 } end
local number = redis.call('INCR', KEYS[7])
local command = { 'UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5] }
if ARGV[1] == '1' then command[7] = KEYS[8] end
redis.call('HSET', KEYS[6], 'number', number, 'commands', cmsgpack.pack({ command }))
return { 'done', number, redis.call('HLEN', KEYS[1]), {} }`;
