/** Compares the heads of segments with the vectors that were packed: each lies in one place, with its owner's present state. */
import type { Database } from '../../connection/database.ts';
import { packedTo } from './pack.ts';
import { bytesToHeads, type SegmentHeads } from './segment.ts';

export interface SegmentFaults {
  /** Packed vectors that lie in no segment. */
  readonly missing: number;
  /** Places of vectors that are gone, or that lie in two places. */
  readonly left: number;
  /** Places whose owner is another, or superseded where the head says live, or the other way round. */
  readonly wrong: number;
}

export function findSegmentFaults(db: Database): SegmentFaults {
  const faults = { missing: 0, left: 0, wrong: 0 };
  for (const { id } of db.all<{ id: number }>('SELECT id FROM embedding_models')) {
    const packed = readPacked(db, id);
    for (const heads of readAllHeads(db, id)) checkHeads(heads, packed, faults);
    faults.missing += packed.size;
  }
  return faults;
}

/** By passage: the memory, and the workspace as a head has it. */
type Packed = Map<number, readonly [memory: number, owner: number]>;

function readPacked(db: Database, model: number): Packed {
  const sql = `SELECT v.passage, p.memory, iif(p.live, p.workspace, -p.workspace)
               FROM vectors v CROSS JOIN passages p ON p.id = v.passage WHERE v.model = ? AND v.id <= ?`;
  const rows = db.rows<[number, number, number]>(sql, model, packedTo(db));
  return new Map(Array.from(rows, ([passage, memory, owner]) => [passage, [memory, owner]]));
}

function* readAllHeads(db: Database, model: number): Iterable<SegmentHeads> {
  for (const [bytes] of db.rows<[Uint8Array]>('SELECT heads FROM code_segments WHERE model = ?', model)) {
    yield bytesToHeads(bytes);
  }
}

function checkHeads(heads: SegmentHeads, packed: Packed, faults: { left: number; wrong: number }): void {
  for (const [at, passage] of heads.passages.entries()) {
    if (passage === 0) continue;
    const [memory, owner] = packed.get(passage) ?? [];
    if (memory === undefined) faults.left += 1;
    else if (heads.memories[at] !== memory || heads.owners[at] !== owner) faults.wrong += 1;
    packed.delete(passage);
  }
}
