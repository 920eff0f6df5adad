import type { FolderWriter, Storage } from '@zapomni/core/ports';

/** Counts down writes; the last is done or not, and nothing after it. */
export class Kill {
  #left: number;
  readonly #isAfter: boolean;

  constructor(writes: number, isAfter: boolean) {
    this.#left = writes;
    this.#isAfter = isAfter;
  }

  get isDead(): boolean {
    return this.#left <= 0;
  }

  storage(storage: Storage): Storage {
    const { memories, records } = storage;
    return {
      ...storage,
      memories: {
        ...memories,
        add: (...args) => this.#write(() => memories.add(...args)),
        update: (...args) => this.#write(() => memories.update(...args)),
        remove: (...args) => this.#write(() => memories.remove(...args)),
      },
      records: { ...records, write: (...args) => this.#write(() => records.write(...args)) },
    };
  }

  writer(writer: FolderWriter): FolderWriter {
    return {
      ...writer,
      put: (...args) => this.#write(() => writer.put(...args)),
      remove: (...args) => this.#write(() => writer.remove(...args)),
    };
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new Error('killed');
    this.#left -= 1;
    if (!this.isDead) return work();
    if (this.#isAfter) await work();
    throw new Error('killed');
  }
}
