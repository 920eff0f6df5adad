/** Whether what items of work are found by says the same as the items. All of it is read at one moment. */
import { isLive } from '../../../shared/work-states.ts';
import type { Store } from '../store.ts';
import { countOf, keyOf, membersOf } from './tables.ts';
import { parseWork } from './work-rows.ts';

export async function checkWork(store: Store): Promise<{ fault: string; count: number }[]> {
  const { items, payloads, order, keys, counts } = store.names.work;
  const commands = [
    ['HVALS', items],
    ['ZRANGE', order, '0', '-1'],
    ['HGETALL', keys],
    ['HGETALL', counts],
    ['HKEYS', payloads],
  ];
  const replies = await store.command('none', ['MULTI'], ...commands, ['EXEC']);
  const [texts = [], members = [], holders = [], totals = [], contents = []] = replies.at(-1) as string[][];
  const all = texts.map((text) => parseWork(text, 'null'));
  const live = all.flatMap(({ item }) => (isLive(item) ? [[keyOf(item), item.id] as const] : []));
  const known = Map.groupBy(all, ({ item }) => countOf(item));
  return [
    { fault: 'items of work that are not found by what they are', count: differences(all.flatMap(membersOf), members) },
    {
      fault: 'items of work without a payload, or payloads without one',
      count: differences(
        all.map(({ item }) => item.id),
        contents,
      ),
    },
    {
      fault: 'live keys of work that are not those of its items',
      count: differences(live.filter(([key]) => key !== null).map(joined), pairs(holders).map(joined)),
    },
    {
      fault: 'counts of work that are wrong',
      count: differences(
        Array.from(known, ([name, some]) => joined([name, String(some.length)])),
        pairs(totals).map(joined),
      ),
    },
  ].filter(({ count }) => count > 0);
}

function joined(parts: readonly (string | null)[]): string {
  return parts.join('\0');
}

function pairs(parts: readonly string[]): [string, string][] {
  return parts.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, parts[i + 1] ?? '']] : []));
}

/** How many of the texts only one of the lists has. */
function differences(these: readonly string[], those: readonly string[]): number {
  return new Set(these).symmetricDifference(new Set(those)).size;
}
