/**
 * The slots of one workspace, as they lie in memory, for a look at all of them; and where there are lists, in the order of
 * these, those in no list last. So a list is one stretch, and whatever came since the lists were made is another.
 */
export interface SlotOwners {
  /** Slots from here on are not in use. */
  readonly used: number;
  readonly ownerAt: Int32Array;
  /** One more than the number of the list; 0 when in none. */
  readonly listAt: Uint16Array;
}

export class WorkspaceSlots {
  /** What was picked of it for lists of memories; whoever adds to a list makes another. */
  readonly picked = new WeakMap<Int32Array, Int32Array>();
  readonly #owner: number;
  readonly #other: number;
  readonly #all: GrowingSlots;
  readonly #unlisted: GrowingSlots;
  readonly #listed: Int32Array;
  /** Where each list begins in `#listed`, and where the last one ends. */
  readonly #starts: Int32Array;

  constructor(from: SlotOwners, owner: number, includeSuperseded: boolean, lists: number) {
    this.#owner = owner;
    this.#other = includeSuperseded ? -owner : owner;
    this.#all = this.#ownSlots(from);
    this.#starts = this.#startsOf(from.listAt, lists);
    this.#listed = new Int32Array(this.#starts.at(-1) ?? 0);
    this.#unlisted = lists === 0 ? this.#all : new GrowingSlots(new Int32Array(this.size - this.#listed.length));
    if (lists > 0) this.#place(from.listAt);
  }

  get size(): number {
    return this.#all.count;
  }

  holds(owner: number): boolean {
    return owner === this.#owner || owner === this.#other;
  }

  all(): Int32Array {
    return this.#all.view();
  }

  /** From 0. */
  list(index: number): Int32Array {
    return this.#listed.subarray(this.#starts[index], this.#starts[index + 1]);
  }

  unlisted(): Int32Array {
    return this.#unlisted.view();
  }

  /** A slot that is in no list. */
  add(slot: number): void {
    this.#all.add(slot);
    if (this.#unlisted !== this.#all) this.#unlisted.add(slot);
  }

  #ownSlots({ used, ownerAt }: SlotOwners): GrowingSlots {
    const [own, other, slots] = [this.#owner, this.#other, new Int32Array(used)];
    let count = 0;
    for (let slot = 0; slot < used; slot++) {
      const owner = ownerAt[slot];
      if (owner === own || owner === other) slots[count++] = slot;
    }
    return new GrowingSlots(slots, count);
  }

  #startsOf(listAt: Uint16Array, lists: number): Int32Array {
    const starts = new Int32Array(lists + 1);
    if (lists === 0) return starts;
    for (const slot of this.all()) if (listAt[slot] !== 0) starts[listAt[slot] as number]!++;
    for (let list = 1; list <= lists; list++) starts[list]! += starts[list - 1] as number;
    return starts;
  }

  #place(listAt: Uint16Array): void {
    const next = this.#starts.slice();
    for (const slot of this.all()) {
      const list = listAt[slot] as number;
      if (list === 0) this.#unlisted.add(slot);
      else this.#listed[next[list - 1]!++] = slot;
    }
  }
}

class GrowingSlots {
  count: number;
  #slots: Int32Array;

  constructor(slots: Int32Array, count = 0) {
    this.#slots = slots;
    this.count = count;
  }

  add(slot: number): void {
    if (this.count === this.#slots.length) {
      const larger = new Int32Array(this.count + Math.max(64, this.count >> 3));
      larger.set(this.#slots);
      this.#slots = larger;
    }
    this.#slots[this.count++] = slot;
  }

  view(): Int32Array {
    return this.#slots.subarray(0, this.count);
  }
}
