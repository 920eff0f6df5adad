/**
 * The main thread's end of the line to the thread that reads. The thread is started by the first portion, ends after a while
 * without work, and lets the process end whenever nothing is under way. If it dies, the portion under way fails and the next
 * one starts another.
 */
import { Worker } from 'node:worker_threads';
import { ZapomniError } from '@zapomni/core/errors';
import type { Extraction, Logger, TextToRead } from '@zapomni/core/ports';
import type { EndRequest, ReadReply, ReadRequest } from './messages.ts';

/** Beside this file in the sources; beside the bundle when published. */
export const READER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './extract-worker.js',
  import.meta.url,
);

export interface ReaderThreadOptions {
  readonly logger: Logger;
  /** After this long without work the thread ends and its memory is free. */
  readonly idleMs: number;
  readonly url: URL;
}

interface Pending {
  readonly unwanted: Int32Array;
  resolve(extractions: readonly Extraction[]): void;
  reject(error: Error): void;
}

export class ReaderThread {
  readonly #options: ReaderThreadOptions;
  #worker: Worker | undefined;
  #pending: Pending | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReaderThreadOptions) {
    this.#options = options;
  }

  /** One portion at a time. */
  read(texts: readonly TextToRead[]): Promise<readonly Extraction[]> {
    clearTimeout(this.#idle);
    const unwanted = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.#start());
      worker.postMessage({ texts, unwanted } satisfies ReadRequest);
      worker.ref();
      this.#pending = { unwanted: new Int32Array(unwanted), resolve, reject };
    });
  }

  /** What is under way is answered soon, with whatever was read by then. */
  hurry(): void {
    if (this.#pending) Atomics.store(this.#pending.unwanted, 0, 1);
  }

  /**
   * What is under way is not waited for, but the thread is: it is asked to end, because ending one by force while it is still
   * loading can take the whole process with it.
   */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.hurry();
    const [worker, pending] = [this.#worker, this.#pending];
    this.#worker = undefined;
    this.#pending = undefined;
    pending?.reject(new ZapomniError('CANCELLED', 'The reader of texts has been closed.'));
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('end' satisfies EndRequest);
    await ended;
  }

  async #rest(): Promise<void> {
    await this.end();
    this.#options.logger.log('debug', 'extractor_idle', {});
  }

  #start(): Worker {
    const worker = new Worker(this.#options.url, { name: 'zapomni-extract' });
    let failure: unknown;
    worker.on('message', (reply: ReadReply) => {
      if (this.#worker === worker) this.#receive(reply);
    });
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => this.#bury(worker, failure));
    return worker;
  }

  #receive(reply: ReadReply): void {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.#rest(), this.#options.idleMs).unref();
    if ('extractions' in reply) pending?.resolve(reply.extractions);
    else pending?.reject(this.#unavailable(new Error(reply.failure)));
  }

  #bury(worker: Worker, failure: unknown): void {
    // One that was ended on purpose has been taken out before.
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(this.#unavailable(failure));
  }

  #unavailable(cause: unknown): ZapomniError {
    this.#options.logger.log('error', 'extractor_failed', { error: cause });
    return new ZapomniError('MODEL_UNAVAILABLE', 'The built-in reader of texts failed.', {
      hint: 'The log says why. What was stored is safe; reading is tried again later.',
      cause,
    });
  }
}
