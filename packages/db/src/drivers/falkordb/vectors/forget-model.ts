/** Whose vectors there are, and how those of a model are taken away: a portion at a time, each whole. */
import type { VectorSet } from '@zapomni/core/ports';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { labelOf, type StoredModel } from './models.ts';

const PORTION = 1000;

/** Most first. */
export async function countVectors(context: Context): Promise<VectorSet[]> {
  const [models, graphs] = await Promise.all([context.models.all(), graphNumbers(context)]);
  const sets = await Promise.all(
    Array.from(models, async ([model, stored]) => {
      const counts = await Promise.all(graphs.map((graph) => countIn(context, graph, stored)));
      const { number, dimensions } = stored;
      return { number, model, dimensions, vectors: counts.reduce((sum, count) => sum + count, 0) };
    }),
  );
  return sets
    .filter(({ vectors }) => vectors > 0)
    .toSorted((one, other) => other.vectors - one.vectors || one.number - other.number)
    .map(({ model, dimensions, vectors }) => ({ model, dimensions, vectors }));
}

async function graphNumbers({ registry }: Context): Promise<number[]> {
  return (await registry.all()).map(({ number }) => number);
}

async function countIn({ store }: Context, graph: number, model: StoredModel): Promise<number> {
  const [row] = await store.read(graph, `MATCH (v:${labelOf(model)}) RETURN count(v)`);
  return Number(row?.[0] ?? 0);
}

/** How many went; 0 when none was left, and the model is unknown from then on. */
export async function forgetPortion(context: Context, name: string): Promise<number> {
  const model = await context.models.find(name);
  if (!model) return 0;
  for (const graph of await graphNumbers(context)) {
    if ((await countIn(context, graph, model)) === 0) continue;
    const [row] = await context.store.write(graph, forgetQuery(labelOf(model)), { name, limit: PORTION });
    await announce(context.store, [], graph);
    const gone = Number(row?.[0] ?? 0);
    if (gone > 0) return gone;
  }
  await context.models.retire(name);
  await announce(context.store, []);
  return 0;
}

/** The passages wait again, if it is the queue's model; a queue that is turned to it later finds them by itself. */
function forgetQuery(label: string): string {
  return `MATCH (g:Store) MATCH (p:Passage)-[:VEC]->(v:${label}) WITH g, p, v LIMIT $limit
    WITH g, collect(p) AS ps, collect(v) AS vs SET g.seq = g.seq + 1
    FOREACH (v IN vs | DELETE v)
    WITH g, ps CALL { WITH g, ps UNWIND ps AS p WITH g, p
      WHERE coalesce(g.queue, $name) = $name AND NOT (p)<-[:FOR]-(:Waiting)
      CREATE (:Waiting {n: p.n, owner: '', until: 0})-[:FOR]->(p) RETURN count(p) AS come }
    RETURN size(ps)`;
}
