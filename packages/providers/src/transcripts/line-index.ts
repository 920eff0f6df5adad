/** Numbers of lines by the ids that stand in them, in a few bytes each: a session may have a million of them. */
const FIRST_ROOM = 1024;

export class LineIndex {
  #room = FIRST_ROOM;
  #high = new Uint32Array(FIRST_ROOM);
  #low = new Uint32Array(FIRST_ROOM);
  /** 0 is an empty place: lines are counted from 1. */
  #lines = new Uint32Array(FIRST_ROOM);
  #used = 0;

  set(id: string, line: number): void {
    if ((this.#used + 1) * 2 > this.#room) this.#grow();
    const [high, low] = hashesOf(id);
    const place = this.#placeOf(high, low);
    if (this.#lines[place] === 0) this.#used++;
    this.#high[place] = high;
    this.#low[place] = low;
    this.#lines[place] = line;
  }

  get(id: string): number | undefined {
    const [high, low] = hashesOf(id);
    return this.#lines[this.#placeOf(high, low)] || undefined;
  }

  /** Where it is, or where it would be put. */
  #placeOf(high: number, low: number): number {
    let place = low & (this.#room - 1);
    while (this.#lines[place] !== 0 && (this.#high[place] !== high || this.#low[place] !== low))
      place = (place + 1) & (this.#room - 1);
    return place;
  }

  #grow(): void {
    const [highs, lows, lines] = [this.#high, this.#low, this.#lines];
    this.#room *= 2;
    this.#high = new Uint32Array(this.#room);
    this.#low = new Uint32Array(this.#room);
    this.#lines = new Uint32Array(this.#room);
    for (const [i, line] of lines.entries()) {
      if (line === 0) continue;
      const [high, low] = [highs[i] ?? 0, lows[i] ?? 0];
      const place = this.#placeOf(high, low);
      this.#high[place] = high;
      this.#low[place] = low;
      this.#lines[place] = line;
    }
  }
}

/** 64 bits of FNV-1a, mixed: two ids of a million have the same once in some ten million sessions. */
function hashesOf(id: string): [high: number, low: number] {
  let [high, low] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return [high >>> 0, low >>> 0];
}

/** Whole numbers that become more; those that were not set are `none`. */
export class GrowingInts {
  readonly #none: number;
  #values: Int32Array;
  #length = 0;

  constructor(none: number) {
    this.#none = none;
    this.#values = new Int32Array(FIRST_ROOM).fill(none);
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return index >= 0 && index < this.#length ? (this.#values[index] ?? this.#none) : this.#none;
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Int32Array(Math.max(index + 1, this.#values.length * 2)).fill(this.#none);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[index] = value;
    this.#length = Math.max(this.#length, index + 1);
  }
}
