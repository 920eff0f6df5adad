/**
 * A workspace's graph.
 *
 *   Store (one)          counts; `next` gives numbers, `seq` tells writes apart, `terms` the generations of the dictionary
 *   Memory ─HAS─▶ Passage ─VEC─▶ V1, V2…      one label per embedding model; not `live` once superseded
 *     │              ▲  └ w: its words (word-tokens.ts); t: its text; k: number, length and liveness in one
 *     │              └─FOR─ Waiting           waits for a vector of the queue's model
 *     ├─WAS─▶ Version                         earlier states
 *     └ keys: what equality asks for, hashed; facts: what order asks for (memory-keys.ts)
 *   Passage ─MENTIONS─▶ Entity ─REL─▶ Entity  a relation carries what its evidence adds up to (graph/edit.ts)
 *   Evidence             what a relation stands on, with both clocks; a Merge is a redirection from an entity to another
 *   Term                 the dictionary: every term that some passage holds
 *   Tombstone            what was removed, without contents
 *
 * Records lie beside it in plain keys (records/tables.ts); `fence` and `committed` say which of their changes that go together
 * with one of the graph were made (records/intents.ts).
 *
 * Two things the engine does wrong are kept away from by form. An update that takes a property away loses another one of
 * its changes: so no update ever sets null. Copying one node's properties onto another corrupts memory: so states are
 * handed in.
 *
 * One query is one transaction, and queries that write are carried out one after the other. So every change is one query,
 * which first looks whether it still may be made. A graph without its Store has not been made whole and does not count.
 */
import { ZapomniError } from '@zapomni/core/errors';
import { openRecords } from '../records/tables.ts';
import type { Store } from '../store.ts';
import { ServerError } from '../wire/reply-parser.ts';

export const SCHEMA_VERSION = 3;

const INDEXES = [
  'CREATE INDEX FOR (m:Memory) ON (m.id, m.keyHash, m.keys, m.happenedAt, m.unread, m.hash)',
  // By a text: the engine finds those five times as fast as numbers.
  'CREATE INDEX FOR (p:Passage) ON (p.id)',
  // The words come from us, whole: nothing is to be left out or stemmed.
  `CALL db.idx.fulltext.createNodeIndex({label: 'Passage', language: 'english', stopwords: []}, {field: 'w', nostem: true})`,
  'CREATE INDEX FOR (t:Term) ON (t.k, t.c)',
  'CREATE INDEX FOR (e:Entity) ON (e.id, e.keys, e.terms, e.givers)',
  'CREATE INDEX FOR ()-[r:REL]-() ON (r.id)',
  'CREATE INDEX FOR (v:Evidence) ON (v.n, v.rel, v.memory, v.recordedAt, v.recordedTo, v.previous)',
];

const BIRTH = `MERGE (g:Store) ON CREATE SET g.schema = $schema, g.next = 1, g.nextMemory = 1, g.memories = 0,
  g.passages = 0, g.length = 0, g.seq = 0, g.terms = 0, g.graph = 0, g.nextEvidence = 1,
  g.fence = 0, g.committed = 0`;

const RAISE = `if tonumber(redis.call('GET', KEYS[1]) or 0) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1]) end return 1`;

/** From here on programs that know only older layouts refuse the store. To be done before the first graph has this one. */
export async function raiseFormat(store: Store): Promise<void> {
  await store.command('repeatable', ['EVAL', RAISE, '1', store.names.format, String(SCHEMA_VERSION)]);
}

/** Makes the graph and its indexes; what a crash left half made is completed. */
export async function makeGraph(store: Store, graph: number): Promise<void> {
  await raiseFormat(store);
  for (const statement of INDEXES) await makeIndex(store, graph, statement);
  await store.untilIndexed(graph);
  await openRecords(store, graph);
  await store.write(graph, BIRTH, { schema: SCHEMA_VERSION }, 'repeatable');
}

export async function makeIndex(store: Store, graph: number, statement: string): Promise<void> {
  try {
    await store.write(graph, statement, {}, 'repeatable');
  } catch (error) {
    const cause = error instanceof ZapomniError ? error.cause : error;
    if (!(cause instanceof ServerError && /already indexed/i.test(cause.message))) throw error;
  }
}
