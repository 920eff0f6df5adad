/**
 * Work that can wait: done in the store's thread in short portions, between the calls it answers. After each portion the
 * thread rests as long as the portion took, so that a chore never takes more than half of it.
 */
import { isBusy } from '../errors.ts';
import type { Log } from './protocol.ts';

/** How long a chore stays away when another process holds the store. */
const BUSY_PAUSE_MS = 200;

/** Does a portion of its work; true when there is more. */
export type Chore = () => boolean;

export class Chores {
  readonly #log: Log;
  readonly #waiting = new Set<Chore>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #stopped = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Has the chore done soon; one that waits already is not done twice. */
  request(chore: Chore): void {
    this.#waiting.add(chore);
    this.#schedule(0);
  }

  /** Whether any waits. */
  get some(): boolean {
    return this.#waiting.size > 0;
  }

  /** For who answers call after call and lets the loop have no turn meanwhile: what is due is done. */
  doDue(): void {
    if (this.#stopped || this.#timer === undefined || performance.now() < this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#schedule(this.#doPortion());
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#stopped || this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#dueAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#schedule(this.#doPortion());
    }, ms);
    this.#timer.unref();
  }

  /** How long to rest. */
  #doPortion(): number {
    const [chore] = this.#waiting;
    if (chore === undefined) return 0;
    const begun = performance.now();
    this.#waiting.delete(chore);
    try {
      if (chore()) this.#waiting.add(chore);
    } catch (error) {
      if (!isBusy(error)) this.#log('warning', 'chore_failed', { error });
      else {
        this.#waiting.add(chore);
        return BUSY_PAUSE_MS;
      }
    }
    return performance.now() - begun;
  }
}
