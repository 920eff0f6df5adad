/** For each hash the place where it was last seen: a table of numbers alone, which fills quickly. */
export class LastPlaces {
  #hashes = new Int32Array(4096);
  /** A place plus one; 0 where the table is empty. */
  #places = new Int32Array(4096);
  #size = 0;

  /** Less than 0 when it was never seen. */
  get(hash: number): number {
    return (this.#places[this.#find(hash)] as number) - 1;
  }

  /** Answers the place before. */
  set(hash: number, place: number): number {
    const at = this.#find(hash);
    const before = (this.#places[at] as number) - 1;
    this.#hashes[at] = hash;
    this.#places[at] = place + 1;
    if (before < 0 && ++this.#size * 2 > this.#places.length) this.#grow();
    return before;
  }

  #find(hash: number): number {
    const mask = this.#places.length - 1;
    let at = (hash ^ (hash >>> 15)) & mask;
    while (this.#places[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [hashes, places] = [this.#hashes, this.#places];
    this.#hashes = new Int32Array(hashes.length * 4);
    this.#places = new Int32Array(places.length * 4);
    for (let i = 0; i < places.length; i++) {
      if (places[i] === 0) continue;
      const at = this.#find(hashes[i] as number);
      this.#hashes[at] = hashes[i] as number;
      this.#places[at] = places[i] as number;
    }
  }
}
