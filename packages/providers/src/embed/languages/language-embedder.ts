/** Which model it is, and an embedder of it: the built-in one's pool around other workers, and fewer of them. */
import type { Embedder, Logger, RuntimeChoice } from '@zapomni/core/ports';
import { createBuiltinEmbedder } from '../builtin-embedder.ts';
import { processStarter } from '../workers/embed-worker.ts';

/** The model that can be installed for other languages. The name of its vectors also stands for the way of use. */
export const LANGUAGE_MODEL = {
  name: 'multilingual',
  // Beyond 256 pieces its vectors blur: it was trained on shorter texts.
  model: { name: 'languages/paraphrase-multilingual-MiniLM-L12-v2-q8', dimensions: 384, maxTokens: 256 },
  /** Of a question with the answer to another one, and with its own. */
  scale: { unrelated: 0.042, related: 0.567 },
} as const;

export interface LanguageEmbedderOptions {
  /** The folder that the model was installed in. */
  readonly modelDir: string;
  /** Most worker processes at once; 0: as many as are worth their memory. */
  readonly workers: number;
  readonly logger: Logger;
  /** What runs the model; the first that can be loaded. */
  readonly runtime?: RuntimeChoice;
}

/** Each takes 300 MB, and most of what they do is done while nobody waits. */
const MOST_WORKERS = 2;

export function createLanguageEmbedder({ modelDir, workers, logger, runtime }: LanguageEmbedderOptions): Embedder {
  return createBuiltinEmbedder({
    modelDir,
    model: LANGUAGE_MODEL.model,
    workers: Math.min(workers || MOST_WORKERS, MOST_WORKERS),
    logger,
    startWorker: processStarter(modelDir, 'languages', runtime),
  });
}
