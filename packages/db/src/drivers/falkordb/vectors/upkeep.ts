/** Sees to it that a workspace of many vectors has an index of them, and that deleted ones do not fill it. */
import { makeIndex } from '../schema/schema.ts';
import type { Store } from '../store.ts';

/** After so many puts a graph's vectors are counted again. */
const COUNT_EVERY = 20;
const SHAPE = { M: 16, efConstruction: 200, efRuntime: 200 };

export class VectorUpkeep {
  readonly #store: Store;
  readonly #puts = new Map<string, number>();
  readonly #indexed = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Never fails the put it comes after. */
  async tend(graph: number, label: string, dimensions: number): Promise<void> {
    const place = `${graph}/${label}`;
    const puts = this.#puts.get(place) ?? 0;
    this.#puts.set(place, puts + 1);
    if (this.#indexed.has(place) || puts % COUNT_EVERY !== 0) return;
    try {
      const [row] = await this.#store.read(graph, `MATCH (v:${label}) RETURN count(v)`);
      if (Number(row?.[0] ?? 0) < this.#store.limits.indexFrom) return;
      const options = `{dimension: ${dimensions}, similarityFunction: 'cosine', M: ${SHAPE.M},
        efConstruction: ${SHAPE.efConstruction}, efRuntime: ${SHAPE.efRuntime}}`;
      await makeIndex(this.#store, graph, `CREATE VECTOR INDEX FOR (v:${label}) ON (v.e) OPTIONS ${options}`);
      this.#indexed.add(place);
      this.#store.logger.log('info', 'vector_index_made', { graph });
    } catch (error) {
      this.#store.logger.log('warning', 'vector_index_failed', { graph, error });
    }
  }
}
