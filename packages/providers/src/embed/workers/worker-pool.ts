/**
 * An elastic pool of workers around one queue. The first worker starts with the first work, another only when all are busy
 * and enough waits to outweigh its start; extra ones end after a short idle time, the last one after a long one, and the
 * pool is cold again. A text whose worker dies is tried once more.
 */
import { inspect } from 'node:util';
import { ZapomniError } from '@zapomni/core/errors';
import type { Embedder, Logger, ModelRuntime } from '@zapomni/core/ports';
import type { StartWorker } from './embed-worker.ts';
import { EmbedQueue, type EmbedJob } from './embed-queue.ts';
import { unavailable } from '../unavailable.ts';
import type { ReadyReply, WorkerProblem } from './worker-messages.ts';
import { WorkerSlot, type SlotEvents } from './worker-slot.ts';

interface PoolOptions {
  readonly start: StartWorker;
  /** Most workers at once. */
  readonly size: number;
  readonly idleMs: number;
  readonly lastIdleMs: number;
  readonly logger: Logger;
}

/** In characters: about what one worker embeds in the time another needs to load. */
const WORTH_A_WORKER = 6000;
const MAX_DEATHS = 2;

interface Waiter {
  resolve(): void;
  reject(error: ZapomniError): void;
}

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #queue = new EmbedQueue();
  /** In order of their start; the earlier get work first, so that the later ones fall idle. */
  readonly #slots = new Set<WorkerSlot>();
  readonly #ending = new Set<Promise<void>>();
  #waiters: Waiter[] = [];
  #failed = false;
  /** An extra worker could not load: make do with those there are. */
  #atLimit = false;
  #closed = false;
  #runtime: ModelRuntime | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get state(): Embedder['state'] {
    const states = new Set([...this.#slots].map((slot) => slot.state));
    if (states.has('idle') || states.has('busy')) return 'ready';
    if (states.has('loading')) return 'loading';
    return this.#failed ? 'failed' : 'cold';
  }

  /** Of the last worker that was ready. */
  get runtime(): ModelRuntime | undefined {
    return this.#runtime;
  }

  get workers(): number {
    return this.#slots.size;
  }

  /** Queues the jobs; each is resolved or rejected in its own time, unless withdrawn before. */
  submit(jobs: readonly EmbedJob[]): void {
    for (const job of jobs) {
      if (this.#closed) job.reject(closedError());
      else this.#queue.push(job);
    }
    this.#dispatch();
  }

  /** Takes back those that no worker has begun; the rest end unheard. */
  withdraw(jobs: Iterable<EmbedJob>): void {
    for (const job of jobs) {
      job.abandoned = true;
      this.#queue.remove(job);
    }
  }

  /** Resolves once a worker is ready. */
  warm(): Promise<void> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.state === 'ready') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      if (this.#slots.size === 0) this.#grow();
    });
  }

  /** Rejects all that waits or runs with CANCELLED and resolves when every worker has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failed = false;
    const running = [...this.#slots].flatMap((slot) => slot.jobs);
    for (const slot of this.#slots) this.#drop(slot);
    for (const job of [...this.#queue.clear(), ...running]) job.reject(closedError());
    this.#settleWaiters(closedError());
    await Promise.all(this.#ending);
  }

  #dispatch(): void {
    const active = [...this.#slots].filter((slot) => slot.state !== 'loading');
    for (const slot of active) {
      if (this.#queue.size > 0 && slot.state === 'idle') slot.run(this.#queue.take(active.length));
    }
    if (this.#isWorthGrowing()) this.#grow();
  }

  #isWorthGrowing(): boolean {
    if (this.#queue.size === 0) return false;
    if (this.#slots.size === 0) return true;
    if (this.#atLimit || this.#slots.size >= this.#options.size) return false;
    return this.#queue.cost > WORTH_A_WORKER && [...this.#slots].every((slot) => slot.state === 'busy');
  }

  #grow(): void {
    this.#failed = false;
    const events: SlotEvents = {
      onReady: (slot, ready) => this.#onReady(slot, ready),
      onLoadFailed: (slot, problem) => this.#onLoadFailed(slot, problem),
      onDone: (slot) => this.#rest(slot),
      onDeath: (slot, cause) => this.#onDeath(slot, cause),
    };
    try {
      this.#slots.add(new WorkerSlot(this.#options.start, events));
    } catch (cause) {
      this.#giveUpLoading(startProblem(cause));
    }
  }

  #onReady(slot: WorkerSlot, { loadMs, runtime }: ReadyReply): void {
    this.#runtime = runtime;
    const fields = { load_ms: loadMs, workers: this.#slots.size, runtime: runtime.name, why: runtime.why };
    this.#options.logger.log('info', 'model_worker_ready', fields);
    this.#rest(slot);
    this.#settleWaiters(null);
  }

  #rest(slot: WorkerSlot): void {
    const { idleMs, lastIdleMs } = this.#options;
    slot.rest(idleMs, () => {
      if (this.#slots.size > 1) this.#retire(slot);
      else slot.rest(Math.max(0, lastIdleMs - idleMs), () => this.#retire(slot));
    });
    this.#dispatch();
  }

  #retire(slot: WorkerSlot): void {
    this.#drop(slot);
    this.#options.logger.log('debug', 'model_worker_retired', { workers: this.#slots.size });
  }

  #onLoadFailed(slot: WorkerSlot, problem: WorkerProblem): void {
    this.#drop(slot);
    this.#giveUpLoading(problem);
  }

  #giveUpLoading(problem: WorkerProblem): void {
    const error = unavailable(problem);
    const remaining = this.#slots.size;
    this.#options.logger.log(remaining > 0 ? 'warning' : 'error', 'model_load_failed', { error, workers: remaining });
    if (remaining > 0) {
      this.#atLimit = true;
      return;
    }
    this.#failed = true;
    for (const job of this.#queue.clear()) job.reject(error);
    this.#settleWaiters(error);
  }

  #onDeath(slot: WorkerSlot, cause: unknown): void {
    if (slot.state === 'loading') {
      this.#onLoadFailed(slot, startProblem(cause));
      return;
    }
    this.#drop(slot);
    this.#options.logger.log('warning', 'model_worker_died', { error: cause, texts: slot.jobs.length });
    for (const job of slot.jobs.toReversed()) this.#tryAgain(job, cause);
    this.#dispatch();
  }

  #tryAgain(job: EmbedJob, cause: unknown): void {
    if (job.abandoned) return;
    job.deaths++;
    if (job.deaths < MAX_DEATHS) this.#queue.pushFront(job);
    else job.reject(new ZapomniError('MODEL_UNAVAILABLE', 'The built-in model broke down twice on a text.', { cause }));
  }

  #drop(slot: WorkerSlot): void {
    this.#slots.delete(slot);
    if (this.#slots.size === 0) this.#atLimit = false;
    const ended = slot.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #settleWaiters(error: ZapomniError | null): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) {
      if (error) waiter.reject(error);
      else waiter.resolve();
    }
  }
}

function closedError(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The model is shut down.');
}

function startProblem(cause: unknown): WorkerProblem {
  return { message: 'The built-in model could not be loaded.', hint: undefined, detail: inspect(cause) };
}
