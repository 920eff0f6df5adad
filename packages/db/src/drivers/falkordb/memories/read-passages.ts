/** Passages with their texts. */
import type { Passage } from '@zapomni/core/model';
import type { Row } from '../cypher/rows.ts';
import { byGraph, passageId } from './passage-ids.ts';
import type { Store } from '../store.ts';

/** The columns of a passage `p` of a memory `m`, as `toPassage` reads them. */
export const PASSAGE_COLUMNS = 'p.n, m.id, p.o, p.s, p.e, p.t';

export function toPassage(graph: number, row: Row): Passage {
  const [n, memoryId, ordinal, start, end, text] = row as [number, string, number, number, number, string];
  return { id: passageId(graph, n), memoryId, ordinal, start, end, text };
}

/** In the order asked; those that are gone are left out. */
export async function readPassages(store: Store, ids: readonly number[]): Promise<Passage[]> {
  const query = `UNWIND $ids AS id MATCH (p:Passage {id: id})<-[:HAS]-(m:Memory) RETURN ${PASSAGE_COLUMNS}`;
  const groups = await Promise.all(
    Array.from(byGraph([...new Set(ids)]), async ([graph, ns]) =>
      (await store.readIfThere(graph, query, { ids: ns.map(String) })).map((row) => toPassage(graph, row)),
    ),
  );
  const found = new Map(groups.flat().map((passage) => [passage.id, passage]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All of a memory, in their order. */
export async function readPassagesOf(store: Store, graph: number, id: string): Promise<Passage[]> {
  const query = `MATCH (m:Memory {id: $id})-[:HAS]->(p:Passage) RETURN ${PASSAGE_COLUMNS} ORDER BY p.o`;
  return (await store.read(graph, query, { id })).map((row) => toPassage(graph, row));
}
