/** A stream of bytes read by lines and by counts, hashed as it is read. */
import { createHash } from 'node:crypto';
import { badBackup } from './backup-format.ts';

const LINE_END = 10;
/** Texts cannot be much longer. */
const LONGEST_LINE = 500_000_000;

export class ByteCursor {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #hash = createHash('sha256');
  #piece: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Of all that was read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Without its end; undefined behind the last. What has no end was cut off, and fails. */
  async line(): Promise<string | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const end = this.#piece.indexOf(LINE_END);
      if (end >= 0) {
        parts.push(this.#shift(end + 1));
        return Buffer.concat(parts).toString('utf8', 0, length + end);
      }
      length += this.#piece.length;
      if (length > LONGEST_LINE) throw badBackup('The backup has a line that is too long to be one of ours.');
      if (this.#piece.length > 0) parts.push(this.#shift(this.#piece.length));
      if (await this.#next()) continue;
      if (length > 0) throw badBackup('The backup is cut off in the middle of a line.');
      return undefined;
    }
  }

  /** So many bytes, in pieces; fails where there are fewer. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0;) {
      if (this.#piece.length === 0 && !(await this.#next())) throw badBackup('The backup is cut off in a blob.');
      const piece = this.#shift(Math.min(left, this.#piece.length));
      left -= piece.length;
      yield piece;
    }
  }

  /** Lets go of the source; what is left of it is not read. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #shift(count: number): Uint8Array {
    const piece = this.#piece.subarray(0, count);
    this.#piece = this.#piece.subarray(count);
    this.#hash.update(piece);
    return piece;
  }

  async #next(): Promise<boolean> {
    do {
      const { value, done } = await this.#source.next();
      if (done) return false;
      this.#piece = value;
    } while (this.#piece.length === 0);
    return true;
  }
}
