/**
 * Vectors as int8 codes in WebAssembly memory, and the scan over them.
 *
 *   | query i16 | vector f32 | slots i32 | scores f32 | block 0 | block 1 | …   grows at its end only
 *
 * A slot is a vector's place; 1024 slots make a block, which looks in memory as it lies in the store, so that it is loaded
 * by one copy. The scan takes slots in portions, so that its scratch space stays in the processor's cache.
 */
import { SCAN_MODULE } from './generated/scan.ts';
import { TopSlots, type ScoredSlot } from './top-slots.ts';

const WASM_PAGE = 65_536;
const PORTION = 4096;
/** The query keeps 12 bits: 8192 products with a code still fit 32 bits. */
const QUERY_RANGE = 2047;
const FACTOR_BYTES = 4;
/** Of the difference of two errors that are spread evenly over the width of a code. */
const DEVIATIONS = 4 * Math.sqrt(2 / 12);

/** Also written into scan.wat, as shifts. */
export const BLOCK_SLOTS = 1024;

/** TypeScript keeps the types of WebAssembly with those of the browser, which are not loaded here. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface ScanExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  // oxlint-disable-next-line max-params -- the signature of scan.wat
  score(slots: number, count: number, blocks: number, stride: number, query: number, out: number, bar: number): number;
  encode(vector: number, stride: number, factor: number, codes: number): void;
}

let compiled: object | undefined;

function instantiate(): ScanExports {
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyApi;
  compiled ??= new Module(Buffer.from(SCAN_MODULE, 'base64'));
  return new Instance(compiled).exports as ScanExports;
}

/** Bytes of codes for each vector. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 32) * 32;
}

export class CodeMemory {
  readonly #scan = instantiate();
  readonly #stride: number;
  readonly #blockBytes: number;
  readonly #at: { readonly vector: number; readonly slots: number; readonly scores: number; readonly blocks: number };

  constructor(dimensions: number) {
    this.#stride = strideOf(dimensions);
    this.#blockBytes = BLOCK_SLOTS * (this.#stride + FACTOR_BYTES);
    const vector = this.#stride * 2;
    const slots = vector + this.#stride * 4;
    const scores = slots + PORTION * 4;
    this.#at = { vector, slots, scores, blocks: scores + PORTION * 4 };
  }

  /** Makes room for so many blocks. */
  reserve(blocks: number): void {
    const { memory } = this.#scan;
    const bytes = this.#at.blocks + blocks * this.#blockBytes;
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE);
    if (missing > 0) memory.grow(missing);
  }

  /** Encodes a vector, given as the bytes of its floats, into a slot. */
  write(slot: number, floats: Uint8Array): void {
    this.reserve((slot >> 10) + 1);
    const { vector } = this.#at;
    new Uint8Array(this.#scan.memory.buffer, vector, floats.length).set(floats);
    this.#scan.encode(vector, this.#stride, this.#factorAt(slot), this.#codesAt(slot));
  }

  /** Fills a block, whole or its beginning, with what `readBlock` gave. */
  writeBlock(block: number, data: Uint8Array): void {
    this.reserve(block + 1);
    const { buffer } = this.#scan.memory;
    const count = data.length / (this.#stride + FACTOR_BYTES);
    const first = block * BLOCK_SLOTS;
    const factors = count * FACTOR_BYTES;
    new Uint8Array(buffer, this.#factorAt(first), factors).set(data.subarray(0, factors));
    new Uint8Array(buffer, this.#codesAt(first), data.length - factors).set(data.subarray(factors));
  }

  /** Factors and codes of the block's first `count` slots. */
  readBlock(block: number, count: number): Uint8Array {
    const { buffer } = this.#scan.memory;
    const first = block * BLOCK_SLOTS;
    const data = new Uint8Array(count * (this.#stride + FACTOR_BYTES));
    data.set(new Uint8Array(buffer, this.#factorAt(first), count * FACTOR_BYTES));
    data.set(new Uint8Array(buffer, this.#codesAt(first), count * this.#stride), count * FACTOR_BYTES);
    return data;
  }

  /** The vector of a slot as its codes have kept it, at unit length, written over `into`. */
  decode(slot: number, into: Float32Array): void {
    const { buffer } = this.#scan.memory;
    const factor = new Float32Array(buffer, this.#factorAt(slot), 1)[0] as number;
    const codes = new Int8Array(buffer, this.#codesAt(slot), into.length);
    for (let i = 0; i < into.length; i++) into[i] = factor * (codes[i] as number);
  }

  /** The best `count` of the slots by their codes, best first: right but for the rounding of the codes, see `doubt`. */
  best(query: Float32Array, slotLists: readonly Int32Array[], count: number): ScoredSlot[] {
    this.#setQuery(query);
    const best = new TopSlots(count);
    for (const slots of slotLists) {
      for (let from = 0; from < slots.length; from += PORTION) {
        this.#offer(slots.subarray(from, from + PORTION), best);
      }
    }
    return best.sorted();
  }

  /**
   * By how much the scores of two of these slots may differ without one being truly nearer to the last query. Rounding
   * errs by up to half a code in each dimension; in many dimensions errors cancel out, and four deviations are taken.
   */
  doubt(ranked: readonly ScoredSlot[]): number {
    const { buffer } = this.#scan.memory;
    const factors = new Float32Array(buffer);
    const factor = ranked.reduce((most, { slot }) => Math.max(most, factors[this.#factorAt(slot) / 4] as number), 0);
    const codes = new Int16Array(buffer, 0, this.#stride);
    let [sum, squares] = [0, 0];
    for (const code of codes) {
      sum += Math.abs(code);
      squares += code * code;
    }
    return Math.min(factor * sum, DEVIATIONS * factor * Math.sqrt(squares)) + DEVIATIONS;
  }

  /** The cosine of each of the slots with the query, as near as codes tell; at most 4096 slots. */
  cosines(query: Float32Array, slots: Int32Array): Float32Array {
    this.#setQuery(query);
    const codes = new Int16Array(this.#scan.memory.buffer, 0, query.length);
    const length = Math.sqrt(codes.reduce((squares, code) => squares + code * code, 0));
    return this.#scores(slots).map((score) => (length === 0 ? 0 : score / length));
  }

  #factorAt(slot: number): number {
    return this.#at.blocks + (slot >> 10) * this.#blockBytes + (slot & 1023) * FACTOR_BYTES;
  }

  #codesAt(slot: number): number {
    const codes = this.#at.blocks + (slot >> 10) * this.#blockBytes + BLOCK_SLOTS * FACTOR_BYTES;
    return codes + (slot & 1023) * this.#stride;
  }

  /** Fours first: only those with a score above the bar come back. Then the rest. */
  #offer(portion: Int32Array, best: TopSlots): void {
    const { buffer } = this.#scan.memory;
    const fours = portion.length & ~3;
    const kept = this.#score(portion.subarray(0, fours), best.bar);
    best.offerAll(new Int32Array(buffer, this.#at.slots, kept), new Float32Array(buffer, this.#at.scores, kept));
    if (fours < portion.length) best.offerAll(portion.subarray(fours), this.#scores(portion.subarray(fours)));
  }

  /** A score for each of the slots. Valid until the next call. */
  #scores(slots: Int32Array): Float32Array {
    this.#score(slots, -Infinity);
    return new Float32Array(this.#scan.memory.buffer, this.#at.scores, slots.length);
  }

  /** How many were kept; fours are filled up with slot 0. */
  #score(slots: Int32Array, bar: number): number {
    const count = (slots.length + 3) & ~3;
    const taken = new Int32Array(this.#scan.memory.buffer, this.#at.slots, count);
    taken.set(slots);
    taken.fill(0, slots.length);
    return this.#scan.score(this.#at.slots, count, this.#at.blocks, this.#stride, 0, this.#at.scores, bar);
  }

  /** Only the direction of the query matters for the order, so that it may fill the whole range. */
  #setQuery(query: Float32Array): void {
    this.reserve(0);
    const largest = query.reduce((max, part) => Math.max(max, Math.abs(part)), 0);
    const codes = new Int16Array(this.#scan.memory.buffer, 0, query.length);
    for (let i = 0; i < query.length; i++) {
      codes[i] = largest === 0 ? 0 : Math.round(((query[i] as number) / largest) * QUERY_RANGE);
    }
  }
}
