/**
 * Packs the tail: the oldest vectors that lie in no segment yet become one. A new vector always gets a number above all
 * that are packed, so that a single number tells the tail from the rest, and a store from before there were segments
 * is all tail.
 */
import { BLOCK_SLOTS, Int8Memory } from '../int8/int8-memory.ts';
import type { Database } from '../../connection/database.ts';
import { readMeta, writeMeta } from '../../schema/format.ts';
import { makeHeads } from './segment.ts';
import { insertSegment } from './segment-rows.ts';

const PACKED_TO = 'vectors_packed_to';

/** A vector of the tail, with what its head will say. */
export type TailRow = readonly [
  id: number,
  model: number,
  passage: number,
  memory: number,
  workspace: number,
  live: number,
  data: Uint8Array,
];

const TAIL = `SELECT v.id, v.model, v.passage, p.memory, p.workspace, p.live, v.data
              FROM vectors v CROSS JOIN passages p ON p.id = v.passage WHERE v.id > ?`;

/** Vectors with a greater number are the tail. */
export function packedTo(db: Database): number {
  return readMeta<number>(db, PACKED_TO) ?? 0;
}

/** The number for the next vector. */
export function nextVectorId(db: Database): number {
  return Math.max(lastVectorId(db), packedTo(db)) + 1;
}

function lastVectorId(db: Database): number {
  return db.value<number | null>('SELECT max(id) FROM vectors') ?? 0;
}

export function readTail(db: Database, model: number): Iterable<TailRow> {
  return db.rows<TailRow>(`${TAIL} AND v.model = ? ORDER BY v.id`, packedTo(db), model);
}

/** True when the tail is long enough to become a segment. */
export function isPackable(db: Database): boolean {
  return lastVectorId(db) - packedTo(db) >= BLOCK_SLOTS;
}

/** Packs one portion; call it in a write transaction. */
export function packPortion(db: Database): void {
  if (!isPackable(db)) return;
  const rows = [...db.rows<TailRow>(`${TAIL} ORDER BY v.id LIMIT ?`, packedTo(db), BLOCK_SLOTS)];
  for (const [model, group] of Map.groupBy(rows, ([, owner]) => owner)) pack(db, model, group);
  writeMeta(db, PACKED_TO, rows.at(-1)?.[0] ?? lastVectorId(db));
}

function pack(db: Database, model: number, rows: readonly TailRow[]): void {
  const heads = makeHeads(rows.length);
  const memory = new Int8Memory((rows[0]?.[6].length ?? 0) / 4);
  for (const [at, [, , passage, owner, workspace, live, data]] of rows.entries()) {
    heads.passages[at] = passage;
    heads.memories[at] = owner;
    heads.owners[at] = live ? workspace : -workspace;
    memory.write(at, data);
  }
  insertSegment(db, model, { heads, codes: memory.readBlock(0, rows.length), generation: 0 });
}
