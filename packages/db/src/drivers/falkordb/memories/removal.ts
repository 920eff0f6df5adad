/** Forgetting for good: text, history, passages, words and vectors go; a tombstone without contents stays. */
import type { DeletionReceipt, RecordWrite } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import type { Params } from '../cypher/literal.ts';
import { takeOut } from '../full-text/dictionary.ts';
import { GraphEdit, type Fragment } from '../graph/edit.ts';
import { eraseMemories } from '../graph/graph-removal.ts';
import type { Commit } from '../records/intents.ts';
import { changeTogether, clearTogether } from '../records/write-records.ts';
import type { Store } from '../store.ts';
import { codesIn } from '../full-text/word-tokens.ts';

/** Deletes the memories `ms` of the store `g` with all that is theirs, and tells what went. */
const DELETE_ALL = `CALL { WITH ms UNWIND ms AS m OPTIONAL MATCH (m)-[:WAS]->(h:Version) RETURN collect(h) AS hs }
  CALL { WITH ms UNWIND ms AS m OPTIONAL MATCH (m)-[:HAS]->(p:Passage) RETURN collect(p) AS ps }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)-[:VEC]->(v) RETURN collect(v) AS vs }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)<-[:FOR]-(w:Waiting) RETURN collect(w) AS ws }
  CALL { WITH ms UNWIND ms AS m RETURN sum(m.bytes) AS bytes }
  CALL { WITH ps UNWIND ps AS p RETURN sum((p.k % 1048576 - p.k % 2) / 2) AS length }
  WITH g, ms, hs, ps, vs, ws, bytes, length, [m IN ms | m.id] AS ids, [p IN ps | p.w] AS words
  SET g.memories = g.memories - size(ms), g.passages = g.passages - size(ps), g.length = g.length - toInteger(length),
    g.seq = g.seq + 1, g.fence = $intent, g.committed = $intent
  FOREACH (m IN ms | CREATE (:Tombstone {id: m.id, hash: m.hash, at: $at, n: m.n}))
  FOREACH (x IN hs | DELETE x) FOREACH (x IN vs | DELETE x) FOREACH (x IN ws | DELETE x)
  FOREACH (x IN ps | DELETE x) FOREACH (x IN ms | DELETE x)
  RETURN size(ids), size(words), size(hs), toInteger(bytes), ids, words`;

const REMOVE = (said: Fragment, { condition, check }: Commit): string => `MATCH (g:Store)
  WHERE ${said.condition} AND ${condition} ${check} MATCH (m:Memory) WHERE m.id IN $ids
  WITH g, collect(m) AS ms WHERE size(ms) = size($ids) ${said.cypher} ${DELETE_ALL}`;

/** With all of the graph, asserted or read. */
const CLEAR = ({
  condition,
}: Commit): string => `MATCH (g:Store) WHERE ${condition} OPTIONAL MATCH (m:Memory) WITH g, collect(m) AS ms
  SET g.graph = g.graph + 1 WITH g, ms
  CALL { MATCH (:Passage)-[x:MENTIONS]->() RETURN count(x) AS mentions }
  CALL { MATCH ()-[r:REL]->() RETURN count(r) AS relations }
  CALL { MATCH (e:Entity) RETURN collect(e) AS es }
  CALL { MATCH (v:Evidence) DELETE v RETURN count(v) AS evidence }
  CALL { MATCH (x:Merge) DELETE x RETURN count(x) AS merges }
  WITH g, ms, es, mentions, relations, size(es) AS entities FOREACH (e IN es | DELETE e)
  WITH g, ms, mentions, relations, entities
  ${DELETE_ALL.replaceAll('WITH g, ms,', 'WITH g, mentions, relations, entities, ms,')}, mentions, relations, entities`;

export interface Removed {
  readonly receipt: DeletionReceipt;
  readonly ids: readonly string[];
}

const ATTEMPTS = 100;

export interface Removal {
  readonly ids: readonly string[];
  readonly at: number;
  /** Written in one with it. */
  readonly records: readonly RecordWrite[];
}

/** Undefined unless all exist in the graph. */
export async function removeFromGraph(
  store: Store,
  graph: number,
  { ids, at, records }: Removal,
): Promise<Removed | undefined> {
  const distinct = [...new Set(ids)];
  const change = { writes: records, at, leaving: distinct };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const edit = await GraphEdit.begin(store, graph);
    if (!edit || !(await areThere(store, graph, distinct))) return undefined;
    const mentions = await eraseMemories(edit, distinct, at);
    const { settled, orphans, ...said } = await edit.finish();
    const done = await changeTogether(store, graph, change, (commit) =>
      run(store, graph, REMOVE(said, commit), { ids: distinct, at, ...said.params, ...commit.params }),
    );
    if (done === 'gone') return undefined;
    const graphReceipt = { mentions, relations: settled.gone.length, entities: orphans.length };
    if (done) return withReceipt(done.result, { ...graphReceipt, records: done.removed });
  }
  throw new ZapomniError('STORE_BUSY', 'Others changed the same workspace all the time; nothing was removed.');
}

async function areThere(store: Store, graph: number, ids: readonly string[]): Promise<boolean> {
  const [row] = await store.read(graph, 'MATCH (m:Memory) WHERE m.id IN $ids RETURN count(m)', { ids });
  return Number(row?.[0] ?? 0) === ids.length;
}

/** Everything; undefined when there is nothing. */
export async function clearGraph(store: Store, graph: number, at: number): Promise<Removed | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!(await store.exists(graph))) return undefined;
    const done = await clearTogether(store, graph, { closing: false }, (commit) =>
      run(store, graph, CLEAR(commit), { at, ...commit.params }),
    );
    if (done === 'gone') return undefined;
    if (done) return withReceipt(done.result, { records: done.removed });
  }
  throw new ZapomniError('STORE_BUSY', 'Others changed the same workspace all the time; nothing was removed.');
}

function withReceipt({ receipt, ids }: Removed, more: Partial<DeletionReceipt>): Removed {
  return { receipt: { ...receipt, ...more }, ids };
}

async function run(store: Store, graph: number, query: string, params: Params): Promise<Removed | undefined> {
  const [row] = await store.write(graph, query, params);
  if (!row) return undefined;
  const [memories, passages, versions, bytes, ids, words] = row as [number, number, number, number, string[], string[]];
  const [mentions = 0, relations = 0, entities = 0] = row.slice(6) as number[];
  await takeOut(store, graph, [...new Set(words.flatMap(codesIn))]);
  return { receipt: { memories, passages, versions, mentions, relations, entities, records: 0, bytes }, ids };
}
