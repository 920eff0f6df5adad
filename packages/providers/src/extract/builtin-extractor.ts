/**
 * The built-in extractor: small learned heads over the built-in model, and patterns, offline. What was just embedded has been read in the same
 * run and lies on the shelf; other texts are read by a worker of its own. This side holds nothing but the calls under way.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Extraction, Extractor, Logger, RuntimeChoice, TextToRead } from '@zapomni/core/ports';
import type { EmbedJob } from '../embed/workers/embed-queue.ts';
import { processStarter, type StartWorker } from '../embed/workers/embed-worker.ts';
import { WorkerPool } from '../embed/workers/worker-pool.ts';
import { toBlocks, type Block } from './blocks.ts';
import type { HeadReading } from './heads/read-words.ts';
import type { ReadingShelf } from './heads/reading-shelf.ts';
import { toExtraction } from './to-extraction.ts';

export interface BuiltinExtractorOptions {
  /** From `findBuiltinModel`. */
  readonly modelDir: string;
  readonly logger: Logger;
  /** Where the embedder leaves what it has read. */
  readonly shelf?: ReadingShelf;
  /** After this long without work the worker ends and its memory is free; 60 s. */
  readonly idleMs?: number;
  /** What runs the model; the first that can be loaded. */
  readonly runtime?: RuntimeChoice;
  /** How a worker is started; a process, unless a test wants to hold it in its hands. */
  readonly startWorker?: StartWorker;
}

/** The number changes whenever the heads or the patterns do, so that what was read by older ones can be told. */
const NAME = 'builtin-6';

/** See the `Extractor` contract. Starts no process before the first text that is not on the shelf. */
export function createBuiltinExtractor(options: BuiltinExtractorOptions): Extractor {
  const { modelDir, logger, shelf, idleMs = 60_000 } = options;
  const start = options.startWorker ?? processStarter(modelDir, 'reads', options.runtime);
  const pool = new WorkerPool({ start, size: 1, idleMs, lastIdleMs: idleMs, logger });
  let closing: Promise<void> | undefined;
  return {
    name: NAME,
    async extract(texts, { signal } = {}) {
      if (signal?.aborted || closing) throw cancelled();
      const extractions: Extraction[] = [];
      for (const text of texts) extractions.push(await readText(pool, shelf, text, signal));
      return extractions;
    },
    close: () => (closing ??= pool.close()),
  };
}

async function readText(
  pool: WorkerPool,
  shelf: ReadingShelf | undefined,
  { text, at }: TextToRead,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const known = shelf?.take(text);
  if (known) return toExtraction({ text, at }, [{ start: 0, reading: known }]);
  const readings: { start: number; reading: HeadReading }[] = [];
  for (const block of toBlocks(text))
    readings.push({ start: block.start, reading: await readBlock(pool, block, signal) });
  return toExtraction({ text, at }, readings);
}

async function readBlock(pool: WorkerPool, { text }: Block, signal: AbortSignal | undefined): Promise<HeadReading> {
  if (signal?.aborted) throw cancelled();
  let job: EmbedJob | undefined;
  let stop = (): void => {};
  try {
    return await new Promise<HeadReading>((resolve, reject) => {
      job = {
        text: text.toWellFormed(),
        role: 'reading',
        deaths: 0,
        abandoned: false,
        resolve: (answer) => ('reading' in answer && answer.reading ? resolve(answer.reading) : reject(unread())),
        reject,
      };
      stop = () => reject(cancelled());
      signal?.addEventListener('abort', stop, { once: true });
      pool.submit([job]);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    if (job) pool.withdraw([job]);
  }
}

function unread(): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', 'The built-in reader gave no answer.');
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Reading was cancelled.');
}
