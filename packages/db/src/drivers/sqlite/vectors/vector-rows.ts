/** Vectors as they were given, and the token codes that came with them. */
import type { PassageVector } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { findModel, type StoredModel } from './models.ts';
import { nextVectorId } from './segments/pack.ts';
import { dropFromSegments } from './segments/segment-rows.ts';

/** In the place of earlier ones; passages that are gone are left out. */
export function putVectors(db: Database, model: StoredModel, vectors: readonly PassageVector[]): void {
  dropEarlier(
    db,
    model,
    vectors.map((one) => one.passageId),
  );
  for (const vector of vectors) insert(db, model, vector);
}

/** A replaced vector leaves the tables as a removed one does; the new one gets a new place. */
function dropEarlier(db: Database, model: StoredModel, passageIds: readonly number[]): void {
  const list = JSON.stringify(passageIds);
  const sql = 'DELETE FROM vectors WHERE model = ? AND passage IN (SELECT value FROM json_each(?))';
  if (db.run(sql, model.id, list).changes === 0) return;
  db.run('DELETE FROM token_codes WHERE model = ? AND passage IN (SELECT value FROM json_each(?))', model.id, list);
  dropFromSegments(db, passageIds, model.id);
}

function insert(db: Database, model: StoredModel, { passageId, vector, tokens }: PassageVector): void {
  const { changes } = db.run(
    `INSERT INTO vectors (id, passage, model, data) SELECT ?, id, ?, ? FROM passages WHERE id = ?
     ON CONFLICT (passage, model) DO UPDATE SET data = excluded.data`,
    nextVectorId(db),
    model.id,
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    passageId,
  );
  if (changes === 0 || tokens === undefined) return;
  db.run(
    `INSERT INTO token_codes (passage, model, data) VALUES (?, ?, ?)
     ON CONFLICT (passage, model) DO UPDATE SET data = excluded.data`,
    passageId,
    model.id,
    tokens,
  );
}

/** Nothing of the passages' vectors stays, whatever the model. */
export function dropVectors(db: Database, passageIds: readonly number[]): void {
  const list = JSON.stringify(passageIds);
  db.run('DELETE FROM vectors WHERE passage IN (SELECT value FROM json_each(?))', list);
  db.run('DELETE FROM token_codes WHERE passage IN (SELECT value FROM json_each(?))', list);
  dropFromSegments(db, passageIds);
}

export function readVectors(db: Database, name: string, passageIds: readonly number[]): Map<number, Float32Array> {
  const rows = readBlobs(db, 'vectors', findModel(db, name)?.id, passageIds);
  return new Map(Array.from(rows, ([passage, data]) => [passage, toFloats(data)]));
}

export function readTokens(db: Database, name: string, passageIds: readonly number[]): Map<number, Uint8Array> {
  return new Map(readBlobs(db, 'token_codes', findModel(db, name)?.id, passageIds));
}

/** Those that exist, with their passages; none of a model that is unknown. */
export function readBlobs(
  db: Database,
  table: 'vectors' | 'token_codes',
  model: number | undefined,
  passageIds: readonly number[],
): Iterable<[passage: number, data: Uint8Array]> {
  return db.rows(
    `SELECT t.passage, t.data FROM json_each(?) wanted CROSS JOIN ${table} t ON t.passage = wanted.value AND t.model = ?`,
    JSON.stringify(passageIds),
    model ?? 0,
  );
}

/** Blobs may begin anywhere; floats must begin at a multiple of four. */
export function toFloats(data: Uint8Array): Float32Array {
  if (data.byteOffset % 4 === 0) return new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  return new Float32Array(data.slice().buffer);
}
