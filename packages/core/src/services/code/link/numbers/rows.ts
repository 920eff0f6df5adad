/** Rows of numbers that grow as they are filled; what was never put there is 0. */
export class Row {
  #row = new Int32Array(1024);

  at(place: number): number {
    return place < this.#row.length ? (this.#row[place] as number) : 0;
  }

  put(place: number, value: number): void {
    if (place >= this.#row.length) this.#row = grown(this.#row, place);
    this.#row[place] = value;
  }
}

/** The same numbers with room for one more place, and as much again. */
export function grown(row: Int32Array, place: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(place + 1, row.length * 2));
  larger.set(row);
  return larger;
}
