/** What a graph has of what a batch speaks of; asked when a batch was not taken. */
import type { NewMemory } from '@zapomni/core/ports';
import type { Known, KnownMemory } from './batch.ts';
import { isReplaceableBySame, sameness } from '../../../shared/same-memory.ts';
import { hash } from './memory-keys.ts';
import { columns, toFacts } from './memory-rows.ts';
import { passageId } from './passage-ids.ts';
import type { Store } from '../store.ts';

/** Undefined when the graph is not there, or takes nothing any more. */
export async function readKnown(
  store: Store,
  graph: number,
  memories: readonly NewMemory[],
): Promise<Known | undefined> {
  const [open] = await store.readIfThere(graph, 'MATCH (g:Store) WHERE g.closed IS NULL RETURN g.seq');
  if (!open) return undefined;
  const ids = memories.map(({ id }) => id);
  const olds = memories.flatMap(({ supersedes }) => supersedes ?? []);
  const [clashes, byKey, bySameness, replaced] = await Promise.all([
    store.read(graph, 'MATCH (m:Memory) WHERE m.id IN $ids RETURN m.id', { ids }),
    readByKey(store, graph, memories),
    readSame(store, graph, memories),
    store.read(graph, 'MATCH (m:Memory) WHERE m.id IN $olds RETURN m.id, m.supersededBy IS NULL', { olds }),
  ]);
  const ofState = (live: boolean): Set<string> =>
    new Set(replaced.flatMap(([id, isLive]) => (isLive === live ? [id as string] : [])));
  return {
    ids: new Set(clashes.map(([id]) => id as string)),
    byKey,
    bySameness,
    replaceable: ofState(true),
    replaced: ofState(false),
  };
}

async function readByKey(
  store: Store,
  graph: number,
  memories: readonly NewMemory[],
): Promise<Map<string, KnownMemory>> {
  const hashes = memories.flatMap(({ key }) => (key === null ? [] : [hash(key)]));
  const rows = await store.read(
    graph,
    `MATCH (m:Memory) WHERE m.keyHash IN $hashes ${PASSAGES} RETURN m.keyHash, m.id, passages`,
    { hashes },
  );
  return new Map(rows.map(([key, id, numbers]) => [key as string, toKnown(graph, id, numbers)]));
}

/** Oldest first, as they were stored. */
async function readSame(
  store: Store,
  graph: number,
  memories: readonly NewMemory[],
): Promise<Map<string, KnownMemory[]>> {
  const texts = memories.filter(isReplaceableBySame).map((memory) => memory.hash);
  if (texts.length === 0) return new Map();
  const rows = await store.read(
    graph,
    `MATCH (m:Memory) WHERE m.hash IN $texts AND m.supersededBy IS NULL ${PASSAGES}
     WITH m, passages ORDER BY m.n RETURN passages, ${columns('m')}`,
    { texts },
  );
  const said = rows.map(([numbers, ...row]) => ({ facts: toFacts(row, ''), numbers }));
  const groups = Map.groupBy(said, ({ facts }) => sameness(facts));
  return new Map(
    [...groups].map(([key, same]) => [key, same.map(({ facts, numbers }) => toKnown(graph, facts.id, numbers))]),
  );
}

const PASSAGES = `OPTIONAL MATCH (m)-[:HAS]->(p:Passage) WITH m, p ORDER BY p.o WITH m, collect(p.n) AS passages`;

function toKnown(graph: number, id: unknown, numbers: unknown): KnownMemory {
  return { id: id as string, passageIds: (numbers as number[]).map((n) => passageId(graph, n)) };
}
