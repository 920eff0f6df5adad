/**
 * A segment: up to 1024 vectors of one model, packed. Heads say whose each vector is; codes are the vectors themselves,
 * laid out as a block of `Int8Memory`. A place whose vector was deleted is zeros in both.
 */

/** Columns of the heads, in the order of the codes. */
export interface SegmentHeads {
  /** 0: the place is empty. Numbers are counted up from 1; four billion passages would take terabytes. */
  readonly passages: Uint32Array;
  readonly memories: Uint32Array;
  /** The workspace; negative when superseded. */
  readonly owners: Int32Array;
  /** One more than the number of the list, 0 in a segment that is not sorted. */
  readonly lists: Uint16Array;
}

const HEAD_BYTES = 4 + 4 + 4 + 2;

export function makeHeads(count: number): SegmentHeads {
  return headsIn(new ArrayBuffer(count * HEAD_BYTES), count);
}

export function headsToBytes({ passages }: SegmentHeads): Uint8Array {
  return new Uint8Array(passages.buffer);
}

/** A copy: blobs may begin anywhere, numbers must begin at a multiple of four. */
export function bytesToHeads(bytes: Uint8Array): SegmentHeads {
  const copy = new Uint8Array(bytes);
  return headsIn(copy.buffer, bytes.length / HEAD_BYTES);
}

function headsIn(buffer: ArrayBuffer, count: number): SegmentHeads {
  return {
    passages: new Uint32Array(buffer, 0, count),
    memories: new Uint32Array(buffer, count * 4, count),
    owners: new Int32Array(buffer, count * 8, count),
    lists: new Uint16Array(buffer, count * 12, count),
  };
}

/** Moves one head, of a place in `from` to a place in `to`. */
export function copyHead(from: SegmentHeads, at: number, to: SegmentHeads, place: number): void {
  to.passages[place] = from.passages[at] as number;
  to.memories[place] = from.memories[at] as number;
  to.owners[place] = from.owners[at] as number;
  to.lists[place] = from.lists[at] as number;
}

export function clearHead(heads: SegmentHeads, at: number): void {
  heads.passages[at] = 0;
  heads.memories[at] = 0;
  heads.owners[at] = 0;
  heads.lists[at] = 0;
}

/** The codes of a segment: as many factors as places, then as many stretches of `stride` bytes. */
export class SegmentCodes {
  readonly data: Uint8Array;
  readonly #count: number;
  readonly #stride: number;

  constructor(data: Uint8Array, count: number) {
    this.data = data;
    this.#count = count;
    this.#stride = count === 0 ? 0 : data.length / count - 4;
  }

  static empty(count: number, stride: number): SegmentCodes {
    return new SegmentCodes(new Uint8Array(count * (stride + 4)), count);
  }

  clear(at: number): void {
    this.data.fill(0, at * 4, at * 4 + 4);
    this.data.fill(0, this.#start(at), this.#start(at + 1));
  }

  copy(from: SegmentCodes, at: number, place: number): void {
    this.data.set(from.data.subarray(at * 4, at * 4 + 4), place * 4);
    this.data.set(from.data.subarray(from.#start(at), from.#start(at + 1)), this.#start(place));
  }

  #start(at: number): number {
    return this.#count * 4 + at * this.#stride;
  }
}
