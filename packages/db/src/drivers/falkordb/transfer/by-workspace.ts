/** Keys of records that lie in graphs, in the order of names: workspace by workspace; each key begins with it. */
import { compareNames, compareTexts } from '@zapomni/core/model';
import type { Context } from '../context.ts';
import type { Params } from '../cypher/literal.ts';

export type Key = readonly string[];

/** Keys after one, or from the beginning. */
export type Lister = (context: Context, after: Key | null, limit: number) => Promise<Key[]>;

interface GraphKeys {
  /** Gives what `key` reads, ordered; `$limit` of them. Comparing an expression keeps the engine's index, and its order, out. */
  readonly query: string;
  readonly params: (after: Key) => Params;
  readonly key: (row: readonly unknown[]) => Key;
}

export function byWorkspace({ query, params, key }: GraphKeys): Lister {
  return overGraphs(async ({ store }, graph, after, limit) => {
    const rows = await store.read(graph, query, { ...params(after), limit });
    return rows.map(key);
  });
}

/** For what there are few of: all keys of a graph, in any order. */
export function inEveryWorkspace(list: (context: Context, graph: number) => Promise<Key[]>): Lister {
  return overGraphs(async (context, graph, after, limit) => {
    const keys = (await list(context, graph)).filter((key) => compareKeys(key, after) > 0);
    return keys.toSorted(compareKeys).slice(0, limit);
  });
}

function compareKeys(one: Key, other: Key): number {
  return compareNames({ kind: 'merge', key: one }, { kind: 'merge', key: other });
}

/** Workspace by workspace; the keys that are given and asked for are without it. */
export function overGraphs(
  list: (context: Context, graph: number, after: Key, limit: number) => Promise<Key[]>,
): Lister {
  return async (context, after, limit) => {
    const [first = '', ...rest] = after ?? [];
    const keys: Key[] = [];
    for (const { id, number } of await context.registry.all()) {
      if (compareTexts(id, first) < 0) continue;
      const place = after && id === first ? rest : [];
      for (const key of await list(context, number, place, limit - keys.length)) keys.push([id, ...key]);
      if (keys.length >= limit) break;
    }
    return keys;
  };
}
