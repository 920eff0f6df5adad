/** Pages of work: what runs, what waits, what has ended. */
import type { WorkFilter, WorkPage } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { toWorkItem } from '../../../shared/work-states.ts';
import type { Store } from '../store.ts';
import { endOf, LISTED } from './tables.ts';
import { inTurns, parseWork } from './work-rows.ts';

const NUL = '\0';

/**
 * Arguments: after which member, how many, and whether kinds, workspace and states are asked for, with the lists of them.
 * Members say all that is asked for, so that only what is shown is read.
 */
const LIST = `local place = 3
local function takeSet()
  place = place + 1
  local count = tonumber(ARGV[place])
  if count < 0 then return nil end
  local set = {}
  for i = 1, count do place = place + 1 set[ARGV[place]] = true end
  return set
end
local kinds, workspaces, states = takeSet(), takeSet(), takeSet()
local limit, after, found = tonumber(ARGV[2]), ARGV[1], {}
while true do
  local members = redis.call('ZRANGE', KEYS[2], after, ARGV[3], 'BYLEX', 'REV', 'LIMIT', 0, 1000)
  for _, member in ipairs(members) do
    local moment, id, kind, workspace, state = string.match(member, '^list%z([^%z]*)%z([^%z]*)%z([^%z]*)%z([^%z]*)%z(.*)$')
    if (not kinds or kinds[kind]) and (not workspaces or workspaces[workspace]) and (not states or states[state]) then
      if #found >= 3 * limit then return { found, 1 } end
      found[#found + 1] = member
      found[#found + 1] = redis.call('HGET', KEYS[1], id)
      found[#found + 1] = redis.call('HGET', KEYS[3], id)
    end
    after = '(' .. member
  end
  if #members < 1000 then return { found, 0 } end
end`;

export async function listWork(
  store: Store,
  filter: WorkFilter,
  page: { readonly limit: number; readonly cursor?: string },
): Promise<WorkPage> {
  const after = page.cursor === undefined ? endOf(LISTED) : readCursor<readonly [string]>(page.cursor, 's')[0];
  const { kinds, workspace, states } = filter;
  const list = (wanted: readonly string[] | undefined): string[] =>
    wanted ? [String(wanted.length), ...wanted] : ['-1'];
  const { items, order, payloads, counts } = store.names.work;
  const script = ['EVAL_RO', LIST, '3', items, order, payloads, `(${after}`, String(page.limit), `[${LISTED}`];
  const asked = [...list(kinds), ...list(workspace === undefined ? undefined : [workspace]), ...list(states)];
  const [reply = null, totals = null] = await store.command('none', [...script, ...asked], ['HGETALL', counts]);
  const [found, more] = reply as [string[], number];
  const rows = inTurns(found, 3);
  const [last] = rows.at(-1) ?? [];
  return {
    items: rows.map(([, text = '', payload = '']) => toWorkItem(parseWork(text, payload).item)),
    next: more === 1 && last !== undefined ? writeCursor([last]) : null,
    total: countTotal(totals as string[], filter),
  };
}

function countTotal(counts: readonly string[], filter: WorkFilter): number {
  let total = 0;
  for (let i = 0; i + 1 < counts.length; i += 2) {
    if (isAsked((counts[i] as string).split(NUL), filter)) total += Number(counts[i + 1]);
  }
  return total;
}

function isAsked([kind = '', within = '', state = '']: string[], { kinds, workspace, states }: WorkFilter): boolean {
  if (kinds && !kinds.includes(kind)) return false;
  if (workspace !== undefined && workspace !== within) return false;
  return !states || states.some((one) => one === state);
}
