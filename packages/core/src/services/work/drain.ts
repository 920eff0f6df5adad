/**
 * Work that looks itself for what there is to do, such as passages without a vector: one item of it for the whole store.
 * Whoever puts something there says so; the item is only queued when none is being done here, and not more often than now
 * and then, so that storing does not cost a second transaction.
 */
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { followWork } from './follow-work.ts';
import { isLive, STALL_MS, WorkLater, type WorkControl } from './work-kind.ts';
import type { WorkRunner } from './work-runner.ts';

export interface DrainOptions {
  readonly kind: string;
  /** Does what there is to do now. Fails with what makes going on senseless, which is tried again after a while. */
  drain(control: DrainControl): Promise<DrainEnd>;
}

export type DrainControl = Pick<WorkControl, 'signal' | 'progress'>;

export interface DrainEnd {
  readonly done: number;
  /** When to look again for what is left; null when nothing is. */
  readonly later: number | null;
}

/** How soon, at most, it is asked for again. */
const ASK_MS = 500;
/** What others wait for must not be given up because a model was away for a night. */
const MOST_ATTEMPTS = 1_000_000_000;
const BACKOFF = { firstMs: 30_000, mostMs: 120_000 };
/** It is done again and again, and must not push out of sight what somebody asked for once. */
const KEEP_MS = 3_600_000;

export class Drain {
  readonly #runner: WorkRunner;
  readonly #clock: Deps['clock'];
  readonly #options: DrainOptions;
  readonly #failed: (error: unknown) => void;
  #running: { readonly id: string; readonly ended: Promise<void> } | undefined;
  #more = false;
  #askedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** The time for which it was last put off from here. */
  #putOffUntil = -Infinity;

  constructor({ clock, logger }: Pick<Deps, 'clock' | 'logger'>, runner: WorkRunner, options: DrainOptions) {
    this.#clock = clock;
    this.#runner = runner;
    this.#options = options;
    this.#failed = (error) => logger.log('warning', 'work_not_queued', { task: options.kind, error });
    runner.register({
      kind: options.kind,
      maxAttempts: MOST_ATTEMPTS,
      backoff: BACKOFF,
      keepMs: KEEP_MS,
      stallMs: STALL_MS,
      persistent: true,
      run: ({ id }, control) => this.#run(id, control),
    });
  }

  /** There is more to do. Returns at once. */
  more(): void {
    if (this.#running) this.#more = true;
    else if (!this.#runner.isClosed) this.#askSoon();
  }

  /** There will be something to do at the time. Never rejects. */
  async later(dueAt: number): Promise<void> {
    const now = this.#clock.now();
    if (this.#running || this.#runner.isClosed || (this.#putOffUntil > now && this.#putOffUntil <= dueAt)) return;
    this.#putOffUntil = dueAt;
    await this.#ask(dueAt).catch(this.#failed);
  }

  /** Begins what there is to do now; resolves when that is queued, or known to who does it. */
  async begin(): Promise<void> {
    if (this.#running) this.#more = true;
    else await this.#ask();
  }

  /** The item that does what there is to do now. */
  ask(): Promise<WorkItem> {
    return this.#ask();
  }

  /** Resolves when what there was to do has been done, here or elsewhere, or was put off. */
  async done(onProgress?: (item: WorkItem) => void): Promise<void> {
    this.#more = true;
    const id = this.#running?.id ?? (await this.#ask()).id;
    const isOver = (item: WorkItem) => !isLive(item) || (item.state === 'queued' && item.dueAt > this.#clock.now());
    await followWork(this.#runner, id, { isOver, ...(onProgress ? { onProgress } : {}) });
  }

  /** Resolves when this process does not do it any more. */
  async idle(): Promise<void> {
    await this.#running?.ended;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #askSoon(): void {
    if (this.#timer) return;
    const pause = Math.max(0, this.#askedAt + ASK_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.begin().catch(this.#failed);
    }, pause).unref();
  }

  #ask(dueAt?: number): Promise<WorkItem> {
    const { kind } = this.#options;
    this.#askedAt = performance.now();
    return this.#runner.ask({ kind, key: kind, ...(dueAt === undefined ? {} : { dueAt }) });
  }

  async #run(id: string, control: WorkControl): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = { id, ended: promise };
    this.#putOffUntil = -Infinity;
    try {
      return await this.#drainAll(control);
    } finally {
      // Nothing waits between the last look and this, so that what comes after it is asked for anew.
      this.#running = undefined;
      resolve();
    }
  }

  async #drainAll(control: WorkControl): Promise<number> {
    let done = 0;
    let end: DrainEnd;
    do {
      this.#more = false;
      const before = done;
      const progress: WorkControl['progress'] = (more, total, message) =>
        control.progress(before + more, before + total, message);
      end = await this.#options.drain({ signal: control.signal, progress });
      control.signal.throwIfAborted();
      done += end.done;
    } while (this.#more);
    if (end.later !== null) throw new WorkLater(end.later);
    return done;
  }
}
