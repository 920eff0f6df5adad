/**
 * Very many lists of numbers, most of them empty or short, all in the same few rows: a list that nothing is in costs three numbers, and
 * nothing here is an object of its own that the collector has to visit. A list is known by its number, which whoever uses it gives.
 *
 *     for (let cell = lists.first(list); cell !== 0; cell = lists.next(cell)) use(lists.value(cell));
 */
import { grown } from './rows.ts';

export class Lists {
  #firsts = new Int32Array(1024);
  #lasts = new Int32Array(1024);
  #values = new Int32Array(1024);
  #nexts = new Int32Array(1024);
  /** There is no cell 0: it is the end of every list. */
  #cells = 1;

  push(list: number, value: number): void {
    if (list >= this.#firsts.length) {
      this.#firsts = grown(this.#firsts, list);
      this.#lasts = grown(this.#lasts, list);
    }
    const cell = this.#cells++;
    if (cell >= this.#values.length) {
      this.#values = grown(this.#values, cell);
      this.#nexts = grown(this.#nexts, cell);
    }
    this.#values[cell] = value;
    const last = this.#lasts[list] as number;
    if (last === 0) this.#firsts[list] = cell;
    else this.#nexts[last] = cell;
    this.#lasts[list] = cell;
  }

  /** False if it was there. For lists that stay short. */
  pushOnce(list: number, value: number): boolean {
    if (this.has(list, value)) return false;
    this.push(list, value);
    return true;
  }

  has(list: number, value: number): boolean {
    for (let cell = this.first(list); cell !== 0; cell = this.#nexts[cell] as number)
      if (this.#values[cell] === value) return true;
    return false;
  }

  isEmpty(list: number): boolean {
    return this.first(list) === 0;
  }

  first(list: number): number {
    return list < this.#firsts.length ? (this.#firsts[list] as number) : 0;
  }

  last(list: number): number {
    return list < this.#lasts.length ? (this.#lasts[list] as number) : 0;
  }

  next(cell: number): number {
    return this.#nexts[cell] as number;
  }

  value(cell: number): number {
    return this.#values[cell] as number;
  }

  all(list: number): number[] {
    const found: number[] = [];
    for (let cell = this.first(list); cell !== 0; cell = this.next(cell)) found.push(this.value(cell));
    return found;
  }
}
