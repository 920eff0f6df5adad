/**
 * The main thread's end of the line to the thread that reads documents. The thread is started by the first file, kept warm for
 * the next and ended after a while without any. A file that takes too long, wants too much memory or is wanted no more ends the
 * thread it is read in, and the next file starts another.
 */
import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { DocumentLimits, Logger, ReadDocument } from '@zapomni/core/ports';
import { endGently, startGated, terminate, type GatedWorker } from '../../system/gated-worker.ts';
import type { EndRequest, ReadFailure, ReadReply, ReadRequest } from './messages.ts';

/** Beside this file in the sources; beside the bundle when published. */
export const WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './document-worker.js',
  import.meta.url,
);

/** How often the memory outside the heap is looked at, which no limit of the thread covers. */
const WATCH_MS = 100;
/** With less than this a thread cannot even begin, and takes the process with it. */
const LEAST_HEAP_MB = 16;
const MIB = 1_048_576;

export interface ReaderThreadOptions {
  readonly logger: Logger;
  readonly idleMs: number;
  readonly url: URL;
}

interface Pending {
  readonly request: ReadRequest;
  readonly timers: readonly NodeJS.Timeout[];
  resolve(document: ReadDocument): void;
  reject(error: Error): void;
}

interface Thread extends GatedWorker {
  readonly maxMemoryMb: number;
  /** It has read documents before, and may suffer from one of them. */
  hasRead: boolean;
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
      const timers = [
        setTimeout(() => this.abandon(tookTooLong(limits)), limits.timeoutMs),
        setInterval(() => void this.#watchMemory(), WATCH_MS).unref(),
      ];
      this.#pending = { request, timers, resolve, reject };
      this.#send(request);
    });
  }

  #send(request: ReadRequest): void {
    const { worker } = (this.#thread ??= this.#start(request.limits.maxMemoryMb));
    worker.ref();
    worker.postMessage(request);
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
    return pending ? terminate(thread) : endGently(thread, 'end' satisfies EndRequest);
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
    const { worker, gate } = startGated(this.#options.url, {
      name: 'zapomni-documents',
      resourceLimits: { maxOldGenerationSizeMb: Math.max(maxMemoryMb, LEAST_HEAP_MB), maxYoungGenerationSizeMb: 32 },
    });
    const thread: Thread = { worker, gate, maxMemoryMb, hasRead: false };
    let failure: unknown;
    worker.on('message', (reply: ReadReply) => {
      if (this.#thread === thread) this.#receive(thread, reply);
    });
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => this.#bury(thread, failure));
    return thread;
  }

  #receive(thread: Thread, reply: ReadReply): void {
    const pending = this.#take();
    thread.hasRead = true;
    thread.worker.unref();
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
    const pending = this.#pending;
    if (!pending) return;
    this.#options.logger.log('error', 'document_reader_failed', { error: failure });
    if (this.#wasSpoiled(thread)) return;
    this.#take()?.reject(toRefusal(failure, pending.request.limits));
  }

  /**
   * What a document leaves behind (an error that comes late, memory that is not given back) is not the fault of the next one:
   * that is read again, in a thread where none was before it, and blamed only if it goes wrong there too.
   */
  #wasSpoiled(thread: Thread): boolean {
    if (!thread.hasRead || !this.#pending) return false;
    this.#thread = undefined;
    this.#send(this.#pending.request);
    return true;
  }

  async #watchMemory(): Promise<void> {
    const thread = this.#thread;
    const statistics = await thread?.worker.getHeapStatistics().catch(() => null);
    if (!thread || !statistics || this.#thread !== thread || !this.#pending) return;
    const used = (statistics.used_heap_size + statistics.external_memory) / MIB;
    if (used <= thread.maxMemoryMb) return;
    if (this.#wasSpoiled(thread)) void terminate(thread);
    else this.abandon(tookTooMuch(this.#pending.request.limits));
  }
}

function toRefusal(failure: unknown, limits: DocumentLimits): ZapomniError {
  if ((failure as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return tookTooMuch(limits);
  return new ZapomniError('INVALID_INPUT', 'The file is damaged: reading it made the reader crash.', {
    cause: failure,
  });
}

function tookTooLong({ timeoutMs }: DocumentLimits): ZapomniError {
  return new ZapomniError('TIMEOUT', `The document could not be read within ${timeoutMs / 1000} s.`);
}

function tookTooMuch({ maxMemoryMb }: DocumentLimits): ZapomniError {
  return new ZapomniError('TOO_LARGE', `Reading the document takes more than ${maxMemoryMb} MB of memory.`);
}
