/** One model's vectors in slots: their codes, whose each is, and which slot each passage has. */
import { SlotBlocks } from './slot-blocks.ts';
import { BLOCK_SLOTS, Int8Memory } from './int8-memory.ts';
import { PassageSlots } from './passage-slots.ts';
import type { SegmentHeads } from '../segments/segment.ts';

/** Of one vector: the passage, its memory, and the workspace (negative when superseded). */
export interface Head {
  readonly passage: number;
  readonly memory: number;
  readonly owner: number;
}

/** Where a vector was put, and whose the slot was before; 0 for a slot that was free. */
export interface Placed {
  readonly slot: number;
  readonly before: number;
}

export class Int8Table {
  readonly codes: Int8Memory;
  readonly blocks = new SlotBlocks();
  readonly #slots = new PassageSlots();

  constructor(dimensions: number) {
    this.codes = new Int8Memory(dimensions);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Makes room for so many segments. */
  reserve(segments: number): void {
    this.codes.reserve(segments);
    this.blocks.reserve(segments);
  }

  slotOf(passage: number): number | undefined {
    return this.#slots.get(passage);
  }

  /** In the slot that the passage has, or in a free one. */
  put({ passage, memory, owner }: Head, data: Uint8Array): Placed {
    const known = this.#slots.get(passage);
    const slot = known ?? this.blocks.takeSlot();
    const before = known === undefined ? 0 : (this.blocks.ownerAt[slot] as number);
    this.codes.write(slot, data);
    this.#slots.set(passage, slot);
    this.blocks.passageAt[slot] = passage;
    this.blocks.memoryAt[slot] = memory;
    this.blocks.ownerAt[slot] = owner;
    return { slot, before };
  }

  /** Before their segment is put anew: the passages' slots are free. */
  vacate(passages: Uint32Array): void {
    for (const passage of passages) this.#release(passage);
  }

  /** A whole segment, in a block of its own. */
  putSegment(heads: SegmentHeads, codes: Uint8Array): void {
    const block = this.blocks.takeBlock();
    this.codes.writeBlock(block, codes);
    this.blocks.fill(block, heads);
    this.#slots.setRow(heads.passages, block * BLOCK_SLOTS);
  }

  /** False when there was none. */
  remove(passage: number): boolean {
    if (!this.#release(passage)) return false;
    this.#slots.delete(passage);
    return true;
  }

  /** So many slots that hold vectors, spread evenly. */
  evenSample(count: number): Int32Array {
    const { used, ownerAt } = this.blocks;
    const step = Math.max(1, Math.floor(this.size / count));
    const slots: number[] = [];
    let seen = 0;
    for (let slot = 0; slot < used && slots.length < count; slot++) {
      if (ownerAt[slot] !== 0 && seen++ % step === 0) slots.push(slot);
    }
    return Int32Array.from(slots);
  }

  #release(passage: number): boolean {
    const slot = this.#slots.get(passage);
    if (slot === undefined) return false;
    this.blocks.release(slot);
    return true;
  }
}
