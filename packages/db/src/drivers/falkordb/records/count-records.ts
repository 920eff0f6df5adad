/** How many records there are in a range, and how many have each value of an index. */
import type { RecordIndex, RecordRange, ValueCount } from '@zapomni/core/ports';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { askRecords } from './read-records.ts';
import { boundsOf } from './scan-records.ts';
import { indexPrefix } from './tables.ts';

const COUNT = `local found = {}
for i = 1, #ARGV, 2 do found[#found + 1] = redis.call('ZLEXCOUNT', KEYS[2], ARGV[i], ARGV[i + 1]) end
return { intent, found }`;

export async function countRecords(context: Context, workspace: string, range: RecordRange): Promise<number> {
  const [count = 0] = await countMany(context, workspace, [range]);
  return count;
}

/** That nothing is found at all may mean that the workspace is another one by now. */
export async function countMany(
  context: Context,
  workspace: string,
  ranges: readonly RecordRange[],
): Promise<number[]> {
  const args = ranges.map(boundsOf).flatMap(({ low, high }) => [low, high]);
  const counts = await inWorkspace(context, workspace, async (graph) => {
    const found: number[] = [];
    for (let at = 0; at < args.length; at += MOST_ARGS) {
      const [some] = await askRecords(context.store, graph, COUNT, args.slice(at, at + MOST_ARGS));
      found.push(...(some as number[]));
    }
    return found.some((count) => count > 0) ? found : undefined;
  });
  return counts ?? ranges.map(() => 0);
}

/** The server does nothing else while it counts. */
const MOST_ARGS = 2000;
const PORTION = '5000';

/** A portion of the members: values with how many there are of each, in their order, and the last member. */
const TALLY = `local members = redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[2], 'BYLEX', 'LIMIT', 0, tonumber(ARGV[3]))
local start, found, last = tonumber(ARGV[4]), {}, nil
for _, member in ipairs(members) do
  local value = string.match(string.sub(member, start), '^([^%z]*)')
  if value == last then found[#found] = found[#found] + 1
  else found[#found + 1] = value found[#found + 1] = 1 last = value end
end
return { intent, found, members[#members] or '' }`;

export async function tallyIndex(
  context: Context,
  workspace: string,
  { collection, index }: RecordIndex,
  least: number,
): Promise<ValueCount[]> {
  const { low, high } = boundsOf({ collection, index });
  const start = String(Buffer.byteLength(indexPrefix(collection, index)) + 1);
  const tallied = await inWorkspace(context, workspace, async (graph) => {
    const counts = new Map<string, number>();
    for (let from = low; ;) {
      const [found, last] = await askRecords(context.store, graph, TALLY, [from, high, PORTION, start]);
      for (const [value, records] of pairs(found as (string | number)[]))
        counts.set(value, (counts.get(value) ?? 0) + records);
      if (last === '') return counts.size === 0 ? undefined : counts;
      from = `(${String(last)}`;
    }
  });
  return [...(tallied ?? [])].map(([value, records]) => ({ value, records })).filter(({ records }) => records >= least);
}

function* pairs(flat: readonly (string | number)[]): Generator<readonly [string, number]> {
  for (let i = 0; i + 1 < flat.length; i += 2) yield [String(flat[i]), Number(flat[i + 1])];
}
