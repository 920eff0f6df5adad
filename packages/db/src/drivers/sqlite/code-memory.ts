/**
 * Vectors as int8 codes in WebAssembly memory, and the scan over them.
 *
 *   | query i16 | vector f32 | slots i32 | scores f32 | record 0 | record 1 | …   grows at its end only
 *
 * A slot is a record's place. The scan takes slots in blocks, so that its scratch space stays in the processor's cache.
 */
import { SCAN_MODULE } from './generated/scan.ts';
import { Best } from './best.ts';

const WASM_PAGE = 65_536;
const BLOCK = 4096;
const RECORD_HEAD = 16;
/** The query keeps 12 bits: 8192 products with a code still fit 32 bits. */
const QUERY_RANGE = 2047;
/** Memory grows by a sixteenth, and at least by this much. */
const LEAST_GROWTH_PAGES = 32;

/** TypeScript keeps the types of WebAssembly with those of the browser, which are not loaded here. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface ScanExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  score(slots: number, count: number, records: number, stride: number, query: number, out: number): void;
  encode(vector: number, stride: number, record: number): void;
}

let compiled: object | undefined;

function instantiate(): ScanExports {
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyApi;
  compiled ??= new Module(Buffer.from(SCAN_MODULE, 'base64'));
  return new Instance(compiled).exports as ScanExports;
}

export class CodeMemory {
  readonly #scan = instantiate();
  readonly #stride: number;
  readonly #at: { readonly vector: number; readonly slots: number; readonly scores: number; readonly records: number };

  constructor(dimensions: number) {
    this.#stride = Math.ceil(dimensions / 32) * 32;
    const vector = this.#stride * 2;
    const slots = vector + this.#stride * 4;
    const scores = slots + BLOCK * 4;
    this.#at = { vector, slots, scores, records: scores + BLOCK * 4 };
    this.#reserve(this.#at.records);
  }

  /** Encodes a vector, given as the bytes of its floats, into a slot. */
  write(slot: number, floats: Uint8Array): void {
    const { vector, records } = this.#at;
    const size = this.#stride + RECORD_HEAD;
    this.#reserve(records + (slot + 1) * size);
    new Uint8Array(this.#scan.memory.buffer, vector, floats.length).set(floats);
    this.#scan.encode(vector, this.#stride, records + slot * size);
  }

  /** The best `count` of the slots by their codes: in no order, and right but for the rounding of the codes. */
  best(query: Float32Array, slots: Int32Array, count: number): number[] {
    this.#setQuery(query);
    const best = new Best(count);
    for (let from = 0; from < slots.length; from += BLOCK) {
      const block = slots.subarray(from, from + BLOCK);
      best.offerAll(block, this.#scores(block));
    }
    return best.slots();
  }

  #scores(block: Int32Array): Float32Array {
    const { buffer } = this.#scan.memory;
    const { slots, scores, records } = this.#at;
    new Int32Array(buffer, slots, block.length).set(block);
    this.#scan.score(slots, block.length, records, this.#stride, 0, scores);
    return new Float32Array(buffer, scores, block.length);
  }

  /** Only the direction of the query matters for the order, so that it may fill the whole range. */
  #setQuery(query: Float32Array): void {
    const largest = query.reduce((max, part) => Math.max(max, Math.abs(part)), 0);
    const codes = new Int16Array(this.#scan.memory.buffer, 0, query.length);
    for (let i = 0; i < query.length; i++) {
      codes[i] = largest === 0 ? 0 : Math.round(((query[i] as number) / largest) * QUERY_RANGE);
    }
  }

  #reserve(bytes: number): void {
    const { memory } = this.#scan;
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE);
    if (missing <= 0) return;
    memory.grow(Math.max(missing, LEAST_GROWTH_PAGES, Math.ceil(memory.buffer.byteLength / WASM_PAGE / 16)));
  }
}
