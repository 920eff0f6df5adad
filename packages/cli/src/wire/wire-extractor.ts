/** What reads texts for the graph: learned heads of our own, or a language model with those to fall back on. */
import { createLlmExtractor } from '@zapomni/core/graph';
import { createChosenLlm } from '@zapomni/core/models';
import type { Config } from '@zapomni/core/config';
import type { Extractor, Logger, ModelOpener, SettingStore } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor, type ReadingShelf } from '@zapomni/providers/extract';

export interface ExtractorParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly models: ModelOpener;
  readonly settings: SettingStore;
  /** Where the embedder leaves what it has read. */
  readonly shelf: ReadingShelf;
}

/** Loads nothing and asks nobody before the first text. */
export function wireExtractor({ config, logger, models, settings, shelf }: ExtractorParts): Extractor {
  const builtin = createBuiltinExtractor({
    modelDir: findBuiltinModel(),
    logger,
    shelf,
    runtime: config.model_runtime,
  });
  if (config.extractor === 'builtin') return builtin;
  const llm = createChosenLlm({ config, settings, models });
  const reader = createLlmExtractor({
    llm,
    fallback: builtin,
    clock: systemClock,
    logger,
    callsPerMinute: config.extractor_calls_per_minute,
    callsInAll: config.extractor_max_calls || Infinity,
  });
  return {
    ...reader,
    async close() {
      await reader.close();
      await Promise.all([llm.close(), builtin.close()]);
    },
  };
}
