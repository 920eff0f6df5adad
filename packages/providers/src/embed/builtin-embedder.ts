/**
 * The built-in embedder: texts go into the pool's queue, embeddings come back in order. It holds nothing but the calls
 * under way; workers and their memory are the pool's.
 */
import { availableParallelism } from 'node:os';
import { ZapomniError } from '@zapomni/core/errors';
import type { Embedder, Embedding, EmbeddingModel, EmbedOptions, Logger, RuntimeChoice } from '@zapomni/core/ports';
import { boundText } from './model/bound-text.ts';
import { BUILTIN_MODEL } from './builtin-model.ts';
import type { EmbedJob } from './workers/embed-queue.ts';
import { processStarter, type StartWorker } from './workers/embed-worker.ts';
import type { ReadingShelf } from '../extract/heads/reading-shelf.ts';
import { WorkerPool } from './workers/worker-pool.ts';

export interface BuiltinEmbedderOptions {
  /** From `findBuiltinModel`. */
  readonly modelDir: string;
  /** Most worker processes at once; 0: one per core, at most 4. */
  readonly workers: number;
  readonly logger: Logger;
  /** After this long without work, extra workers end; 60 s. */
  readonly idleMs?: number;
  /** After this long without work, the last worker ends and all memory is free; 10 min. */
  readonly lastIdleMs?: number;
  /** Where readings of what is embedded are left for the extractor; without it nothing is read. */
  readonly shelf?: ReadingShelf;
  /** What runs the model; the first that can be loaded. */
  readonly runtime?: RuntimeChoice;
  /** How a worker is started; a process, unless a test wants to hold it in its hands. */
  readonly startWorker?: StartWorker;
  /** Which model the workers hold; the built-in one. */
  readonly model?: EmbeddingModel;
}

const MAX_DEFAULT_WORKERS = 4;

/** See the `Embedder` contract. Starts no process and reads no file before the first `embed` or `warm`. */
export function createBuiltinEmbedder(options: BuiltinEmbedderOptions): Embedder {
  const pool = new WorkerPool({
    start: options.startWorker ?? processStarter(options.modelDir, options.shelf ? 'reads' : 'plain', options.runtime),
    size: options.workers || Math.min(availableParallelism(), MAX_DEFAULT_WORKERS),
    idleMs: options.idleMs ?? 60_000,
    lastIdleMs: options.lastIdleMs ?? 600_000,
    logger: options.logger,
  });
  return {
    model: options.model ?? BUILTIN_MODEL,
    get state() {
      return pool.state;
    },
    get runtime() {
      return pool.runtime;
    },
    embed: (texts, embedOptions) => embedAll(pool, texts, embedOptions, options.shelf),
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}

/** The first text that fails, or the signal, ends the call; what it still had waiting leaves the queue. */
async function embedAll(
  pool: WorkerPool,
  texts: readonly string[],
  options: EmbedOptions,
  shelf: ReadingShelf | undefined,
): Promise<Embedding[]> {
  const { role, signal } = options;
  if (signal?.aborted) throw cancelled();
  if (texts.length === 0) return [];
  let jobs: EmbedJob[] = [];
  let stop = (): void => {};
  try {
    return await new Promise<Embedding[]>((resolve, reject) => {
      jobs = jobsFor(texts, role, { resolve, reject, shelf });
      stop = () => reject(cancelled());
      signal?.addEventListener('abort', stop, { once: true });
      pool.submit(jobs);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    pool.withdraw(jobs);
  }
}

interface Call {
  resolve(embeddings: Embedding[]): void;
  reject(error: ZapomniError): void;
  readonly shelf: ReadingShelf | undefined;
}

function jobsFor(texts: readonly string[], role: EmbedOptions['role'], call: Call): EmbedJob[] {
  const embeddings: Embedding[] = [];
  let missing = texts.length;
  return texts.map((text, i) => ({
    text: boundText(text),
    role,
    deaths: 0,
    abandoned: false,
    resolve(answer) {
      if (!('vector' in answer)) return;
      const { reading, ...embedding } = answer;
      if (reading) call.shelf?.put(text, reading);
      embeddings[i] = embedding;
      missing--;
      if (missing === 0) call.resolve(embeddings);
    },
    reject: (error) => call.reject(error),
  }));
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The embedding was cancelled.');
}
