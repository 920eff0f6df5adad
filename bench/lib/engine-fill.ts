/**
 * Two engines with the same contents, which come through their doors: chunks with words, a vector and word codes, and a graph
 * of what a tenth as many memories say.
 */
import type { NewMemory, Storage } from '@zapomni/core/ports';
import { uuidV7Source } from '@zapomni/providers';
import { memoryToRead, readingMaker } from './graph-fill.ts';
import { memoryOf, tokenMaker } from './search-fill.ts';

export const CHUNKS = 'default';
export const GRAPH = 'graph';
/** Each chunk carries one of these, so that a tag lets one in a hundred through. */
export const TAGS = 100;
const BATCH = 500;
/** So many chunks of each size are added with the clock running. */
const TIMED = 5000;
const READ_AT_ONCE = 250;

export interface Engine {
  readonly name: 'sqlite' | 'falkordb';
  readonly storage: Storage;
  /** Settings of a server on the same store. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Source {
  readonly model: { readonly name: string; readonly dimensions: number };
  text(): string;
  vector(): Float32Array;
}

interface Batch {
  readonly memories: readonly NewMemory[];
  readonly embeddings: readonly { readonly vector: Float32Array; readonly tokens: Uint8Array }[];
}

/** What it took each engine, in ms. */
export type Times = Map<string, number>;

export class Contents {
  readonly engines: readonly Engine[];
  /** Of the chunks that were not removed again. */
  readonly ids: string[] = [];
  readonly #source: Source;
  readonly #idSource = uuidV7Source({ now: Date.now });
  readonly #tokens: () => Uint8Array;
  #chunks = 0;
  #read = 0;

  constructor(engines: readonly Engine[], source: Source) {
    this.engines = engines;
    this.#source = source;
    this.#tokens = tokenMaker(source.model.dimensions);
  }

  /**
   * Adds chunks until there are so many, or until it is so late: most of them to both engines at once, the last in turn,
   * which is timed.
   */
  async growTo(wanted: number, until: number): Promise<{ words: Times; vectors: Times; added: number }> {
    const [words, vectors]: [Times, Times] = [new Map(), new Map()];
    let writing: Promise<unknown> = Promise.resolve();
    while (wanted - this.ids.length > TIMED && performance.now() < until) {
      const batch = this.#make(Math.min(BATCH, wanted - TIMED - this.ids.length));
      await writing;
      writing = Promise.all(this.engines.map((engine) => this.#write(engine, batch)));
    }
    await writing;
    const size = Math.min(wanted, this.ids.length + TIMED);
    const added = size - this.ids.length;
    while (this.ids.length < size) await this.add(Math.min(BATCH, size - this.ids.length), words, vectors);
    return { words, vectors, added };
  }

  /** The same chunks to each engine, one engine after the other. */
  async add(count: number, words: Times, vectors: Times): Promise<void> {
    const batch = this.#make(count);
    for (const engine of this.engines) {
      const took = await this.#write(engine, batch);
      note(words, engine.name, took.words);
      note(vectors, engine.name, took.vectors);
    }
  }

  #make(count: number): Batch {
    const { text, vector } = this.#source;
    const memories = Array.from({ length: count }, () =>
      memoryOf(this.#idSource.next(), text(), [`tag-${this.#chunks++ % TAGS}`]),
    );
    this.ids.push(...memories.map(({ id }) => id));
    return { memories, embeddings: memories.map(() => ({ vector: vector(), tokens: this.#tokens() })) };
  }

  async #write({ storage }: Engine, { memories, embeddings }: Batch): Promise<{ words: number; vectors: number }> {
    const begun = performance.now();
    const stored = await storage.memories.add(memories, Date.now());
    const between = performance.now();
    const rows = embeddings.map((one, i) => ({ ...one, passageId: stored[i]?.passageIds[0] ?? 0 }));
    await storage.vectors.put(this.#source.model.name, rows);
    return { words: between - begun, vectors: performance.now() - between };
  }

  /** Memories that were read, until there are so many. */
  async readTo(size: number, now: number): Promise<{ put: Times; read: number }> {
    const put: Times = new Map();
    const before = this.#read;
    const entities = size * 2;
    const readers = this.engines.map(() => readingMaker(entities, now));
    while (this.#read < size) {
      const numbers = Array.from({ length: Math.min(READ_AT_ONCE, size - this.#read) }, () => this.#read++);
      const memories = numbers.map((number) => memoryToRead(number, GRAPH, now));
      for (const [at, { name, storage }] of this.engines.entries()) {
        await storage.memories.add(memories, now);
        const claimed = await storage.extractions.claim({ owner: 'bench', until: now }, numbers.length, now, {
          workspace: GRAPH,
        });
        const readings = claimed.map(readers[at] as ReturnType<typeof readingMaker>);
        const begun = performance.now();
        for (const reading of readings) await storage.graph.put(reading, now);
        note(put, name, performance.now() - begun);
      }
    }
    return { put, read: this.#read - before };
  }

  /** Some of the chunks, which the caller then removes. */
  take(count: number): string[] {
    const step = Math.floor(this.ids.length / count);
    const places = Array.from({ length: count }, (_, i) => (count - 1 - i) * step);
    return places.flatMap((place) => this.ids.splice(place, 1));
  }
}

function note(times: Times, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms);
}
