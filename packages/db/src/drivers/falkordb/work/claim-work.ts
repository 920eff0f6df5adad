/** Taking what is due: leases that ran out first come back, then the best of what waits is given away. */
import type { WorkClaim } from '@zapomni/core/ports';
import { beginWork, loseLease, type KeptWork } from '../../../shared/work-states.ts';
import { sortable } from '../sortable.ts';
import type { Store } from '../store.ts';
import { AFTER_DIGITS, endOf, leasesOf, waitingOf } from './tables.ts';
import { changeWork, inTurns, parseWork, type StoredWork } from './work-rows.ts';

/** So many more are looked at than are wanted, because others take some of them meanwhile. */
const SPARE = 16;

/** So many leases are taken back at once. */
const PORTION = 500;

/** Arguments: how many, the time, and what the members of each kind begin with and end before. Goes from priority to priority. */
const WAITING = `local limit, found = tonumber(ARGV[1]), {}
for k = 3, #ARGV, 2 do
  local start, after, count = ARGV[k], '[' .. ARGV[k], 0
  while count < limit do
    local first = redis.call('ZRANGE', KEYS[2], after, '(' .. ARGV[k + 1], 'BYLEX', 'LIMIT', 0, 1)[1]
    if not first then break end
    local level = string.sub(first, 1, #start + 16)
    local due = redis.call('ZRANGE', KEYS[2], '[' .. level, '(' .. level .. ARGV[2] .. '${AFTER_DIGITS}', 'BYLEX',
      'LIMIT', 0, limit - count)
    for _, member in ipairs(due) do
      local place = string.sub(member, #start + 1, #start + 48)
      found[#found + 1] = place
      found[#found + 1] = redis.call('HGET', KEYS[1], string.sub(member, #start + 50))
      found[#found + 1] = redis.call('HGET', KEYS[3], string.sub(member, #start + 50))
    end
    count = count + #due
    after = '(' .. level .. '${AFTER_DIGITS}'
  end
end
return found`;

/** Arguments: how many, the time, the workspace where one is named, and what the members of each kind begin with. */
const RUN_OUT = `local found = {}
for k = 4, #ARGV do
  local start = ARGV[k]
  for _, member in ipairs(redis.call('ZRANGE', KEYS[2], '[' .. start, '(' .. start .. ARGV[2] .. '${AFTER_DIGITS}', 'BYLEX')) do
    local workspace, id = string.match(string.sub(member, #start + 18), '^(.-)%z(.*)$')
    if (ARGV[3] == 'any' or ARGV[3] == '=' .. workspace) and #found < 2 * tonumber(ARGV[1]) then
      found[#found + 1] = redis.call('HGET', KEYS[1], id)
      found[#found + 1] = redis.call('HGET', KEYS[3], id)
    end
  end
end
return found`;

export async function claimWork(store: Store, claim: WorkClaim, limit: number, now: number): Promise<KeptWork[]> {
  const taken: KeptWork[] = [];
  if (claim.kinds.length === 0) return taken;
  await takeBack(store, claim, now);
  while (taken.length < limit) {
    const wanted = limit - taken.length;
    const waiting = await readWaiting(store, claim, wanted + SPARE, now);
    const changes = waiting.map((before) => ({
      before,
      after: { number: before.number, item: beginWork(before.item, claim, now) },
    }));
    const made = await changeWork(store, changes, wanted);
    taken.push(...made.map(({ after }) => after?.item as KeptWork));
    const isAll = waiting.length < wanted + SPARE && made.length === Math.min(wanted, waiting.length);
    if (isAll || waiting.length === 0) break;
  }
  return taken;
}

/** The best that are due, of all the kinds. */
async function readWaiting(store: Store, claim: WorkClaim, count: number, now: number): Promise<StoredWork[]> {
  const starts = claim.kinds.map((kind) => waitingOf(kind, claim.workspace));
  const args = [String(count), sortable(now), ...starts.flatMap((start) => [start, endOf(start)])];
  const reply = await ask(store, WAITING, args);
  const rows = inTurns(reply, 3).map(([place = '', text = '', payload = '']) => ({
    place,
    work: parseWork(text, payload),
  }));
  return rows
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, count)
    .map(({ work }) => work);
}

/** Whoever else does the same at this moment may be quicker. */
async function takeBack(store: Store, { kinds, workspace }: WorkClaim, now: number): Promise<void> {
  const within = workspace === undefined ? 'any' : `=${workspace}`;
  for (;;) {
    const texts = await ask(store, RUN_OUT, [String(PORTION), sortable(now), within, ...kinds.map(leasesOf)]);
    const changes = inTurns(texts, 2).map(([text = '', payload = '']) => {
      const before = parseWork(text, payload);
      return { before, after: { number: before.number, item: loseLease(before.item, now) } };
    });
    await changeWork(store, changes, changes.length);
    if (changes.length < PORTION) return;
  }
}

async function ask(store: Store, script: string, args: readonly string[]): Promise<string[]> {
  const { items, order, payloads } = store.names.work;
  const [reply = null] = await store.command('none', ['EVAL_RO', script, '3', items, order, payloads, ...args]);
  return reply as string[];
}
