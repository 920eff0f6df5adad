/**
 * Slots and whose they are. Slots are given out singly, for a vector that came alone, or as whole blocks, for a segment;
 * a block whose last slot is given back can be given out whole again.
 */
import { BLOCK_SLOTS } from './int8-memory.ts';
import type { SegmentHeads } from '../segments/segment.ts';

export class SlotBlocks {
  passageAt = new Uint32Array();
  memoryAt = new Uint32Array();
  /** The workspace whose vector the slot holds; negative when superseded, 0 when free. */
  ownerAt = new Int32Array();
  /** One more than the number of the list; 0 when in none. */
  listAt = new Uint16Array();
  readonly #takenIn: number[] = [];
  readonly #emptyBlocks = new Set<number>();
  /** Blocks with some slots to spare. */
  readonly #roomyBlocks = new Set<number>();
  /** The block that single slots are taken from, and how far they have been. */
  #open = -1;
  #next = 0;

  /** Slots from here on are not in use. */
  get used(): number {
    return this.#takenIn.length * BLOCK_SLOTS;
  }

  /** A free slot: the caller sets its owner. */
  takeSlot(): number {
    for (;;) {
      const end = (this.#open + 1) * BLOCK_SLOTS;
      while (this.#next < end && this.ownerAt[this.#next] !== 0) this.#next++;
      if (this.#next < end) {
        this.#takenIn[this.#open]!++;
        return this.#next++;
      }
      this.#openAnother();
    }
  }

  /** A block of free slots. */
  takeBlock(): number {
    const block = takeFrom(this.#emptyBlocks) ?? this.#takenIn.length;
    this.#takenIn[block] = 0;
    if (this.used > this.ownerAt.length) this.reserve(this.#takenIn.length + (this.#takenIn.length >> 3));
    return block;
  }

  /** Fills a block that was taken whole; places without a passage are free. */
  fill(block: number, heads: SegmentHeads): void {
    const first = block * BLOCK_SLOTS;
    this.passageAt.set(heads.passages, first);
    this.memoryAt.set(heads.memories, first);
    this.ownerAt.set(heads.owners, first);
    this.listAt.set(heads.lists, first);
    this.#takenIn[block] = countTaken(heads.owners);
    this.#sortOut(block);
  }

  release(slot: number): void {
    const block = slot >> 10;
    this.ownerAt[slot] = 0;
    this.listAt[slot] = 0;
    this.#takenIn[block]!--;
    if (block !== this.#open) this.#sortOut(block);
  }

  /** Makes room for so many blocks. */
  reserve(blocks: number): void {
    const slots = blocks * BLOCK_SLOTS;
    if (slots <= this.ownerAt.length) return;
    this.passageAt = enlarged(this.passageAt, new Uint32Array(slots));
    this.memoryAt = enlarged(this.memoryAt, new Uint32Array(slots));
    this.ownerAt = enlarged(this.ownerAt, new Int32Array(slots));
    this.listAt = enlarged(this.listAt, new Uint16Array(slots));
  }

  #openAnother(): void {
    const before = this.#open;
    this.#open = takeFrom(this.#roomyBlocks) ?? this.takeBlock();
    this.#next = this.#open * BLOCK_SLOTS;
    if (before >= 0) this.#sortOut(before);
  }

  #sortOut(block: number): void {
    const taken = this.#takenIn[block] as number;
    this.#roomyBlocks.delete(block);
    if (taken === 0) this.#emptyBlocks.add(block);
    else if (taken < BLOCK_SLOTS) this.#roomyBlocks.add(block);
  }
}

function countTaken(owners: Int32Array): number {
  let taken = 0;
  for (let at = 0; at < owners.length; at++) if (owners[at] !== 0) taken++;
  return taken;
}

function takeFrom(blocks: Set<number>): number | undefined {
  const [block] = blocks;
  if (block !== undefined) blocks.delete(block);
  return block;
}

function enlarged<Values extends Uint32Array | Int32Array | Uint16Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
