/**
 * The few things of Protocol Buffers that SCIP needs: numbers of variable length and bytes with their length before them. A library would
 * bring the whole of the format with a generator for the sake of four messages; and what is read here was written by whoever made the
 * repository, so every length is held against what is there before anything is taken.
 */
import { ZapomniError } from '../../../errors/index.ts';

const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];
/** A number of 64 bits has ten pieces. */
const MOST_PIECES = 10;

export interface Field {
  readonly number: number;
  /** Of a field that is a number. Those beyond 2^53 are not told apart, and nothing here counts so far. */
  readonly value: number;
  /** Of a field that is text or a message. */
  readonly bytes: Uint8Array | null;
}

/** The fields of a message in the order in which they stand. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const cursor = new Cursor(bytes);
  while (!cursor.isDone) {
    const key = cursor.number();
    const number = Math.floor(key / 8);
    if (number === 0) throw notScip('a field without a number');
    yield { number, ...cursor.value(key % 8) };
  }
}

/** Numbers that are packed into one field. */
export function numbersOf(bytes: Uint8Array, most: number): number[] {
  const cursor = new Cursor(bytes);
  const numbers: number[] = [];
  while (!cursor.isDone) {
    if (numbers.length >= most) throw notScip('a place with too many numbers');
    numbers.push(cursor.number());
  }
  return numbers;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function textOf({ bytes }: Field): string {
  if (bytes === null) throw notScip('a number where text belongs');
  try {
    return utf8.decode(bytes);
  } catch {
    throw notScip('text that is no UTF-8');
  }
}

export function messageOf({ bytes }: Field): Uint8Array {
  if (bytes === null) throw notScip('a number where a message belongs');
  return bytes;
}

export function notScip(what: string): ZapomniError {
  return new ZapomniError('INVALID_INPUT', `index.scip cannot be read: it has ${what}.`, {
    hint: 'Make it again with its indexer, or remove it.',
  });
}

class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let piece = 0; piece < MOST_PIECES; piece++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw notScip('an end in the middle of a number');
      value += (byte & 0x7f) * 2 ** (7 * piece);
      if (byte < 0x80) return value;
    }
    throw notScip('a number without an end');
  }

  value(type: number): Omit<Field, 'number'> {
    switch (type) {
      case VARINT:
        return { value: this.number(), bytes: null };
      case BYTES:
        return { value: 0, bytes: this.#take(this.number()) };
      case FIXED64:
        return { value: 0, bytes: this.#take(8) };
      case FIXED32:
        return { value: 0, bytes: this.#take(4) };
      default:
        throw notScip('a field of a kind that does not exist');
    }
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw notScip('a field that is longer than the file');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
