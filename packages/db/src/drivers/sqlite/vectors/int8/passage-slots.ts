/**
 * Which slot each passage has. Passages are numbered in the order they come, so that a table with pages that are made when
 * needed takes some four bytes a passage where a `Map` takes 29.
 */
const PAGE_BITS = 10;
const PAGE_SIZE = 1 << PAGE_BITS;

export class PassageSlots {
  /** A page holds slot + 1; 0 stands for none. */
  readonly #pages: (Int32Array | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(passage: number): number | undefined {
    const stored = this.#pages[pageOf(passage)]?.[passage & (PAGE_SIZE - 1)];
    return stored ? stored - 1 : undefined;
  }

  set(passage: number, slot: number): void {
    const page = this.#page(pageOf(passage));
    if (page[passage & (PAGE_SIZE - 1)] === 0) this.#size++;
    page[passage & (PAGE_SIZE - 1)] = slot + 1;
  }

  /** Gives the passages slots in a row; 0 stands for a place without one. */
  setRow(passages: Uint32Array, first: number): void {
    let [page, last] = [this.#page(0), 0];
    for (let at = 0; at < passages.length; at++) {
      const passage = passages[at] as number;
      if (passage === 0) continue;
      // Neighbours mostly share a page; and this runs once for every vector that is loaded.
      if (pageOf(passage) !== last) [page, last] = [this.#page(pageOf(passage)), pageOf(passage)];
      if (page[passage & (PAGE_SIZE - 1)] === 0) this.#size++;
      page[passage & (PAGE_SIZE - 1)] = first + at + 1;
    }
  }

  #page(number: number): Int32Array {
    return (this.#pages[number] ??= new Int32Array(PAGE_SIZE));
  }

  delete(passage: number): void {
    const page = this.#pages[pageOf(passage)];
    if (!page?.[passage & (PAGE_SIZE - 1)]) return;
    page[passage & (PAGE_SIZE - 1)] = 0;
    this.#size--;
  }
}

function pageOf(passage: number): number {
  return passage >>> PAGE_BITS;
}
