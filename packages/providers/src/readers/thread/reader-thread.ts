/**
 * The main thread's end of the line to the thread that reads documents. The thread is started by the first file, kept warm for
 * the next and ended after a while without any. A file that takes too long, wants too much memory or is wanted no more ends the
 * thread it is read in, and the next file starts another.
 */
import { Worker } from 'node:worker_threads';
import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { DocumentLimits, Logger, ReadDocument } from '@zapomni/core/ports';
import {
  DOOMED,
  LOADING,
  type EndRequest,
  type Gate,
  type ReadFailure,
  type ReadReply,
  type ReadRequest,
} from './messages.ts';

/** Beside this file in the sources; beside the bundle when published. */
export const WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './document-worker.js',
  import.meta.url,
);

/** How often the memory outside the heap is looked at, which no limit of the thread covers. */
const WATCH_MS = 100;
const GATE_MS = 10;
/** With less than this a thread cannot even begin, and takes the process with it. */
const LEAST_HEAP_MB = 16;
const MIB = 1_048_576;

export interface ReaderThreadOptions {
  readonly logger: Logger;
  readonly idleMs: number;
  readonly url: URL;
}

interface Pending {
  readonly limits: DocumentLimits;
  readonly timers: readonly NodeJS.Timeout[];
  resolve(document: ReadDocument): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly gate: Int32Array;
  readonly maxMemoryMb: number;
}

export class ReaderThread {
  readonly #options: ReaderThreadOptions;
  #thread: Thread | undefined;
  #pending: Pending | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReaderThreadOptions) {
    this.#options = options;
  }

  /** One at a time. */
  read(request: ReadRequest): Promise<ReadDocument> {
    clearTimeout(this.#idle);
    const { limits } = request;
    // The limit of a thread is set for its life; one that has another is not waited for.
    if (this.#thread && this.#thread.maxMemoryMb !== limits.maxMemoryMb) void this.end();
    return new Promise((resolve, reject) => {
      const thread = (this.#thread ??= this.#start(limits.maxMemoryMb));
      const timers = [
        setTimeout(() => this.abandon(tookTooLong(limits)), limits.timeoutMs),
        setInterval(() => void this.#watchMemory(thread), WATCH_MS).unref(),
      ];
      this.#pending = { limits, timers, resolve, reject };
      thread.worker.ref();
      thread.worker.postMessage(request);
    });
  }

  /** What is under way fails with this, and the thread with it. */
  abandon(error: ZapomniError): void {
    const [thread, pending] = [this.#thread, this.#take()];
    this.#thread = undefined;
    pending?.reject(error);
    if (thread) void terminate(thread);
  }

  /** Waits until the thread has ended. What is under way is given up. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const [thread, pending] = [this.#thread, this.#take()];
    this.#thread = undefined;
    pending?.reject(new ZapomniError('CANCELLED', 'The reader of documents has been closed.'));
    if (!thread) return;
    if (pending) return terminate(thread);
    thread.worker.ref();
    const ended = new Promise<void>((resolve) => thread.worker.once('exit', () => resolve()));
    thread.worker.postMessage('end' satisfies EndRequest);
    await ended;
  }

  async #rest(): Promise<void> {
    await this.end();
    this.#options.logger.log('debug', 'document_reader_idle', {});
  }

  #take(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.timers.forEach((timer) => clearTimeout(timer));
    return pending;
  }

  #start(maxMemoryMb: number): Thread {
    const buffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const gate = new Int32Array(buffer);
    // Until it has loaded itself.
    Atomics.store(gate, LOADING, 1);
    const worker = new Worker(this.#options.url, {
      name: 'zapomni-documents',
      workerData: { buffer } satisfies Gate,
      resourceLimits: { maxOldGenerationSizeMb: Math.max(maxMemoryMb, LEAST_HEAP_MB), maxYoungGenerationSizeMb: 32 },
    });
    const thread = { worker, gate, maxMemoryMb };
    let failure: unknown;
    worker.on('message', (reply: ReadReply) => {
      if (this.#thread === thread) this.#receive(thread, reply);
    });
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => this.#bury(thread, failure));
    return thread;
  }

  #receive({ worker }: Thread, reply: ReadReply): void {
    const pending = this.#take();
    worker.unref();
    this.#idle = setTimeout(() => void this.#rest(), this.#options.idleMs).unref();
    if ('document' in reply) pending?.resolve(reply.document);
    else pending?.reject(this.#toError(reply.failure));
  }

  #toError({ code, message, hint, cause }: ReadFailure): ZapomniError {
    if (cause) this.#options.logger.log('debug', 'document_unreadable', { error: cause });
    return new ZapomniError(code as ErrorCode, message, { hint });
  }

  #bury(thread: Thread, failure: unknown): void {
    // One that was ended on purpose has been taken out before.
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const pending = this.#take();
    if (!pending) return;
    if ((failure as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return pending.reject(tookTooMuch(pending.limits));
    }
    this.#options.logger.log('error', 'document_reader_failed', { error: failure });
    pending.reject(
      new ZapomniError('INVALID_INPUT', 'The file is damaged: reading it made the reader crash.', { cause: failure }),
    );
  }

  async #watchMemory(thread: Thread): Promise<void> {
    const statistics = await thread.worker.getHeapStatistics().catch(() => null);
    if (!statistics || this.#thread !== thread || !this.#pending) return;
    const used = (statistics.used_heap_size + statistics.external_memory) / MIB;
    if (used > thread.maxMemoryMb) this.abandon(tookTooMuch(this.#pending.limits));
  }
}

/** As soon as it loads nothing. */
async function terminate({ worker, gate }: Thread): Promise<void> {
  Atomics.store(gate, DOOMED, 1);
  while (Atomics.load(gate, LOADING) === 1) await new Promise((resolve) => setTimeout(resolve, GATE_MS));
  await worker.terminate();
}

function tookTooLong({ timeoutMs }: DocumentLimits): ZapomniError {
  return new ZapomniError('TIMEOUT', `The document could not be read within ${timeoutMs / 1000} s.`);
}

function tookTooMuch({ maxMemoryMb }: DocumentLimits): ZapomniError {
  return new ZapomniError('TOO_LARGE', `Reading the document takes more than ${maxMemoryMb} MB of memory.`);
}
