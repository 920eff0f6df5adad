/**
 * Sorts a group of segments by list, so that a list's vectors lie side by side, in the store and in memory: a search that
 * gathers single vectors from everywhere waits for memory ten times as long as one that reads on. Finding each vector's
 * list takes most of the time and holds no lock; then the group is rewritten in one transaction.
 */
import { BLOCK_SLOTS, strideOf } from '../int8/int8-memory.ts';
import type { Database } from '../../connection/database.ts';
import { copyHead, makeHeads, SegmentCodes, type SegmentHeads } from './segment.ts';
import { deleteSegment, readCodes, readHeads, replaceSegment } from './segment-rows.ts';
import type { VectorLists } from './vector-lists.ts';

const VECTORS_PER_STEP = 256;

/** Where the codes of a passage are at hand. */
export interface PassageCodes {
  readonly dimensions: number;
  slotOf(passage: number): number | undefined;
  decode(slot: number, into: Float32Array): void;
}

interface Member {
  readonly id: number;
  readonly revision: number;
  readonly passages: Uint32Array;
  /** One more than the number of the list. */
  readonly lists: Uint16Array;
}

interface Entry {
  readonly heads: SegmentHeads;
  readonly codes: SegmentCodes;
  readonly at: number;
  readonly list: number;
}

/** The next `count` segments that are not sorted by this generation of lists; undefined when there are not so many. */
export function findUnsorted(db: Database, model: number, generation: number, count: number): Member[] | undefined {
  const rows = db.all<{ id: number; revision: number }>(
    'SELECT id, revision FROM code_segments WHERE model = ? AND generation <> ? ORDER BY revision LIMIT ?',
    model,
    generation,
    count,
  );
  if (rows.length < count) return undefined;
  return rows.map(({ id, revision }) => {
    const passages = readHeads(db, id)?.passages ?? new Uint32Array();
    return { id, revision, passages, lists: new Uint16Array(passages.length) };
  });
}

export class SegmentSorting {
  readonly #lists: VectorLists;
  readonly #source: PassageCodes;
  readonly #members: readonly Member[];
  readonly #vector: Float32Array;
  #member = 0;
  #at = 0;

  constructor(members: readonly Member[], lists: VectorLists, source: PassageCodes) {
    this.#lists = lists;
    this.#source = source;
    this.#members = members;
    this.#vector = new Float32Array(source.dimensions);
  }

  /** True when every vector's list is known. */
  step(): boolean {
    for (let count = 0; count < VECTORS_PER_STEP; count++) {
      const member = this.#members[this.#member];
      if (member === undefined) return true;
      if (this.#at === member.passages.length) {
        this.#member++;
        this.#at = 0;
      } else this.#assign(member, this.#at++);
    }
    return false;
  }

  #assign({ passages, lists }: Member, at: number): void {
    const slot = this.#source.slotOf(passages[at] as number);
    if (slot === undefined) return;
    this.#source.decode(slot, this.#vector);
    lists[at] = this.#lists.nearest(this.#vector) + 1;
  }

  /** Rewrites the group, unless another process has been there first. Call it in a write transaction. */
  finish(db: Database): void {
    const revisions = this.#members.map(({ id }) => revisionOf(db, id));
    const members = this.#members.filter((_, i) => revisions[i] !== undefined);
    if (members.some(({ revision }) => !revisions.includes(revision))) return;
    const entries = members.flatMap((member) => entriesOf(db, member));
    entries.sort((a, b) => a.list - b.list);
    for (const [i, { id }] of members.entries()) {
      const share = entries.slice(i * BLOCK_SLOTS, (i + 1) * BLOCK_SLOTS);
      if (share.length === 0) deleteSegment(db, id);
      else replaceSegment(db, id, this.#join(share));
    }
  }

  #join(entries: readonly Entry[]): { heads: SegmentHeads; codes: Uint8Array; generation: number } {
    const heads = makeHeads(entries.length);
    const codes = SegmentCodes.empty(entries.length, strideOf(this.#vector.length));
    for (const [place, entry] of entries.entries()) {
      copyHead(entry.heads, entry.at, heads, place);
      heads.lists[place] = entry.list;
      codes.copy(entry.codes, entry.at, place);
    }
    return { heads, codes: codes.data, generation: this.#lists.generation };
  }
}

/** Undefined when the segment is gone: nothing was left in it to sort. */
function revisionOf(db: Database, id: number): number | undefined {
  return db.value<number>('SELECT revision FROM code_segments WHERE id = ?', id);
}

/** A place that was emptied in the meantime is left out. */
function entriesOf(db: Database, { id, lists }: Member): Entry[] {
  const heads = readHeads(db, id);
  const data = readCodes(db, id);
  if (heads === undefined || data === undefined) return [];
  const codes = new SegmentCodes(data, heads.passages.length);
  return Array.from(heads.passages, (passage, at) => ({ passage, entry: { heads, codes, at, list: lists[at] ?? 0 } }))
    .filter(({ passage }) => passage !== 0)
    .map(({ entry }) => entry);
}
