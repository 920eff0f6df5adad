/**
 * Cuts a byte stream into lines. A line inside one chunk is handed over without copying; one that spans chunks is
 * gathered in a buffer that doubles, so the work stays linear however small the chunks are. A line over the limit is not
 * kept: only its first and last bytes are, because they may name the request that has to be told.
 */
const NEWLINE = 0x0a;
const EDGE_BYTES = 256;
/** A buffer that grew beyond this for one long line is given back after it. */
const KEPT_BYTES = 1 << 20;

export interface LineHandler {
  /** One line without its newline. The bytes are only valid during the call. */
  line(bytes: Buffer): void;
  /** A line that was longer than the limit: its two ends, at most 256 bytes each. */
  oversized(head: Buffer, tail: Buffer): void;
}

export class LineReader {
  readonly #maxBytes: number;
  readonly #handler: LineHandler;
  #gathered: Buffer = Buffer.alloc(0);
  #length = 0;
  #skipped: { readonly head: Buffer; tail: Buffer } | undefined;

  constructor(maxBytes: number, handler: LineHandler) {
    this.#maxBytes = maxBytes;
    this.#handler = handler;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#gather(chunk.subarray(start));
  }

  /** The stream ended: what is left counts as a line. */
  end(): void {
    if (this.#skipped || this.#length > 0) this.#finish(Buffer.alloc(0));
  }

  #finish(rest: Buffer): void {
    if (!this.#skipped && this.#length === 0 && rest.length <= this.#maxBytes) {
      this.#handler.line(rest);
      return;
    }
    this.#gather(rest);
    const skipped = this.#skipped;
    const line = this.#gathered.subarray(0, this.#length);
    this.#skipped = undefined;
    this.#length = 0;
    if (skipped) this.#handler.oversized(skipped.head, skipped.tail);
    else this.#handler.line(line);
    if (this.#gathered.length > KEPT_BYTES) this.#gathered = Buffer.alloc(0);
  }

  #gather(bytes: Buffer): void {
    if (this.#skipped) {
      this.#skipped.tail = lastBytes(this.#skipped.tail, bytes);
    } else if (this.#length + bytes.length > this.#maxBytes) {
      this.#skip(bytes);
    } else {
      this.#grow(this.#length + bytes.length);
      bytes.copy(this.#gathered, this.#length);
      this.#length += bytes.length;
    }
  }

  #skip(bytes: Buffer): void {
    const before = this.#gathered.subarray(0, this.#length);
    const head = Buffer.concat([before.subarray(0, EDGE_BYTES), bytes.subarray(0, EDGE_BYTES)]).subarray(0, EDGE_BYTES);
    this.#skipped = { head, tail: lastBytes(before, bytes) };
    this.#gathered = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(needed: number): void {
    if (needed <= this.#gathered.length) return;
    const grown = Buffer.allocUnsafe(Math.min(Math.max(needed, this.#gathered.length * 2, 4096), this.#maxBytes));
    this.#gathered.copy(grown, 0, 0, this.#length);
    this.#gathered = grown;
  }
}

function lastBytes(before: Buffer, bytes: Buffer): Buffer {
  return Buffer.concat([before.subarray(-EDGE_BYTES), bytes.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES);
}
