/** Hears what other processes change in the store, which tells when there is something, while it is wanted. */
import type { ChangeLog, StoreChanges } from '../../ports/index.ts';

/** Others who write without a pause are heard in portions. */
const PACE_MS = 50;
const RETRY_MS = 1000;

interface Run {
  /** Null until the store has answered. */
  position: string | null;
  /** The store could not be asked when it was to begin. */
  isLate: boolean;
  timer?: NodeJS.Timeout;
  readonly life: AbortController;
  readonly begun: Promise<void>;
}

export class StoreFollower {
  readonly #changes: ChangeLog;
  readonly #tell: (found: StoreChanges) => void;
  #run: Run | undefined;

  constructor(changes: ChangeLog, tell: (found: StoreChanges) => void) {
    this.#changes = changes;
    this.#tell = tell;
  }

  /** Resolves when nothing that happens from then on is missed. One that follows already goes on. */
  start(): Promise<void> {
    this.#run ??= this.#begin();
    return this.#run.begun;
  }

  stop(): void {
    clearTimeout(this.#run?.timer);
    this.#run?.life.abort();
    this.#run = undefined;
  }

  #begin(): Run {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const run: Run = { position: null, isLate: false, life: new AbortController(), begun };
    void this.#hear(run).then(resolve);
    return run;
  }

  async #hear(run: Run): Promise<void> {
    const { position, life } = run;
    const asked = position === null ? this.#changes.since(null) : this.#changes.next(position, life.signal);
    const found = await asked.catch(() => undefined);
    if (this.#run !== run) return;
    if (found) {
      run.position = found.position;
      this.#tell(position === null && run.isLate ? { ...found, complete: false } : found);
    }
    // A store that cannot be asked says so to whoever uses it; here it is asked again.
    run.isLate = run.position === null;
    run.timer = setTimeout(() => void this.#hear(run), found ? PACE_MS : RETRY_MS).unref();
  }
}
