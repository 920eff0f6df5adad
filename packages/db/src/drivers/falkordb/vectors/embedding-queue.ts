/**
 * Passages that wait for a vector. A graph's `Waiting` nodes are exactly its passages without a vector of the queue's model,
 * the one that was last claimed for; a claim for another model first turns the queue to it. Which graphs to look into is
 * remembered in a set, which may name too many; at first and from time to time all are looked into, in case a crash has kept
 * one out of the set. Where nothing waits for one model, something may for another: before a claim says that there is nothing
 * more, the graphs that lack vectors of its model are counted and named again.
 */
import type { EmbeddingQueue, PassageClaim, QueuedPassage } from '@zapomni/core/ports';
import type { Context } from '../context.ts';
import { labelOf, type StoredModel } from './models.ts';
import { byGraph } from '../memories/passage-ids.ts';
import { PASSAGE_COLUMNS, toPassage } from '../memories/read-passages.ts';
import { countPending } from '../memories/stats.ts';

/** Every so many claims all graphs are looked into. */
const SWEEP_EVERY = 50;

export function createEmbeddingQueue(context: Context): EmbeddingQueue {
  const { store, registry, models } = context;
  const claims = new Map<string, number>();
  return {
    claim: async (model, claim, limit, now) => {
      const before = claims.get(model) ?? 0;
      claims.set(model, before + 1);
      const names = new Map((await registry.all()).map(({ number, id }) => [number, id]));
      const known = await models.find(model);
      const asked = { names, name: model, model: known, claim, limit, now };
      const isSweep = before % SWEEP_EVERY === 0;
      const found = await claimAmong(context, isSweep ? [...names.keys()] : await readWaiting(context), asked);
      if (found.length > 0 || limit === 0) return found;
      return claimAmong(context, await nameLacking(context, asked), asked);
    },
    release: async (owner, passageIds, retryAt) => {
      const query = `UNWIND $ids AS id MATCH (:Passage {id: id})<-[:FOR]-(w:Waiting) WHERE w.owner = $owner
        SET w.owner = '', w.until = $retryAt`;
      for (const [graph, ns] of byGraph(passageIds)) {
        if (await store.exists(graph))
          await store.write(graph, query, { ids: ns.map(String), owner, retryAt }, 'repeatable');
      }
    },
    pending: async (model, except = '') => {
      const [entries, known] = await Promise.all([registry.all(), models.find(model)]);
      const counted = entries.filter(({ id }) => except === '' || !id.startsWith(except));
      const counts = await Promise.all(counted.map(({ number }) => countPending(context, number, known)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function readWaiting({ store }: Context): Promise<number[]> {
  const [reply = null] = await store.command('none', ['SMEMBERS', store.names.waiting]);
  return Array.isArray(reply) ? reply.map(Number) : [];
}

interface Asked {
  /** Of the workspaces, by their graphs. */
  readonly names: ReadonlyMap<number, string>;
  readonly name: string;
  /** Undefined while there is no vector of it. */
  readonly model: StoredModel | undefined;
  readonly claim: PassageClaim;
  readonly limit: number;
  readonly now: number;
}

/** Graphs with passages that lack a vector of the model; who claims next finds them in the set. */
async function nameLacking(context: Context, { names, model }: Asked): Promise<number[]> {
  const { store } = context;
  const graphs = [...names.keys()];
  const counts = await Promise.all(graphs.map((graph) => countPending(context, graph, model)));
  const lacking = graphs.filter((_, i) => (counts[i] ?? 0) > 0);
  if (lacking.length > 0)
    await store.command('repeatable', ['SADD', store.names.waiting, ...lacking.map((graph) => String(graph))]);
  return lacking;
}

async function claimAmong(context: Context, graphs: readonly number[], asked: Asked): Promise<QueuedPassage[]> {
  const { names, limit } = asked;
  const { behind } = asked.claim;
  const found: QueuedPassage[] = [];
  const isBehind = (graph: number) => behind !== undefined && (names.get(graph) ?? '').startsWith(behind);
  for (const graph of graphs.toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)) || a - b)) {
    if (found.length >= limit) break;
    found.push(...(await claimFrom(context, graph, { ...asked, limit: limit - found.length })));
  }
  return found;
}

/** Guarded by the model, so that whoever turns the queue meanwhile is not overlooked. */
const LEASE = `MATCH (g:Store) WHERE coalesce(g.queue, $name) = $name SET g.queue = $name
  WITH g MATCH (w:Waiting) WHERE w.until <= $now WITH w ORDER BY w.n LIMIT $limit
  SET w.owner = $owner, w.until = $until
  WITH w MATCH (w)-[:FOR]->(p:Passage)<-[:HAS]-(m:Memory) RETURN ${PASSAGE_COLUMNS}, m.kind ORDER BY p.n`;

const LOOK = 'MATCH (g:Store) OPTIONAL MATCH (w:Waiting) RETURN g.queue, count(w)';

async function claimFrom(context: Context, graph: number, asked: Asked): Promise<QueuedPassage[]> {
  const { store } = context;
  const { names, name, claim, limit, now } = asked;
  const [row] = await store.readIfThere(graph, LOOK);
  if (!row) return forgetWaiting(context, graph);
  const [queue, waiting] = row;
  if (queue !== null && queue !== name) await turn(context, graph, asked);
  else if (waiting === 0) return forgetWaiting(context, graph);
  const rows = await store.write(graph, LEASE, { name, now, limit, owner: claim.owner, until: claim.until });
  const workspace = names.get(graph) ?? '';
  return rows.map((found) => ({ ...toPassage(graph, found), workspace, kind: String(found.at(-1)) }));
}

/** Nothing waits there. Whoever adds a passage names the graph after it has added it: so a second look misses nobody. */
async function forgetWaiting({ store }: Context, graph: number): Promise<[]> {
  await store.command('repeatable', ['SREM', store.names.waiting, String(graph)]);
  const [row] = await store.readIfThere(graph, LOOK);
  if (Number(row?.[1] ?? 0) > 0) await store.command('repeatable', ['SADD', store.names.waiting, String(graph)]);
  return [];
}

async function turn({ store }: Context, graph: number, { name, model }: Asked): Promise<void> {
  const embedded = model ? `(p)-[:VEC]->(:${labelOf(model)})` : 'false';
  await store.write(
    graph,
    `MATCH (g:Store) SET g.queue = $name
     WITH g CALL { MATCH (w:Waiting)-[:FOR]->(p:Passage) WHERE ${embedded} DELETE w RETURN count(w) AS gone }
     CALL { MATCH (p:Passage) WHERE NOT ${embedded} AND NOT (p)<-[:FOR]-(:Waiting)
       CREATE (:Waiting {n: p.n, owner: '', until: 0})-[:FOR]->(p) RETURN count(p) AS come }
     RETURN gone, come`,
    { name },
    'repeatable',
  );
}
