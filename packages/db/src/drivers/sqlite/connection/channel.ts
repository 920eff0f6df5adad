/**
 * The main thread's end of the line to the store's worker. The worker is started by the first call and lets the process
 * end whenever no call is under way. If it dies, the calls under way fail and the next call starts another.
 */
import { Worker } from 'node:worker_threads';
import type { Logger, PoolNumbers } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import {
  toError,
  type Answer,
  type CallRequest,
  type EngineOptions,
  type PortName,
  type Reply,
  type Request,
  type WorkerStart,
} from './protocol.ts';

/** Beside this file in the sources; beside the bundle when published. */
const WORKER_URL = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './db-worker.js', import.meta.url);

export interface ChannelOptions extends EngineOptions {
  readonly logger: Logger;
  readonly now: () => number;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class Channel {
  readonly #options: EngineOptions;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #workerUrl: URL;
  readonly #pending = new Map<number, PendingCall>();
  /** Made in this turn of the event loop, sent at its end. */
  #outbox: CallRequest[] = [];
  #worker: Worker | undefined;
  /** See `WorkerStart`. */
  readonly #sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #nextId = 1;
  #closing: Promise<void> | undefined;

  constructor({ logger, now, ...options }: ChannelOptions, workerUrl = WORKER_URL) {
    this.#options = options;
    this.#logger = logger;
    this.#now = now;
    this.#workerUrl = workerUrl;
  }

  /** Calls are answered in the order they are made. */
  call(port: PortName, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#closing) return Promise.reject(new ZapomniError('STORE_UNAVAILABLE', 'The store has been closed.'));
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#pending.set(id, { resolve, reject });
      if (this.#outbox.push({ id, port, method, args, now: this.#now() }) === 1) queueMicrotask(() => this.#sendAll());
    });
  }

  /** One thread does one call after the other. */
  get pool(): PoolNumbers {
    const { size } = this.#pending;
    return { size: 1, inUse: Math.min(1, size), idle: size === 0 ? 1 : 0, waiting: Math.max(0, size - 1) };
  }

  /** The worker answers in order, so that calls under way are answered before it closes. */
  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  #sendAll(): void {
    const calls = this.#outbox;
    if (calls.length === 0) return;
    this.#outbox = [];
    const worker = this.#started(calls);
    if (!worker) return;
    worker.ref();
    try {
      this.#post(worker, { calls });
    } catch {
      for (const call of calls) this.#sendAlone(worker, call);
    }
  }

  /** Nobody waits for this turn but the calls: what goes wrong here is theirs to hear. */
  #started(calls: readonly CallRequest[]): Worker | undefined {
    try {
      return (this.#worker ??= this.#start());
    } catch (cause) {
      const error = new ZapomniError('STORE_UNAVAILABLE', 'The store could not be started.', { cause });
      for (const { id } of calls) this.#settle(id)?.reject(error);
      return undefined;
    }
  }

  /** One of the values cannot be cloned: that call fails, the others are made. */
  #sendAlone(worker: Worker, call: CallRequest): void {
    try {
      this.#post(worker, { calls: [call] });
    } catch (error) {
      this.#settle(call.id)?.reject(error);
    }
  }

  /** A worker that has just answered waits for this number, which takes half as long to reach it as an event. */
  #post(worker: Worker, request: Request): void {
    worker.postMessage(request);
    Atomics.add(this.#sent, 0, 1);
    Atomics.notify(this.#sent, 0);
  }

  async #stop(): Promise<void> {
    this.#sendAll();
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    this.#post(worker, { close: true });
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(this.#workerUrl, {
      // Half of what the engine takes by itself: rows are short-lived, and the room would stay taken.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
      workerData: { options: this.#options, sent: this.#sent } satisfies WorkerStart,
      name: 'zapomni-store',
      // Node 22 calls its SQLite experimental, in plain text on a stderr where every line is JSON. Nothing is taken over
      // from the process: a thread refuses flags of the engine, such as the size of its heap.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    let failure: Error | undefined;
    worker.on('message', (reply: Reply) => this.#receive(reply));
    worker.on('error', (error: Error) => (failure = error));
    worker.on('exit', () => this.#bury(worker, failure));
    worker.unref();
    return worker;
  }

  #receive(reply: Reply): void {
    if ('log' in reply) return this.#logger.log(reply.log, reply.event, reply.fields);
    for (const answer of reply.answers) this.#deliver(answer);
  }

  #deliver(answer: Answer): void {
    const call = this.#settle(answer.id);
    if ('failure' in answer) call?.reject(toError(answer.failure));
    else call?.resolve(answer.value);
  }

  /** Takes the call off the list; without calls under way the worker lets the process end. */
  #settle(id: number): PendingCall | undefined {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0 && !this.#closing) this.#worker?.unref();
    return call;
  }

  #bury(worker: Worker, failure: Error | undefined): void {
    if (this.#worker === worker) this.#worker = undefined;
    if (failure) this.#logger.log('error', 'store_worker_died', { error: failure, calls: this.#pending.size });
    const error = new ZapomniError('STORE_UNAVAILABLE', 'The store stopped while it was at work.', { cause: failure });
    for (const call of this.#pending.values()) call.reject(error);
    this.#pending.clear();
  }
}
