/**
 * The built-in extractor: rules and a small language model, offline. Texts go through a queue to one thread; this side holds
 * nothing but the calls under way.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Extraction, Extractor, Logger, TextToRead } from '@zapomni/core/ports';
import { ReadQueue, type Portion, type ReadCall } from './read-queue.ts';
import { READER_URL, ReaderThread } from './reader-thread.ts';

export interface BuiltinExtractorOptions {
  readonly logger: Logger;
  /** After this long without work the thread ends and its memory is free; 60 s. */
  readonly idleMs?: number;
  /** What the thread runs; for tests that want it to fail. */
  readonly workerUrl?: URL;
}

/** The number changes whenever the rules do, so that what was read by older ones can be told. */
const NAME = 'builtin-1';

/** See the `Extractor` contract. Starts no thread before the first text. */
export function createBuiltinExtractor({ logger, idleMs, workerUrl }: BuiltinExtractorOptions): Extractor {
  const desk = new ReadingDesk(new ReaderThread({ logger, idleMs: idleMs ?? 60_000, url: workerUrl ?? READER_URL }));
  return {
    name: NAME,
    extract: (texts, options) => desk.extract(texts, options?.signal),
    close: () => desk.close(),
  };
}

class ReadingDesk {
  readonly #thread: ReaderThread;
  readonly #queue = new ReadQueue();
  #current: ReadCall | undefined;
  #closing: Promise<void> | undefined;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  extract(texts: readonly TextToRead[], signal: AbortSignal | undefined): Promise<Extraction[]> {
    if (signal?.aborted || this.#closing) return Promise.reject(cancelled());
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const stop = () => this.#drop(call);
      const call: ReadCall = {
        texts,
        extractions: [],
        taken: 0,
        resolve: (extractions) => (signal?.removeEventListener('abort', stop), resolve(extractions)),
        reject: (error) => (signal?.removeEventListener('abort', stop), reject(error)),
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#queue.add(call);
      if (!this.#current) void this.#work();
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  async #stop(): Promise<void> {
    for (const call of this.#queue.drain()) call.reject(cancelled());
    this.#current?.reject(cancelled());
    await this.#thread.end();
  }

  async #work(): Promise<void> {
    for (let portion = this.#queue.next(); portion; portion = this.#queue.next()) {
      this.#current = portion.call;
      await this.#readPortion(portion);
    }
    this.#current = undefined;
  }

  async #readPortion({ call, texts }: Portion): Promise<void> {
    try {
      for (const extraction of await this.#thread.read(texts)) call.extractions.push(extraction);
      if (call.extractions.length === call.texts.length) call.resolve(call.extractions);
    } catch (error) {
      this.#queue.remove(call);
      call.reject(error as Error);
    }
  }

  #drop(call: ReadCall): void {
    this.#queue.remove(call);
    if (this.#current === call) this.#thread.hurry();
    call.reject(cancelled());
  }
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Reading was cancelled.');
}
