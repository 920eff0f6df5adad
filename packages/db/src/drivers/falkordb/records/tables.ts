/**
 * The records of a workspace: plain keys that lie on the same server as its graph, of which the engine knows nothing but
 * names and texts in order. `/` parts a collection from a key: no name of a collection has one. NUL ends what is ordered:
 * no key and no value has one.
 *
 *   records    hash        collection/key → version, times, what the others have of it; value   (record-texts.ts)
 *   index      sorted set  collection NUL index NUL value NUL key; with an empty index the keys: collection NUL NUL key
 *   children   sorted set  parent NUL collection/key; a memory's parent name is /id             (shared/records/parent-name.ts)
 *   blobs      sorted set  hash NUL collection/key
 *   counts     hash        collection → how many
 *   intent     hash        a change that goes together with one of the graph                    (intents.ts)
 *   intents    counter     the number of the last intent
 *   open       flag        not there: the workspace was removed, and nothing is written any more
 *
 * All scores are 0, so that the members are in the order of their bytes.
 */
import type { Names } from '../connection/names.ts';
import type { Store } from '../store.ts';

/** In the order in which every script takes them. */
export function recordKeys(names: Names, graph: number): readonly string[] {
  const parts = ['records', 'index', 'children', 'blobs', 'counts', 'intent', 'intents', 'open'];
  return parts.map((part) => `${names.graph(graph)}:${part}`);
}

/** What the members of an index begin with; of the keys where no index is named. */
export function indexPrefix(collection: string, index = ''): string {
  return `${collection}\0${index}\0`;
}

/** To be done before a graph is born, or brought to the layout that has records. */
export async function openRecords(store: Store, graph: number): Promise<void> {
  const open = recordKeys(store.names, graph).at(-1) as string;
  await store.commandIn(graph, 'repeatable', ['SET', open, '1']);
}

/** Removes the records of a graph that is gone. Its number is never given again. */
export async function dropRecords(store: Store, graph: number): Promise<void> {
  await store.commandIn(graph, 'repeatable', ['UNLINK', ...recordKeys(store.names, graph)]);
}
