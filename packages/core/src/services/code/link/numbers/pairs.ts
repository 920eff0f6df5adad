/** From two numbers to a third, none of them below 0. The three lie beside each other in one row, at a place that the two first tell. */
const FREE = -1;

export class Pairs {
  #row: Int32Array;
  #mask: number;
  #count = 0;

  constructor(expected = 1024) {
    const places = 2 ** Math.ceil(Math.log2(expected * 1.5));
    this.#row = new Int32Array(places * 3).fill(FREE);
    this.#mask = places - 1;
  }

  /** -1 where nothing was put. */
  get(first: number, second: number): number {
    return this.#row[this.#find(first, second) + 2] as number;
  }

  set(first: number, second: number, value: number): void {
    const at = this.#find(first, second);
    const isNew = this.#row[at] === FREE;
    this.#row[at] = first;
    this.#row[at + 1] = second;
    this.#row[at + 2] = value;
    if (isNew && ++this.#count * 3 > this.#mask * 2) this.#grow();
  }

  /** As a set of pairs: false if the two were there. */
  add(first: number, second: number): boolean {
    if (this.get(first, second) >= 0) return false;
    this.set(first, second, 0);
    return true;
  }

  #find(first: number, second: number): number {
    let hash = Math.imul(first, 0x9e_37_79_b1) + second;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
    hash ^= hash >>> 13;
    for (let place = hash & this.#mask; ; place = (place + 1) & this.#mask) {
      const at = place * 3;
      const there = this.#row[at];
      if (there === FREE || (there === first && this.#row[at + 1] === second)) return at;
    }
  }

  #grow(): void {
    const old = this.#row;
    this.#row = new Int32Array(old.length * 2).fill(FREE);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += 3) {
      if (old[at] === FREE) continue;
      const to = this.#find(old[at] as number, old[at + 1] as number);
      this.#row[to] = old[at] as number;
      this.#row[to + 1] = old[at + 1] as number;
      this.#row[to + 2] = old[at + 2] as number;
    }
  }
}
