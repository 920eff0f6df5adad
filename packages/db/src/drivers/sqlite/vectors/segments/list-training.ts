/** Finds centres for lists: spherical k-means over a sample of the vectors, in steps short enough to fit between calls. */
import { VectorLists, type StoredLists } from './vector-lists.ts';

const SAMPLES_PER_LIST = 32;
const ROUNDS = 6;
const VECTORS_PER_STEP = 256;
/** Lists of a few hundred to a thousand vectors: fewer make a search look at more vectors, more at more centres. */
const VECTORS_PER_LIST = 800;
const MOST_LISTS = 4096;

/** Vectors by slot, as codes have kept them. */
export interface VectorSource {
  readonly dimensions: number;
  readonly size: number;
  /** So many slots that hold vectors, spread evenly. */
  evenSample(count: number): Int32Array;
  decode(slot: number, into: Float32Array): void;
}

export class ListTraining {
  readonly #source: VectorSource;
  readonly #generation: number;
  readonly #size: number;
  readonly #samples: Int32Array;
  readonly #vector: Float32Array;
  readonly #centroids: Float32Array;
  readonly #sums: Float32Array;
  #lists: VectorLists;
  #at = 0;
  #round = 0;

  constructor(source: VectorSource, generation: number) {
    this.#source = source;
    this.#generation = generation;
    this.#size = source.size;
    const count = Math.min(MOST_LISTS, 2 ** Math.max(1, Math.round(Math.log2(source.size / VECTORS_PER_LIST))));
    this.#samples = source.evenSample(count * SAMPLES_PER_LIST);
    this.#vector = new Float32Array(source.dimensions);
    this.#centroids = new Float32Array(count * source.dimensions);
    this.#sums = new Float32Array(this.#centroids.length);
    for (let list = 0; list < count; list++) this.#seed(list);
    this.#lists = new VectorLists(this.#stored(), source.dimensions);
  }

  /** The lists when they are made; undefined while there is more to do. */
  step(): Omit<StoredLists, 'reach'> | undefined {
    if (this.#round === ROUNDS) return this.#stored();
    const end = Math.min(this.#at + VECTORS_PER_STEP, this.#samples.length);
    for (; this.#at < end; this.#at++) this.#add(this.#samples[this.#at] as number);
    if (this.#at < this.#samples.length) return undefined;
    this.#closeRound();
    return this.#round === ROUNDS ? this.#stored() : undefined;
  }

  #add(slot: number): void {
    this.#source.decode(slot, this.#vector);
    const start = this.#lists.nearest(this.#vector) * this.#vector.length;
    for (let i = 0; i < this.#vector.length; i++) this.#sums[start + i]! += this.#vector[i] as number;
  }

  #closeRound(): void {
    const { dimensions } = this.#source;
    for (let start = 0; start < this.#sums.length; start += dimensions) {
      const sum = this.#sums.subarray(start, start + dimensions);
      const length = Math.sqrt(sum.reduce((squares, part) => squares + part * part, 0));
      if (length === 0) this.#seed(start / dimensions);
      else for (let i = 0; i < dimensions; i++) this.#centroids[start + i] = (sum[i] as number) / length;
    }
    this.#sums.fill(0);
    this.#at = 0;
    this.#round++;
    this.#lists = new VectorLists(this.#stored(), dimensions);
  }

  /** Begins a list, or begins it anew when nothing was near it, at a sample. */
  #seed(list: number): void {
    const { dimensions } = this.#source;
    const count = this.#centroids.length / dimensions;
    const at = Math.floor(((list + this.#round / ROUNDS) * this.#samples.length) / count);
    this.#source.decode(
      this.#samples[at % this.#samples.length] as number,
      this.#centroids.subarray(list * dimensions, (list + 1) * dimensions),
    );
  }

  #stored(): Omit<StoredLists, 'reach'> {
    const centroids = new Uint8Array(this.#centroids.buffer);
    return { generation: this.#generation, trainedOn: this.#size, centroids };
  }
}
