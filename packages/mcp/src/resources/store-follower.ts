/**
 * Tells subscribers of what other processes change in the store. It asks the store once a second, and only while somebody
 * is subscribed; what this process changes itself is told by `notifyChanges`.
 */
import type { StoreCalls } from '@zapomni/core';
import type { StoreChanges } from '@zapomni/core/ports';
import { changedAddresses } from './changed-addresses.ts';

const PAUSE_MS = 1000;

export interface StoreFollowerParts {
  readonly store: Pick<StoreCalls, 'changesByOthers'>;
  notify(uri: string): void;
}

/** From the first subscriber to the last. */
interface Run {
  position: string | null;
  timer?: NodeJS.Timeout;
  readonly begun: Promise<void>;
}

export class StoreFollower {
  readonly #parts: StoreFollowerParts;
  /** How many want to hear of an address. */
  readonly #wanted = new Map<string, number>();
  #run: Run | undefined;

  constructor(parts: StoreFollowerParts) {
    this.#parts = parts;
  }

  /** Until the signal fires. Resolves when nothing that happens from then on is missed. */
  async follow(uri: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#wanted.set(uri, (this.#wanted.get(uri) ?? 0) + 1);
    signal.addEventListener('abort', () => this.#leave(uri), { once: true });
    this.#run ??= this.#start();
    await this.#run.begun;
  }

  #leave(uri: string): void {
    const left = (this.#wanted.get(uri) ?? 0) - 1;
    if (left > 0) this.#wanted.set(uri, left);
    else this.#wanted.delete(uri);
    if (this.#wanted.size > 0) return;
    clearTimeout(this.#run?.timer);
    this.#run = undefined;
  }

  #start(): Run {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const run: Run = { position: null, begun };
    void this.#look(run).then(resolve);
    return run;
  }

  async #look(run: Run): Promise<void> {
    const found = await this.#parts.store.changesByOthers(run.position).catch(() => undefined);
    if (this.#run !== run) return;
    if (found !== undefined) this.#tell(found);
    // A store that cannot be asked says so to whoever uses it; here it is asked again.
    if (found !== undefined) run.position = found.position;
    run.timer = setTimeout(() => void this.#look(run), PAUSE_MS).unref();
  }

  #tell({ changes, complete }: StoreChanges): void {
    const changed = complete
      ? changes.flatMap(({ workspace, memoryId }) => changedAddresses(workspace, memoryId === null ? [] : [memoryId]))
      : this.#wanted.keys();
    for (const uri of new Set(changed)) if (this.#wanted.has(uri)) this.#parts.notify(uri);
  }
}
