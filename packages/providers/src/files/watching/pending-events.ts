/**
 * What the system told and nobody was told yet, each path once. A burst is waited out, but not for ever; of too many
 * different paths only that there were too many is kept. The system's own queue cannot overflow unnoticed: long before
 * that there are too many here.
 */
import type { SystemEvent } from './laid-watches.ts';

const MAX_PATHS = 1000;

export interface Timing {
  /** So long after the last event. */
  readonly settleMs: number;
  /** At the latest so long after the first. */
  readonly longestMs: number;
}

export interface Burst {
  /** By folder, its names from the top: what happened to which names in it. */
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, SystemEvent['type']>>;
  readonly overflow: boolean;
}

export class PendingEvents {
  readonly #timing: Timing;
  readonly #onSettled: () => void;
  #folders = new Map<string, Map<string, SystemEvent['type']>>();
  #count = 0;
  #overflow = false;
  #settled: NodeJS.Timeout | undefined;
  #latest: NodeJS.Timeout | undefined;

  constructor(timing: Timing, onSettled: () => void) {
    this.#timing = timing;
    this.#onSettled = onSettled;
  }

  add({ type, names }: SystemEvent): void {
    const name = names?.at(-1);
    if (names === undefined) this.#overflow = true;
    else if (name !== undefined && !this.#overflow) this.#note(names.slice(0, -1).join('/'), name, type);
    this.#wait();
  }

  /** All is lost, but that something happened. */
  overflow(): void {
    this.#overflow = true;
    this.#wait();
  }

  take(): Burst {
    this.cancel();
    const burst = { folders: this.#folders, overflow: this.#overflow };
    [this.#folders, this.#count, this.#overflow] = [new Map(), 0, false];
    return burst;
  }

  cancel(): void {
    clearTimeout(this.#settled);
    clearTimeout(this.#latest);
    this.#settled = this.#latest = undefined;
  }

  #note(folder: string, name: string, type: SystemEvent['type']): void {
    const names = this.#folders.get(folder) ?? new Map<string, SystemEvent['type']>();
    this.#folders.set(folder, names);
    if (!names.has(name)) this.#count += 1;
    if (type === 'rename' || !names.has(name)) names.set(name, type);
    if (this.#count <= MAX_PATHS) return;
    this.#overflow = true;
    this.#folders.clear();
  }

  #wait(): void {
    const { settleMs, longestMs } = this.#timing;
    clearTimeout(this.#settled);
    this.#settled = setTimeout(this.#onSettled, settleMs).unref();
    this.#latest ??= setTimeout(this.#onSettled, longestMs).unref();
  }
}
