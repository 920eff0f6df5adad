/**
 * Vectors as int8 codes in WebAssembly memory, and the search among them.
 *
 *   | query i16 | query i8 | vector f32 | codes i8 | slots i32 | scores f32 | block 0 | block 1 | …   grows at its end only
 *
 * A slot is a vector's place; 1024 slots make a block. A search glances at all slots, at half of each code, and looks at
 * those that may be among the best. It takes slots in portions, so that its scratch space stays in the processor's cache.
 */
import { makeKernel, type ScanKernel } from './scan-kernel.ts';
import { LikelySlots } from './likely-slots.ts';
import { TopSlots, type ScoredSlot } from '../../../../shared/top-slots.ts';

const WASM_PAGE = 65_536;
const PORTION = 4096;
/** So many slots' codes are taken apart at once. */
const STAGED = 128;
/** The query keeps 12 bits: 8192 products with a code still fit 32 bits. */
const QUERY_RANGE = 2047;
const GLANCE_RANGE = 127;
const FACTOR_BYTES = 4;

/** An upper half stands for sixteen codes, on average for this one. */
const HALF = { width: 16, middle: 7.5 - 128 };
/** Of the difference of two errors that are spread evenly over the width of one. */
const DEVIATIONS = 4 * Math.sqrt(2 / 12);
/** Shares of that doubt: of one error alone, and for a first look at a few. */
const ONE_OF_TWO = 1 / Math.SQRT2;
const FEW = 0.2;
/** What the rounding of the query may do to a glance, besides. */
const QUERY_DOUBT = DEVIATIONS / HALF.width;
/** What a score by halves is worth as one by codes. */
const GLANCE_TO_LOOK = (HALF.width * QUERY_RANGE) / GLANCE_RANGE;

/** Also written into scan.wat, as shifts. */
export const BLOCK_SLOTS = 1024;

/** Bytes of codes for each vector. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 32) * 32;
}

export interface Ranking {
  /** Best first. */
  readonly slots: readonly ScoredSlot[];
  /** By how much two scores may differ without one being truly nearer. */
  readonly doubt: number;
}

export class Int8Memory {
  readonly #kernel: ScanKernel;
  readonly #likely = new LikelySlots();
  readonly #stride: number;
  readonly #blockBytes: number;
  readonly #at: Readonly<Record<'glance' | 'vector' | 'codes' | 'slots' | 'scores' | 'blocks', number>>;

  constructor(dimensions: number, kernel = makeKernel()) {
    this.#kernel = kernel;
    this.#stride = strideOf(dimensions);
    this.#blockBytes = BLOCK_SLOTS * (this.#stride + FACTOR_BYTES);
    const glance = this.#stride * 2;
    const vector = glance + this.#stride;
    const codes = vector + this.#stride * 4;
    const slots = codes + this.#stride * STAGED;
    const scores = slots + PORTION * 4;
    this.#at = { glance, vector, codes, slots, scores, blocks: scores + PORTION * 4 };
  }

  /** Makes room for so many blocks. */
  reserve(blocks: number): void {
    const { memory } = this.#kernel;
    const bytes = this.#at.blocks + blocks * this.#blockBytes;
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE);
    if (missing > 0) memory.grow(missing);
  }

  /** Encodes a vector, given as the bytes of its floats, into a slot. */
  write(slot: number, floats: Uint8Array): void {
    this.reserve((slot >> 10) + 1);
    const { vector, codes } = this.#at;
    new Uint8Array(this.#buffer, vector, floats.length).set(floats);
    this.#kernel.encode(vector, this.#stride, this.#factorAt(slot), codes);
    this.#kernel.split(codes, 1, this.#stride, this.#upperAt(slot));
  }

  /** Fills a block, whole or its beginning, with what `readBlock` gave. */
  writeBlock(block: number, data: Uint8Array): void {
    this.reserve(block + 1);
    const count = data.length / (this.#stride + FACTOR_BYTES);
    const first = block * BLOCK_SLOTS;
    const factors = count * FACTOR_BYTES;
    new Uint8Array(this.#buffer, this.#factorAt(first), factors).set(data.subarray(0, factors));
    const staged = new Uint8Array(this.#buffer, this.#at.codes, STAGED * this.#stride);
    for (let at = 0; at < count; at += STAGED) {
      const start = factors + at * this.#stride;
      staged.set(data.subarray(start, start + staged.length));
      this.#kernel.split(this.#at.codes, Math.min(STAGED, count - at), this.#stride, this.#upperAt(first + at));
    }
  }

  /** Factors and codes of the block's first `count` slots, as they lie in the store. */
  readBlock(block: number, count: number): Uint8Array {
    const first = block * BLOCK_SLOTS;
    const data = new Uint8Array(count * (this.#stride + FACTOR_BYTES));
    data.set(new Uint8Array(this.#buffer, this.#factorAt(first), count * FACTOR_BYTES));
    for (let at = 0; at < count; at += STAGED) {
      const codes = this.#join(first + at, Math.min(STAGED, count - at));
      data.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.length), count * FACTOR_BYTES + at * this.#stride);
    }
    return data;
  }

  /** The vector of a slot as its codes have kept it, at unit length, written over `into`. */
  decode(slot: number, into: Float32Array): void {
    const factor = new Float32Array(this.#buffer, this.#factorAt(slot), 1)[0] as number;
    const codes = this.#join(slot, 1);
    for (let i = 0; i < into.length; i++) into[i] = factor * (codes[i] as number);
  }

  /**
   * Slots among which the `k` that are truly nearest are, best first by their codes: these and all that may be nearer than
   * one of them, for all that the codes have kept.
   */
  ranking(query: Float32Array, slotLists: readonly Int32Array[], k: number): Ranking {
    this.#setQuery(query);
    const likely = this.#glance(query, slotLists, k);
    // The best of a few tell how good the best must be; then only one error is left to doubt, not two.
    const first = this.#best(likely.from(likely.bar, FEW), k);
    return this.#rank(likely.from(first.bar / GLANCE_TO_LOOK, ONE_OF_TWO), k);
  }

  /** The cosine of each of the slots with the query, as near as codes tell; at most 4096 slots. */
  cosines(query: Float32Array, slots: Int32Array): Float32Array {
    this.#setQuery(query);
    const length = lengthOf(new Int16Array(this.#buffer, 0, query.length));
    return this.#scores(slots).map((score) => (length === 0 ? 0 : score / length));
  }

  get #buffer(): ArrayBuffer {
    return this.#kernel.memory.buffer;
  }

  #factorAt(slot: number): number {
    return this.#at.blocks + (slot >> 10) * this.#blockBytes + (slot & 1023) * FACTOR_BYTES;
  }

  #upperAt(slot: number): number {
    const uppers = this.#at.blocks + (slot >> 10) * this.#blockBytes + BLOCK_SLOTS * FACTOR_BYTES;
    return uppers + (slot & 1023) * (this.#stride / 2);
  }

  /** The codes of slots in a row. Valid until the next call. */
  #join(slot: number, count: number): Int8Array {
    this.#kernel.join(this.#at.codes, count, this.#stride, this.#upperAt(slot));
    return new Int8Array(this.#buffer, this.#at.codes, count * this.#stride);
  }

  /** Slots that may be among the best `k`, by the upper halves of their codes. */
  #glance(query: Float32Array, slotLists: readonly Int32Array[], k: number): LikelySlots {
    const codes = new Int8Array(this.#buffer, this.#at.glance, this.#stride);
    fill(codes, query, GLANCE_RANGE);
    let sum = 0;
    for (const code of codes) sum += code;
    const doubt = DEVIATIONS * lengthOf(codes);
    const more = (HALF.middle / HALF.width) * sum + doubt;
    const likely = this.#likely;
    likely.begin(k);
    for (const slots of slotLists) {
      for (let from = 0; from < slots.length; from += PORTION) {
        const kept = this.#glancePortion(slots.subarray(from, from + PORTION), more, likely.bar - QUERY_DOUBT);
        this.#offer(likely, kept, doubt);
      }
    }
    return likely;
  }

  /** How many may be above the bar; fours are filled up with the last slot. */
  #glancePortion(slots: Int32Array, more: number, bar: number): number {
    const { blocks, glance, scores } = this.#at;
    const count = (slots.length + 3) & ~3;
    const taken = new Int32Array(this.#buffer, this.#at.slots, count);
    taken.set(slots);
    taken.fill(slots.at(-1) ?? 0, slots.length);
    return this.#kernel.glance(this.#at.slots, count, blocks, this.#stride, glance, scores, more, bar);
  }

  /** `doubt` is per factor. */
  #offer(likely: LikelySlots, count: number, doubt: number): void {
    const factors = new Float32Array(this.#buffer);
    const slots = new Int32Array(this.#buffer, this.#at.slots, count);
    const scores = new Float32Array(this.#buffer, this.#at.scores, count);
    let { bar } = likely;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const highest = (scores[i] as number) + QUERY_DOUBT;
      // Twice in a row: fours were filled up.
      if (highest <= bar || slot === slots[i - 1]) continue;
      likely.offer(slot, highest, doubt * (factors[this.#factorAt(slot) / 4] as number) + QUERY_DOUBT);
      ({ bar } = likely);
    }
  }

  #rank(slots: Int32Array, k: number): Ranking {
    const scores = this.#look(slots);
    const top = new TopSlots(k);
    top.offerAll(slots, scores);
    const doubt = this.#doubt(top);
    const bar = top.bar - doubt;
    const ranked: ScoredSlot[] = [];
    for (let i = 0; i < slots.length; i++) {
      const score = scores[i] as number;
      if (score >= bar) ranked.push({ slot: slots[i] as number, score });
    }
    return { slots: ranked.sort((a, b) => b.score - a.score || a.slot - b.slot), doubt };
  }

  #best(slots: Int32Array, k: number): TopSlots {
    const top = new TopSlots(k);
    top.offerAll(slots, this.#look(slots));
    return top;
  }

  /** Scores by whole codes. */
  #look(slots: Int32Array): Float32Array {
    const scores = new Float32Array(slots.length);
    for (let from = 0; from < slots.length; from += PORTION) {
      scores.set(this.#scores(slots.subarray(from, from + PORTION)), from);
    }
    return scores;
  }

  /**
   * By how much the scores of two slots may differ without one being truly nearer to the query. Rounding errs by up to half a
   * code in each dimension; in many dimensions errors cancel out, and four deviations are taken.
   */
  #doubt(top: TopSlots): number {
    const factors = new Float32Array(this.#buffer);
    const factor = top
      .sorted()
      .reduce((most, { slot }) => Math.max(most, factors[this.#factorAt(slot) / 4] as number), 0);
    const codes = new Int16Array(this.#buffer, 0, this.#stride);
    let sum = 0;
    for (const code of codes) sum += Math.abs(code);
    return Math.min(factor * sum, DEVIATIONS * factor * lengthOf(codes)) + DEVIATIONS;
  }

  /** A score for each of the slots. Valid until the next call. */
  #scores(slots: Int32Array): Float32Array {
    const { blocks, scores } = this.#at;
    new Int32Array(this.#buffer, this.#at.slots, slots.length).set(slots);
    this.#kernel.look(this.#at.slots, slots.length, blocks, this.#stride, 0, scores);
    return new Float32Array(this.#buffer, scores, slots.length);
  }

  #setQuery(query: Float32Array): void {
    this.reserve(0);
    fill(new Int16Array(this.#buffer, 0, query.length), query, QUERY_RANGE);
  }
}

/** Only the direction of the query matters for the order, so that it may fill the whole range. */
function fill(codes: Int16Array | Int8Array, query: Float32Array, range: number): void {
  const largest = query.reduce((max, part) => Math.max(max, Math.abs(part)), 0);
  for (let i = 0; i < query.length; i++) {
    codes[i] = largest === 0 ? 0 : Math.round(((query[i] as number) / largest) * range);
  }
}

function lengthOf(codes: Int16Array | Int8Array): number {
  let squares = 0;
  for (const code of codes) squares += code * code;
  return Math.sqrt(squares);
}
