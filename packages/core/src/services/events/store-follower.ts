/** Sees what other processes change in the store, by asking it once a second, or as often as somebody wants, while it is wanted. */
import type { ChangeLog, StoreChanges } from '../../ports/index.ts';

const PAUSE_MS = 1000;

interface Run {
  /** Null until the store has answered. */
  position: string | null;
  /** The store could not be asked when it was to begin. */
  isLate: boolean;
  timer?: NodeJS.Timeout;
  readonly begun: Promise<void>;
}

export class StoreFollower {
  readonly #changes: ChangeLog;
  readonly #tell: (found: StoreChanges) => void;
  readonly #wanted: () => readonly number[];
  #run: Run | undefined;

  constructor(changes: ChangeLog, tell: (found: StoreChanges) => void, wanted: () => readonly number[] = () => []) {
    this.#changes = changes;
    this.#tell = tell;
    this.#wanted = wanted;
  }

  /** Resolves when nothing that happens from then on is missed. One that follows already goes on. */
  start(): Promise<void> {
    this.#run ??= this.#begin();
    return this.#run.begun;
  }

  stop(): void {
    clearTimeout(this.#run?.timer);
    this.#run = undefined;
  }

  #begin(): Run {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const run: Run = { position: null, isLate: false, begun };
    void this.#look(run).then(resolve);
    return run;
  }

  async #look(run: Run): Promise<void> {
    const found = await this.#changes.since(run.position).catch(() => undefined);
    if (this.#run !== run) return;
    if (found) {
      const isMissed = run.position === null && run.isLate;
      run.position = found.position;
      this.#tell(isMissed ? { ...found, complete: false } : found);
    }
    // A store that cannot be asked says so to whoever uses it; here it is asked again.
    run.isLate = run.position === null;
    run.timer = setTimeout(() => void this.#look(run), Math.min(PAUSE_MS, ...this.#wanted())).unref();
  }
}
