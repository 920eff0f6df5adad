/** Compares the codes of packed vectors with the vectors as they were given, encoding each anew. */
import type { Database } from '../../connection/database.ts';
import { Int8Memory, strideOf } from '../int8/int8-memory.ts';
import { readCodes, readHeads } from './segment-rows.ts';

const FACTOR_BYTES = 4;
/** Machines may round to the one or the other neighbour. */
const CODE_DOUBT = 1;
const FACTOR_DOUBT = 1e-4;

/** How many places hold other codes than their vector has. Places of vectors that are gone are another fault. */
export function countWrongCodes(db: Database): number {
  let wrong = 0;
  for (const { id, dimensions } of db.all<{ id: number; dimensions: number }>(
    'SELECT id, dimensions FROM embedding_models',
  )) {
    const memory = new Int8Memory(dimensions);
    for (const { segment } of db.all<{ segment: number }>(
      'SELECT id AS segment FROM code_segments WHERE model = ?',
      id,
    )) {
      wrong += countIn(db, { model: id, segment, stride: strideOf(dimensions), memory });
    }
  }
  return wrong;
}

interface Place {
  readonly model: number;
  readonly segment: number;
  readonly stride: number;
  readonly memory: Int8Memory;
}

function countIn(db: Database, { model, segment, stride, memory }: Place): number {
  const passages = readHeads(db, segment)?.passages ?? new Uint32Array();
  const codes = readCodes(db, segment);
  const isWhole = codes?.length === passages.length * (FACTOR_BYTES + stride);
  let wrong = 0;
  for (const [at, passage] of passages.entries()) {
    if (passage === 0) continue;
    const data = db.value<Uint8Array>('SELECT data FROM vectors WHERE passage = ? AND model = ?', passage, model);
    if (!data) continue;
    if (!codes || !isWhole) {
      wrong += 1;
      continue;
    }
    memory.write(0, data);
    const start = passages.length * FACTOR_BYTES + at * stride;
    const factor = codes.subarray(at * FACTOR_BYTES, (at + 1) * FACTOR_BYTES);
    if (!isSame(memory.readBlock(0, 1), factor, codes.subarray(start, start + stride))) wrong += 1;
  }
  return wrong;
}

function isSame(made: Uint8Array, factor: Uint8Array, codes: Uint8Array): boolean {
  const [right, kept] = [floatOf(made), floatOf(factor)];
  if (!(Math.abs(right - kept) <= FACTOR_DOUBT * Math.abs(right))) return false;
  const signed = new Int8Array(made.buffer, made.byteOffset + FACTOR_BYTES, codes.length);
  const stored = new Int8Array(codes.buffer, codes.byteOffset, codes.length);
  return signed.every((code, i) => Math.abs(code - (stored[i] ?? 0)) <= CODE_DOUBT);
}

function floatOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, FACTOR_BYTES).getFloat32(0, true);
}
