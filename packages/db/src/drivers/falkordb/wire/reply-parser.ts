/**
 * Reads the server's answers (RESP 2) from a stream of bytes. It goes on where it stopped, so that an answer of a million
 * numbers, or of ten megabytes, costs no more for coming in many pieces.
 */

/** What the server says when it refuses. `code` is the first word, such as LOADING or READONLY. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  get code(): string {
    return /^[A-Z]+(?= |$)/.exec(this.message)?.[0] ?? '';
  }
}

export type Reply = string | number | null | ServerError | Reply[];

interface OpenArray {
  readonly items: Reply[];
  readonly length: number;
}

const CR = 13;
const MINUS = 45;
const ZERO = 48;

export class ReplyParser {
  readonly #onReply: (reply: Reply) => void;
  readonly #open: OpenArray[] = [];
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Nothing can be read before so many bytes are there. */
  #wanted = 1;

  constructor(onReply: (reply: Reply) => void) {
    this.#onReply = onReply;
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes < this.#wanted) return;
    const buffer = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    const rest = buffer.subarray(this.#readAll(buffer));
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }

  /** Says how far it came. */
  #readAll(buffer: Buffer): number {
    let at = 0;
    for (;;) {
      const next = this.#readOne(buffer, at);
      if (next < 0) return at;
      at = next;
    }
  }

  /** Where the next value begins, or -1 when this one is not whole yet. */
  #readOne(buffer: Buffer, at: number): number {
    const end = buffer.indexOf(CR, at);
    if (end < 0 || end + 1 >= buffer.length) return this.#wait(buffer.length - at + 1);
    switch (buffer[at]) {
      case 0x3a: // :
        this.#take(toNumber(buffer, at + 1, end));
        return end + 2;
      case 0x24: // $
        return this.#readText(buffer, at, end);
      case 0x2a: // *
        this.#openArray(toNumber(buffer, at + 1, end));
        return end + 2;
      case 0x2d: // -
        this.#take(new ServerError(buffer.toString('utf8', at + 1, end)));
        return end + 2;
      default:
        this.#take(buffer.toString('utf8', at + 1, end));
        return end + 2;
    }
  }

  #readText(buffer: Buffer, at: number, end: number): number {
    const length = toNumber(buffer, at + 1, end);
    if (length < 0) {
      this.#take(null);
      return end + 2;
    }
    const start = end + 2;
    if (start + length + 2 > buffer.length) return this.#wait(start + length + 2 - at);
    this.#take(buffer.toString('utf8', start, start + length));
    return start + length + 2;
  }

  #wait(bytes: number): number {
    this.#wanted = bytes;
    return -1;
  }

  #openArray(length: number): void {
    if (length > 0) this.#open.push({ items: [], length });
    else this.#take(length < 0 ? null : []);
  }

  #take(value: Reply): void {
    this.#wanted = 1;
    let done = value;
    for (;;) {
      const array = this.#open.at(-1);
      if (!array) return this.#onReply(done);
      array.items.push(done);
      if (array.items.length < array.length) return;
      this.#open.pop();
      done = array.items;
    }
  }
}

function toNumber(buffer: Buffer, from: number, to: number): number {
  const negative = buffer[from] === MINUS;
  let value = 0;
  for (let i = negative ? from + 1 : from; i < to; i++) value = value * 10 + ((buffer[i] as number) - ZERO);
  return negative ? -value : value;
}
