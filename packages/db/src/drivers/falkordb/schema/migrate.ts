/**
 * Brings a graph of an older version to the layout of schema.ts, when it is first met. Each version is one query that looks
 * again whether it is still to be made: so many processes may do this at once, and a crash leaves a whole version. Before
 * that the store itself is marked as of this version, which keeps older programs away from it.
 */
import { ZapomniError } from '@zapomni/core/errors';
import { makeIndex, raiseFormat, SCHEMA_VERSION } from './schema.ts';
import { openRecords } from '../records/tables.ts';
import type { Store } from '../store.ts';
import { ServerError } from '../wire/reply-parser.ts';

/** Version 2 finds passages by a text, and terms by a text for their first letter. */
const TO_2 = `MATCH (g:Store) WHERE g.schema = 1 SET g.schema = 2, g.seq = g.seq + 1
  WITH g CALL { MATCH (p:Passage) SET p.id = toString(p.n) RETURN count(p) AS passages }
  CALL { MATCH (t:Term) SET t.c = 'c' + toString(t.c) RETURN count(t) AS terms }
  RETURN passages, terms`;

/** Version 3 finds memories by the hash of their text, and has records beside the graph. Programs that know only older ones would remove memories and leave theirs. */
const TO_3 = `MATCH (g:Store) WHERE g.schema = 2 SET g.schema = 3, g.seq = g.seq + 1, g.fence = 0, g.committed = 0
  RETURN g.schema`;

/** STORE_TOO_NEW for a graph that a newer version has made. One without its Store is left to whoever is making it. */
export async function bringForward(store: Store, graph: number): Promise<void> {
  const [row] = await store.peek(graph, 'MATCH (g:Store) RETURN g.schema');
  const found = Number(row?.[0] ?? SCHEMA_VERSION);
  if (found > SCHEMA_VERSION) throw tooNew();
  if (found === SCHEMA_VERSION) return;
  await raiseFormat(store);
  if (found < 2) await toVersion2(store, graph);
  await makeIndex(store, graph, 'CREATE INDEX FOR (m:Memory) ON (m.hash)');
  await store.untilIndexed(graph);
  await openRecords(store, graph);
  const [changed] = await store.write(graph, TO_3, {}, 'repeatable');
  if (changed) store.logger.log('info', 'store_migrated', { schema_version: SCHEMA_VERSION, graph });
}

async function toVersion2(store: Store, graph: number): Promise<void> {
  await makeIndex(store, graph, 'CREATE INDEX FOR (p:Passage) ON (p.id)');
  await dropNumberIndex(store, graph);
  // Both build the index anew. They come before the version: whoever sees that one takes the indexes for whole.
  await store.untilIndexed(graph);
  await store.write(graph, TO_2, {}, 'repeatable');
}

export function tooNew(): ZapomniError {
  return new ZapomniError('STORE_TOO_NEW', 'The store was made by a newer version of Zapomni; it was left alone.');
}

/** Nobody asks it any more; another process may have dropped it already. */
async function dropNumberIndex(store: Store, graph: number): Promise<void> {
  try {
    await store.write(graph, 'DROP INDEX FOR (p:Passage) ON (p.n)', {}, 'repeatable');
  } catch (error) {
    const cause = error instanceof ZapomniError ? error.cause : error;
    if (!(cause instanceof ServerError && /no such index/i.test(cause.message))) throw error;
  }
}
