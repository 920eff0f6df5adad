/**
 * Takes the vectors of a model out of the store, a segment's worth at a time: each portion is whole, so that a model which
 * is wanted again half-way lacks exactly those that went.
 */
import type { Database } from '../connection/database.ts';
import { logChanged } from './index-log.ts';
import { findModel, retireModel, type StoredModel } from './models.ts';
import { putBack } from './embedding-queue.ts';
import { deleteSegment, readFirstSegment } from './segments/segment-rows.ts';

/** Vectors that lie in no segment go so many at a time. */
const TAIL_PORTION = 512;

/** How many went; 0 when none was left, and the model is unknown from then on. */
export function forgetPortion(db: Database, name: string): number {
  const model = findModel(db, name);
  if (!model) return 0;
  const passages = takeSegment(db, model) ?? readTail(db, model);
  if (passages.length === 0) {
    retireModel(db, model);
    return 0;
  }
  const list = JSON.stringify(passages);
  const { changes } = db.run(
    'DELETE FROM vectors WHERE model = ? AND passage IN (SELECT value FROM json_each(?))',
    model.id,
    list,
  );
  db.run('DELETE FROM token_codes WHERE model = ? AND passage IN (SELECT value FROM json_each(?))', model.id, list);
  putBack(db, name, list);
  logChanged(db, list);
  return changes;
}

function takeSegment(db: Database, model: StoredModel): number[] | undefined {
  const segment = readFirstSegment(db, model.id);
  if (!segment) return undefined;
  deleteSegment(db, segment.id);
  return Array.from(segment.heads.passages).filter((passage) => passage !== 0);
}

function readTail(db: Database, model: StoredModel): number[] {
  const sql = 'SELECT passage FROM vectors WHERE model = ? LIMIT ?';
  return db.all<{ passage: number }>(sql, model.id, TAIL_PORTION).map(({ passage }) => passage);
}
