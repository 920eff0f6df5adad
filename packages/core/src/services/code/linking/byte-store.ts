/**
 * Very many short runs of bytes in a few long blocks. Each on its own would lie between rows that come and go with every part, and hold
 * the memory of those; a block of this length lies apart, and is memory only as far as something was written to it.
 */
const BLOCK = 1 << 26;

export class ByteStore {
  #block = new Uint8Array(0);
  #used = 0;

  /** The same bytes, kept here. */
  keep(bytes: Uint8Array): Uint8Array {
    if (this.#used + bytes.length > this.#block.length) {
      this.#block = new Uint8Array(Math.max(BLOCK, bytes.length));
      this.#used = 0;
    }
    const kept = this.#block.subarray(this.#used, this.#used + bytes.length);
    kept.set(bytes);
    this.#used += bytes.length;
    return kept;
  }
}
