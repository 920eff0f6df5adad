/**
 * Search by meaning, exact. The codes in memory name the candidates, more of them than are wanted; the vectors themselves,
 * read from the store, give each its true cosine and the order.
 */
import type { PassageHit, VectorIndex } from '@zapomni/core/ports';
import type { Scope } from '@zapomni/core/model';
import { findCandidates } from './candidates.ts';
import { CodeBook } from './code-book.ts';
import type { Database } from './database.ts';
import { logChanged } from './index-log.ts';
import { checkVector, ensureModel, findModel, type StoredModel } from './models.ts';
import type { Served } from './protocol.ts';
import { takeOff } from './queue.ts';
import type { Store } from './store.ts';
import { workspaceId } from './workspaces.ts';

/** Candidates per hit: on real embeddings, rescoring twice as many as are wanted found all of them. */
const CANDIDATES_PER_HIT = 2;
const LEAST_CANDIDATES = 40;

type PutVectors = Parameters<VectorIndex['put']>[1];

export function createVectors(store: Store): Served<VectorIndex> {
  const { db } = store;
  const books = new Map<number, CodeBook>();
  return {
    nearest: (model, query, k, scope) =>
      store.read(() => {
        const known = findModel(db, model);
        if (!known || k < 1) return [];
        checkVector(query, known);
        return nearest(db, bookOf(store, books, known), { model: known, query, k }, scope);
      }),
    score: (model, query, passageIds) => store.read(() => scorePassages(db, model, query, passageIds)),
    put: (model, vectors) => store.write(() => put(db, model, vectors)),
  };
}

/** Up to date with the transaction under way. */
function bookOf(store: Store, books: Map<number, CodeBook>, model: StoredModel): CodeBook {
  const book = books.get(model.id) ?? new CodeBook(model);
  books.set(model.id, book);
  const begun = performance.now();
  if (book.follow(store.db)) {
    const duration_ms = Math.round(performance.now() - begun);
    store.log('debug', 'vectors_loaded', { vectors: book.size, duration_ms });
  }
  return book;
}

function nearest(db: Database, book: CodeBook, wanted: Wanted, scope: Scope): PassageHit[] {
  const workspace = workspaceId(db, scope.workspace);
  if (workspace === undefined) return [];
  const count = Math.max(CANDIDATES_PER_HIT * wanted.k, LEAST_CANDIDATES);
  const candidates = findCandidates(db, book, { query: wanted.query, count, workspace, filter: scope.filter ?? {} });
  return rescore(db, wanted, candidates).slice(0, wanted.k);
}

interface Wanted {
  readonly model: StoredModel;
  readonly query: Float32Array;
  readonly k: number;
}

function rescore(db: Database, wanted: Wanted, passageIds: readonly number[]): PassageHit[] {
  const rows = db.all<{ passage: number; memory: string; data: Uint8Array }>(
    `SELECT v.passage, m.uuid AS memory, v.data
     FROM vectors v JOIN passages p ON p.id = v.passage JOIN memories m ON m.id = p.memory
     WHERE v.model = ? AND v.passage IN (SELECT value FROM json_each(?))`,
    wanted.model.id,
    JSON.stringify(passageIds),
  );
  const cosine = cosineTo(wanted.query);
  return rows
    .map((row) => ({ passageId: row.passage, memoryId: row.memory, score: cosine(row.data) }))
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
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
  const hits = rescore(db, { model, query, k: passageIds.length }, passageIds);
  return new Map(hits.map((hit) => [hit.passageId, hit.score]));
}

function put(db: Database, name: string, vectors: PutVectors): void {
  const [first] = vectors;
  if (!first) return;
  const model = ensureModel(db, name, first.vector.length);
  for (const { vector } of vectors) checkVector(vector, model);
  const kept = vectors.filter(({ passageId, vector }) => putOne(db, model, passageId, vector));
  const ids = kept.map((one) => one.passageId);
  takeOff(db, name, ids);
  logChanged(db, JSON.stringify(ids));
}

/** False when the passage is gone. */
function putOne(db: Database, model: StoredModel, passageId: number, vector: Float32Array): boolean {
  const { changes } = db.run(
    `INSERT INTO vectors (passage, model, data) SELECT id, ?, ? FROM passages WHERE id = ?
     ON CONFLICT (passage, model) DO UPDATE SET data = excluded.data`,
    model.id,
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    passageId,
  );
  return changes > 0;
}

/** 0 for a vector of zeros. */
function cosineTo(query: Float32Array): (data: Uint8Array) => number {
  const length = Math.sqrt(query.reduce((sum, part) => sum + part * part, 0));
  return (data) => {
    const vector = toFloats(data);
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

/** Blobs may begin anywhere; floats must begin at a multiple of four. */
function toFloats(data: Uint8Array): Float32Array {
  if (data.byteOffset % 4 === 0) return new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  return new Float32Array(data.slice().buffer);
}
