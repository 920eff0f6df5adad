/** Gives each distinct term a number, in the order in which they come: a hash table that makes no string twice. */
import type { ScannedTerm } from './scan-terms.ts';

export class TermNumbers {
  readonly terms: string[] = [];
  readonly #hashes: number[] = [];
  /** A term's number plus one, at the place its hash names or the next free one after it. */
  #places = new Int32Array(4096);

  numberOf(term: ScannedTerm): number {
    const mask = this.#places.length - 1;
    for (let at = mixBits(term.hash) & mask; ; at = (at + 1) & mask) {
      const number = (this.#places[at] as number) - 1;
      if (number < 0) return this.#add(term, at);
      if (this.#hashes[number] === term.hash && term.is(this.terms[number] as string)) return number;
    }
  }

  #add(term: ScannedTerm, at: number): number {
    this.#hashes.push(term.hash);
    const number = this.terms.push(term.term) - 1;
    this.#places[at] = number + 1;
    if (this.terms.length * 2 > this.#places.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 4);
    const mask = this.#places.length - 1;
    for (const [number, hash] of this.#hashes.entries()) {
      let at = mixBits(hash) & mask;
      while (this.#places[at] !== 0) at = (at + 1) & mask;
      this.#places[at] = number + 1;
    }
  }
}

/** The low bits of the hash alone would crowd. */
function mixBits(hash: number): number {
  return hash ^ (hash >>> 15);
}
