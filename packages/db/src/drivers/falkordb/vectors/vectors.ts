/** Search by meaning: the port. */
import type { PassageHit, PassageVector, VectorIndex } from '@zapomni/core/ports';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { countVectors, forgetPortion } from './forget-model.ts';
import { checkVector, labelOf } from './models.ts';
import { putVectors, readVectors } from './vector-rows.ts';
import { findNearest } from './vector-search.ts';
import { VectorUpkeep } from './upkeep.ts';

export function createVectors(context: Context): VectorIndex {
  const { store, models } = context;
  const upkeep = new VectorUpkeep(store);
  return {
    nearest: async (name, query, k, { workspace, filter = {} }) => {
      const model = await models.find(name);
      if (!model || k < 1) return [];
      checkVector(query, model.dimensions);
      const find = (graph: number): Promise<PassageHit[]> => findNearest(store, graph, { model, query, k, filter });
      return (await inWorkspace(context, workspace, find)) ?? [];
    },
    score: async (name, query, passageIds) => {
      const model = await models.find(name);
      if (!model) return new Map();
      checkVector(query, model.dimensions);
      const zero = query.every((part) => part === 0);
      return readVectors(store, model, passageIds, {
        columns: 'CASE WHEN $zero OR v.e IS NULL THEN 1.0 ELSE vec.cosineDistance(v.e, vecf32($q)) END',
        params: { q: query, zero },
        read: ([distance]) => 1 - (distance as number),
      });
    },
    vectors: async (name, passageIds) => {
      const model = await models.find(name);
      if (!model) return new Map();
      return readVectors(store, model, passageIds, {
        columns: 'v.e',
        read: ([parts]) => (parts ? Float32Array.from(parts as number[]) : new Float32Array(model.dimensions)),
      });
    },
    tokens: async (name, passageIds) => {
      const model = await models.find(name);
      if (!model) return new Map();
      const read = await readVectors(store, model, passageIds, { columns: 'v.tokens', read: ([text]) => text });
      return new Map(
        [...read].flatMap(([id, text]): [number, Uint8Array][] =>
          typeof text === 'string' ? [[id, new Uint8Array(Buffer.from(text, 'base64'))]] : [],
        ),
      );
    },
    put: (name, vectors) => put(context, upkeep, name, vectors),
    models: () => countVectors(context),
    forget: (name) => forgetPortion(context, name),
  };
}

/** All or, when one is refused, none. */
async function put(
  { store, models }: Context,
  upkeep: VectorUpkeep,
  name: string,
  vectors: readonly PassageVector[],
): Promise<void> {
  const [first] = vectors;
  if (!first) return;
  const dimensions = (await models.find(name))?.dimensions ?? first.vector.length;
  for (const { vector } of vectors) checkVector(vector, dimensions);
  const model = await models.ensure(name, dimensions);
  const graphs = await putVectors(store, name, model, vectors);
  await announce(store, []);
  for (const graph of graphs) await upkeep.tend(graph, labelOf(model), dimensions);
}
