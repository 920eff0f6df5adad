/**
 * The slots of named memories: what a filter lets through. One pass over all slots; a table of the wanted memories and room
 * for the slots found are kept from one time to the next, because fresh memory costs more than the pass.
 */
import type { CodeBlocks } from './code-blocks.ts';
import type { CodeScope } from './code-scope.ts';

/** Picks of this many filters are kept, in case they are asked again. */
const KEPT = 32;

export class CodePicks {
  #wanted = new Uint8Array(1024);
  #found = new Int32Array(1024);
  readonly #kept = new Map<string, Int32Array>();
  #state = '';

  /** Forgets what was kept, unless the store and the slots are as they were. */
  follow(state: string): void {
    if (state !== this.#state) this.#kept.clear();
    this.#state = state;
  }

  kept(key: string): Int32Array | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, slots: Int32Array): void {
    this.#kept.set(key, slots);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Slots of the scope whose memories are named. */
  pick(blocks: CodeBlocks, scope: CodeScope, memories: readonly number[]): Int32Array {
    this.#mark(memories, 1);
    const count = this.#collect(blocks, scope);
    this.#mark(memories, 0);
    return this.#found.slice(0, count);
  }

  #mark(memories: readonly number[], mark: number): void {
    for (const memory of memories) {
      if (memory >= this.#wanted.length) this.#wanted = copied(this.#wanted, new Uint8Array(memory * 2));
      this.#wanted[memory] = mark;
    }
  }

  #collect({ used, memoryAt, ownerAt }: CodeBlocks, scope: CodeScope): number {
    const wanted = this.#wanted;
    let count = 0;
    for (let slot = 0; slot < used; slot++) {
      if (wanted[memoryAt[slot] as number] !== 1 || !scope.holds(ownerAt[slot] as number)) continue;
      if (count === this.#found.length) this.#found = copied(this.#found, new Int32Array(count * 2));
      this.#found[count++] = slot;
    }
    return count;
  }
}

function copied<Values extends Uint8Array | Int32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
