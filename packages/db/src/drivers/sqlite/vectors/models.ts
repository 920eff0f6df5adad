/** The embedding models a store holds vectors of. The first vector decides how long all of that model are. */
import { invalidField } from '@zapomni/core/errors';
import type { VectorSet } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';

export interface StoredModel {
  readonly id: number;
  readonly dimensions: number;
}

/** A model whose vectors all went. Its number is never given to another, whatever processes still hold of it. */
export function retireModel(db: Database, { id }: StoredModel): void {
  db.run(`UPDATE embedding_models SET name = name || ' (forgotten ' || id || ')' WHERE id = ?`, id);
  db.run('DELETE FROM vector_lists WHERE model = ?', id);
}

/** Whose vectors there are, most first. */
export function countVectors(db: Database): VectorSet[] {
  return db.all<VectorSet>(
    `SELECT e.name AS model, e.dimensions, counted.vectors FROM embedding_models e
     JOIN (SELECT model, count(*) AS vectors FROM vectors GROUP BY model) AS counted ON counted.model = e.id
     ORDER BY counted.vectors DESC, e.id`,
  );
}

/** The scan adds up products of codes in 32 bits; longer vectors could overflow. */
const MAX_DIMENSIONS = 8192;

export function findModel(db: Database, name: string): StoredModel | undefined {
  return db.get<StoredModel>('SELECT id, dimensions FROM embedding_models WHERE name = ?', name);
}

export function ensureModel(db: Database, name: string, dimensions: number): StoredModel {
  const known = findModel(db, name);
  if (known) return known;
  if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw invalidField('vector', `must have 1 to ${MAX_DIMENSIONS} dimensions`);
  }
  const { lastId } = db.run('INSERT INTO embedding_models (name, dimensions) VALUES (?, ?)', name, dimensions);
  return { id: lastId, dimensions };
}

/** INVALID_INPUT unless the vector has the model's length and only finite numbers. */
export function checkVector(vector: Float32Array, model: StoredModel): void {
  if (vector.length !== model.dimensions) {
    throw invalidField('vector', `has ${vector.length} dimensions; this model's vectors have ${model.dimensions}`);
  }
  if (!vector.every(Number.isFinite)) throw invalidField('vector', 'holds a number that is not finite');
}
