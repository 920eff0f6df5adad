/**
 * Search by meaning. The codes in memory name the candidates, more of them than are wanted; the vectors themselves, read
 * from the store, give each its true cosine and the order.
 */
import type { PassageHit, PassageVector, VectorIndex } from '@zapomni/core/ports';
import type { Scope } from '@zapomni/core/model';
import { findCandidates } from './candidates.ts';
import { Int8Index } from './int8/int8-index.ts';
import type { Database } from '../connection/database.ts';
import { forgetPortion } from './forget-model.ts';
import { logChanged } from './index-log.ts';
import { checkVector, countVectors, ensureModel, findModel, type StoredModel } from './models.ts';
import type { Served } from '../connection/protocol.ts';
import { takeOff } from './embedding-queue.ts';
import { isPackable } from './segments/pack.ts';
import { Upkeep } from './segments/upkeep.ts';
import { createShrinking } from '../connection/shrink.ts';
import type { Store } from '../store.ts';
import { putVectors, readBlobs, readTokens, readVectors, toFloats } from './vector-rows.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

export function createVectors(store: Store): Served<VectorIndex> {
  const { db } = store;
  const shelf = new Shelf(store);
  const shrinking = createShrinking(store);
  return {
    nearest: (model, query, k, scope) =>
      store.read(() => {
        const known = findModel(db, model);
        if (!known || k < 1) return [];
        checkVector(query, known);
        return nearest(store, shelf.book(known), { model: known, query, k }, scope);
      }),
    score: (model, query, passageIds) => store.read(() => scorePassages(db, model, query, passageIds)),
    vectors: (model, passageIds) => store.read(() => readVectors(db, model, passageIds)),
    tokens: (model, passageIds) => store.read(() => readTokens(db, model, passageIds)),
    put: (model, vectors) => {
      store.write(() => put(db, model, vectors));
      shelf.tend(model);
    },
    models: () => store.read(() => countVectors(db)),
    forget: (model) => {
      const known = store.read(() => findModel(db, model));
      const gone = store.write(() => forgetPortion(db, model));
      if (gone === 0 && known) {
        shelf.drop(known);
        store.chores.request(shrinking);
      }
      return gone;
    },
  };
}

/** All or, when one is refused, none. */
function put(db: Database, name: string, vectors: readonly PassageVector[]): void {
  const [first] = vectors;
  if (!first) return;
  const model = ensureModel(db, name, first.vector.length);
  for (const { vector } of vectors) checkVector(vector, model);
  putVectors(db, model, vectors);
  const ids = vectors.map((one) => one.passageId);
  takeOff(db, name, ids);
  logChanged(db, JSON.stringify(ids));
}

interface Kept {
  readonly book: Int8Index;
  readonly chore: () => boolean;
}

/** The books of the models in use, each with what keeps it quick. */
class Shelf {
  readonly #store: Store;
  readonly #kept = new Map<number, Kept>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Up to date with the transaction under way. */
  book(model: StoredModel): Int8Index {
    const { book, chore } = this.#keep(model);
    const begun = performance.now();
    const read = book.follow(this.#store.db);
    if (read === 'all') {
      const duration_ms = Math.round(performance.now() - begun);
      this.#store.log('debug', 'vectors_loaded', { vectors: book.size, duration_ms });
    }
    if (read !== 'nothing' || book.reach.news !== undefined) this.#store.chores.request(chore);
    return book;
  }

  /** After a put: asks for upkeep where there is any to do. */
  tend(name: string): void {
    if (!isPackable(this.#store.db)) return;
    const model = findModel(this.#store.db, name);
    if (model) this.#store.chores.request(this.#keep(model).chore);
  }

  drop(model: StoredModel): void {
    this.#kept.delete(model.id);
  }

  #keep(model: StoredModel): Kept {
    const known = this.#kept.get(model.id);
    if (known) return known;
    const book = new Int8Index(model, this.#store.lists.from);
    const upkeep = new Upkeep(this.#store, model, book);
    const kept = { book, chore: () => upkeep.portion() };
    this.#kept.set(model.id, kept);
    return kept;
  }
}

function nearest(store: Store, book: Int8Index, wanted: Wanted, scope: Scope): PassageHit[] {
  const { db } = store;
  const workspace = workspaceId(db, scope.workspace);
  if (workspace === undefined) return [];
  const { query, k } = wanted;
  const slots = findCandidates(store, book, { query, k, workspace, filter: scope.filter ?? {} });
  const memories = new Map(slots.map((slot) => [book.passageAt(slot), book.memoryAt(slot)]));
  return toHits(db, rescore(db, wanted, [...memories.keys()]).slice(0, k), memories);
}

interface Wanted {
  readonly model: StoredModel;
  readonly query: Float32Array;
  readonly k: number;
}

interface Scored {
  readonly passageId: number;
  readonly score: number;
}

/** Best first. */
function rescore(db: Database, { model, query }: Omit<Wanted, 'k'>, passageIds: readonly number[]): Scored[] {
  const cosine = cosineTo(query);
  const rows = Array.from(readBlobs(db, 'vectors', model.id, passageIds), ([passageId, data]) => ({
    passageId,
    score: cosine(toFloats(data)),
  }));
  return rows.sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

function toHits(db: Database, scored: readonly Scored[], memories: ReadonlyMap<number, number>): PassageHit[] {
  const rows = db.rows<[number, string]>(
    'SELECT hit.key, m.uuid FROM json_each(?) hit CROSS JOIN memories m ON m.id = hit.value',
    JSON.stringify(scored.map((one) => memories.get(one.passageId))),
  );
  return Array.from(rows, ([at, memoryId]) => ({ ...(scored[at] as Scored), memoryId }));
}

function scorePassages(
  db: Database,
  name: string,
  query: Float32Array,
  passageIds: readonly number[],
): Map<number, number> {
  const model = findModel(db, name);
  if (!model) return new Map();
  checkVector(query, model);
  const hits = rescore(db, { model, query }, passageIds);
  return new Map(hits.map((hit) => [hit.passageId, hit.score]));
}

/** 0 for a vector of zeros. */
function cosineTo(query: Float32Array): (vector: Float32Array) => number {
  const length = Math.sqrt(query.reduce((sum, part) => sum + part * part, 0));
  return (vector) => {
    let dot = 0;
    let squares = 0;
    for (let i = 0; i < query.length; i++) {
      const part = vector[i] as number;
      dot += part * (query[i] as number);
      squares += part * part;
    }
    return squares === 0 || length === 0 ? 0 : dot / (Math.sqrt(squares) * length);
  };
}
