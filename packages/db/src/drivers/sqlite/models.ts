/** The embedding models a store holds vectors of. The first vector decides how long all of that model are. */
import { invalidField } from '@zapomni/core/errors';
import type { Database } from './database.ts';

export interface StoredModel {
  readonly id: number;
  readonly dimensions: number;
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
