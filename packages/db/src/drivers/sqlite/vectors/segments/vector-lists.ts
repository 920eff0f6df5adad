/**
 * Lists of vectors that point the same way, for stores too large to look at every vector. A list is told by its centre; a
 * search looks into the lists whose centres are near the query, see `reach.ts`. A generation is one set of centres.
 */
import { Int8Memory } from '../int8/int8-memory.ts';
import type { Database } from '../../connection/database.ts';
import { nextRevision } from './segment-rows.ts';

export interface StoredLists {
  readonly generation: number;
  /** How many vectors there were. */
  readonly trainedOn: number;
  readonly reach: number | null;
  /** Floats, one centre after the other. */
  readonly centroids: Uint8Array;
}

export class VectorLists {
  readonly generation: number;
  readonly trainedOn: number;
  readonly #centres: Int8Memory;
  readonly #all: Int32Array;

  constructor(stored: Omit<StoredLists, 'reach'>, dimensions: number) {
    this.generation = stored.generation;
    this.trainedOn = stored.trainedOn;
    const bytes = dimensions * 4;
    this.#all = Int32Array.from({ length: stored.centroids.length / bytes }, (_, list) => list);
    this.#centres = new Int8Memory(dimensions);
    for (const list of this.#all) {
      this.#centres.write(list, stored.centroids.subarray(list * bytes, (list + 1) * bytes));
    }
  }

  get count(): number {
    return this.#all.length;
  }

  /** The cosine of each centre with the query. */
  closeness(query: Float32Array): Float32Array {
    return this.#centres.cosines(query, this.#all);
  }

  /** The list that the vector belongs to. */
  nearest(vector: Float32Array): number {
    return this.#centres.ranking(vector, [this.#all], 1).slots[0]?.slot ?? 0;
  }
}

/** 0 while there are none. */
export function listsGeneration(db: Database, model: number): number {
  return db.value<number>('SELECT generation FROM vector_lists WHERE model = ?', model) ?? 0;
}

export function readLists(db: Database, model: number): StoredLists | undefined {
  const sql = 'SELECT generation, trained_on AS trainedOn, reach, centroids FROM vector_lists WHERE model = ?';
  return db.get<StoredLists>(sql, model);
}

/** Keeps what another process has saved in the meantime. */
export function saveLists(db: Database, model: number, lists: Omit<StoredLists, 'reach'>): void {
  if (listsGeneration(db, model) >= lists.generation) return;
  db.run(
    'INSERT OR REPLACE INTO vector_lists (model, generation, trained_on, reach, centroids) VALUES (?, ?, ?, NULL, ?)',
    model,
    lists.generation,
    lists.trainedOn,
    lists.centroids,
  );
  nextRevision(db);
}

export function saveReach(db: Database, model: number, generation: number, reach: number): void {
  const sql = 'UPDATE vector_lists SET reach = ? WHERE model = ? AND generation = ?';
  db.run(sql, reach, model, generation);
}
