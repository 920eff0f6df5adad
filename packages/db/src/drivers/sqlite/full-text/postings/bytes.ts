/** Numbers as bytes: seven bits to a byte, the lowest first, the eighth bit says that more follow. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A whole number below 2^32. */
  number(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5);
    let left = value;
    while (left >= 128) {
      this.#bytes[this.#length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.#bytes[this.#length++] = left;
  }

  /** Takes what another has written, which then begins anew. */
  takeFrom(other: ByteWriter): void {
    if (this.#length + other.#length > this.#bytes.length) this.#grow(other.#length);
    // Most are a few bytes long, and then a view of them costs more than the copy.
    if (other.#length > 64) this.#bytes.set(other.#bytes.subarray(0, other.#length), this.#length);
    else for (let i = 0; i < other.#length; i++) this.#bytes[this.#length + i] = other.#bytes[i] as number;
    this.#length += other.#length;
    other.#length = 0;
  }

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Gives what was written, as bytes of its own, and begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  number(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
      shift += 7;
    }
  }
}

/** Fills `to` from `from` up to `end`. */
export function readNumbers(bytes: Uint8Array, to: Int32Array, from: number, end: number): void {
  const reader = new ByteReader(bytes);
  for (let i = from; i < end; i++) to[i] = reader.number();
}
