/**
 * The postings of one term: in which slots of a segment it occurs, and how often in each. As bytes, the distance to the
 * slot before, doubled; odd when the term occurs more than once, and then followed by how often.
 */
import type { ByteWriter } from './bytes.ts';

/** A run of postings as it was stored. All of its slots are at or after `start`. */
export interface Piece {
  readonly count: number;
  readonly start: number;
  /** Added to every slot: where the segment's slots begin among those of the workspace. */
  readonly base: number;
  /** The bytes, read when they are asked for. */
  read(): PieceBytes;
}

export interface PieceBytes {
  readonly bytes: Uint8Array;
  /** Where the postings begin. */
  readonly at: number;
}

/** Postings unpacked, slots ascending. Kept and filled anew, because terms come by the thousand. */
export class Postings {
  slots = new Int32Array(256);
  counts = new Int32Array(256);
  size = 0;

  /** Over arrays that are full. */
  static of(slots: Int32Array<ArrayBuffer>, counts: Int32Array<ArrayBuffer>): Postings {
    const made = new Postings();
    [made.slots, made.counts, made.size] = [slots, counts, slots.length];
    return made;
  }

  clear(): this {
    this.size = 0;
    return this;
  }

  push(slot: number, count: number): void {
    if (this.size === this.slots.length) this.#reserve(1);
    this.slots[this.size] = slot;
    this.counts[this.size++] = count;
  }

  /** Unpacks a piece after those that are here. The innermost loop of every search. */
  add(piece: Piece): this {
    this.#reserve(piece.count);
    const { bytes, at: from } = piece.read();
    const { slots, counts } = this;
    const end = this.size + piece.count;
    let [at, slot] = [from, piece.base];
    for (let i = this.size; i < end; i++) {
      let value = bytes[at++] as number;
      for (let shift = 7, byte = value; byte >= 128; shift += 7) {
        byte = bytes[at++] as number;
        value = (value & ~(1 << shift)) | (byte << shift);
      }
      slot += value >>> 1;
      slots[i] = slot;
      counts[i] = 1;
      if (value & 1) at = readCount(bytes, at, counts, i);
    }
    this.size = end;
    return this;
  }

  fill(pieces: readonly Piece[]): this {
    this.clear();
    for (const piece of pieces) this.add(piece);
    return this;
  }

  append(others: Postings): void {
    this.#reserve(others.size);
    this.slots.set(others.slots.subarray(0, others.size), this.size);
    this.counts.set(others.counts.subarray(0, others.size), this.size);
    this.size += others.size;
  }

  turned(): this {
    this.slots.subarray(0, this.size).reverse();
    this.counts.subarray(0, this.size).reverse();
    return this;
  }

  /** Leaves those whose slot is among the given ones, which ascend; looks from `from` on. */
  keepOnly(wanted: Int32Array, from: number): this {
    let [kept, next] = [0, from];
    for (let i = 0; i < this.size && next < wanted.length; i++) {
      const slot = this.slots[i] as number;
      while (next < wanted.length && (wanted[next] as number) < slot) next++;
      if (wanted[next] !== slot) continue;
      this.slots[kept] = slot;
      this.counts[kept++] = this.counts[i] as number;
    }
    this.size = kept;
    return this;
  }

  /** Fills `to` with these at the slots that `slots` gives for theirs; less than 0 leaves one out. */
  moved(slots: Int32Array, to: Postings): Postings {
    to.clear();
    for (let i = 0; i < this.size; i++) {
      const slot = slots[this.slots[i] as number] as number;
      if (slot >= 0) to.push(slot, this.counts[i] as number);
    }
    return to;
  }

  /** Writes postings from `from` to `end`, or until `limit` bytes are passed; says where it stopped. */
  write(to: ByteWriter, from: number, end: number, limit: number): number {
    const full = to.length + limit;
    let before = 0;
    let i = from;
    for (; i < end && to.length < full; i++) {
      const slot = this.slots[i] as number;
      const count = this.counts[i] as number;
      to.number((slot - before) * 2 + (count > 1 ? 1 : 0));
      if (count > 1) to.number(count);
      before = slot;
    }
    return i;
  }

  #reserve(more: number): void {
    const { slots, counts } = this;
    if (this.size + more <= slots.length) return;
    const size = Math.max(slots.length * 2, this.size + more);
    this.slots = new Int32Array(size);
    this.counts = new Int32Array(size);
    this.slots.set(slots);
    this.counts.set(counts);
  }
}

/** Where the next posting begins. */
function readCount(bytes: Uint8Array, from: number, counts: Int32Array, i: number): number {
  let at = from;
  let count = 0;
  for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
    byte = bytes[at++] as number;
    count |= (byte & 127) << shift;
  }
  counts[i] = count;
  return at;
}
