/**
 * Which slots hold a memory's vectors: through each memory's slots goes a chain. So what a filter lets through is found
 * without a look at all slots.
 */
import type { WorkspaceSlots } from './workspace-slots.ts';

interface SlotHeads {
  /** Slots from here on are not in use. */
  readonly used: number;
  readonly memoryAt: Uint32Array;
  /** 0 where the slot is free. */
  readonly ownerAt: Int32Array;
}

export class MemorySlots {
  readonly #heads: SlotHeads;
  /** By memory, its first slot plus one; 0 for none. */
  #first: Int32Array;
  /** By slot, the next one of its memory plus one. */
  #next: Int32Array;

  constructor(heads: SlotHeads) {
    this.#heads = heads;
    this.#first = new Int32Array(greatest(heads) + 1);
    this.#next = new Int32Array(heads.used);
    for (let slot = heads.used - 1; slot >= 0; slot--) if (heads.ownerAt[slot] !== 0) this.#chain(slot);
  }

  /** A slot that was free has got a vector. */
  add(slot: number): void {
    const memory = this.#heads.memoryAt[slot] as number;
    if (memory >= this.#first.length) this.#first = copied(this.#first, memory * 2);
    if (slot >= this.#next.length) this.#next = copied(this.#next, slot + 1 + (slot >> 3));
    this.#chain(slot);
  }

  /** Slots of the scope that hold vectors of these memories. */
  pick(memories: Int32Array, scope: WorkspaceSlots): Int32Array {
    const { ownerAt } = this.#heads;
    let found = new Int32Array(memories.length + 16);
    let count = 0;
    for (const memory of memories) {
      for (let slot = (this.#first[memory] ?? 0) - 1; slot >= 0; slot = (this.#next[slot] as number) - 1) {
        if (!scope.holds(ownerAt[slot] as number)) continue;
        if (count === found.length) found = copied(found, count * 2);
        found[count++] = slot;
      }
    }
    return found.subarray(0, count);
  }

  #chain(slot: number): void {
    const memory = this.#heads.memoryAt[slot] as number;
    this.#next[slot] = this.#first[memory] as number;
    this.#first[memory] = slot + 1;
  }
}

function greatest({ used, memoryAt }: SlotHeads): number {
  let most = 0;
  for (let slot = 0; slot < used; slot++) most = Math.max(most, memoryAt[slot] as number);
  return most;
}

function copied(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}
