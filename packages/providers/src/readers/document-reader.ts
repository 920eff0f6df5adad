/** The port: documents wait in line for the one thread that reads them. */
import { ZapomniError } from '@zapomni/core/errors';
import type { DocumentLimits, DocumentReader, DocumentSource, Logger, ReadDocument } from '@zapomni/core/ports';
import type { OcrOptions } from './ocr/find-engine.ts';
import { ReaderThread, WORKER_URL } from './thread/reader-thread.ts';

export interface DocumentReaderOptions {
  readonly logger: Logger;
  /** Pages that are pictures of text are recognised; they stay pictures without it. */
  readonly ocr?: OcrOptions;
  /** After this long without work the thread ends and its memory is free; 30 s. */
  readonly idleMs?: number;
  /** What the thread runs; for tests that want it to fail. */
  readonly workerUrl?: URL;
}

const LIMITS: DocumentLimits = {
  maxBytes: 200_000_000,
  maxPages: 20_000,
  maxCharacters: 50_000_000,
  timeoutMs: 120_000,
  maxMemoryMb: 1024,
};

/** A page takes seconds to be recognised, and a book has hundreds. */
const OCR_TIMEOUT_MS = 1_800_000;

interface Waiting {
  readonly source: DocumentSource;
  readonly limits: DocumentLimits;
  resolve(document: ReadDocument): void;
  reject(error: Error): void;
}

/** See the `DocumentReader` contract. Starts no thread before the first document. */
export function createDocumentReader({ logger, ocr, idleMs, workerUrl }: DocumentReaderOptions): DocumentReader {
  const desk = new Desk(new ReaderThread({ logger, idleMs: idleMs ?? 30_000, url: workerUrl ?? WORKER_URL }), ocr);
  const usual = ocr ? { ...LIMITS, timeoutMs: OCR_TIMEOUT_MS } : LIMITS;
  return {
    read: (source, { limits, signal } = {}) => desk.read(source, { ...usual, ...limits }, signal),
    close: () => desk.close(),
  };
}

class Desk {
  readonly #thread: ReaderThread;
  readonly #ocr: OcrOptions | undefined;
  readonly #line: Waiting[] = [];
  #current: Waiting | undefined;
  #closing: Promise<void> | undefined;

  constructor(thread: ReaderThread, ocr: OcrOptions | undefined) {
    this.#thread = thread;
    this.#ocr = ocr;
  }

  read(source: DocumentSource, limits: DocumentLimits, signal: AbortSignal | undefined): Promise<ReadDocument> {
    if (signal?.aborted || this.#closing) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const stop = () => this.#drop(waiting);
      const waiting: Waiting = {
        source,
        limits,
        resolve: (document) => (signal?.removeEventListener('abort', stop), resolve(document)),
        reject: (error) => (signal?.removeEventListener('abort', stop), reject(error)),
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#line.push(waiting);
      if (!this.#current) void this.#work();
    });
  }

  close(): Promise<void> {
    for (const waiting of this.#line.splice(0)) waiting.reject(cancelled());
    this.#closing ??= this.#thread.end();
    return this.#closing;
  }

  async #work(): Promise<void> {
    for (let next = this.#line.shift(); next; next = this.#line.shift()) {
      this.#current = next;
      const { source, limits, resolve, reject } = next;
      await this.#thread.read({ source, limits, ocr: this.#ocr }).then(resolve, reject);
    }
    this.#current = undefined;
  }

  #drop(waiting: Waiting): void {
    if (this.#current === waiting) return this.#thread.abandon(cancelled());
    this.#line.splice(this.#line.indexOf(waiting), 1);
    waiting.reject(cancelled());
  }
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Reading the document was cancelled.');
}
