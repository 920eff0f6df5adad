/** The composition root: the only place where engines and providers meet the application. */
import { createApp, type App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { createTaskRunner, systemClock, uuidV7Source } from '@zapomni/providers';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';

/** Opens no store and loads no model: both come with the first call that needs them. */
export function wireApp(config: Config, logger: Logger, embedder = wireEmbedder(config, logger)): App {
  const clock = systemClock;
  const ids = uuidV7Source({ now: clock.now });
  return createApp({
    config,
    logger,
    clock,
    ids,
    storage: openSqliteStorage({ dataDir: config.data_dir, busyTimeoutMs: config.busy_timeout_ms, logger }),
    embedder,
    tasks: createTaskRunner({ clock, ids, logger }),
  });
}

export function wireEmbedder(
  { embed_workers: workers }: Config,
  logger: Logger,
  modelDir = findBuiltinModel(),
): Embedder {
  return createBuiltinEmbedder({ modelDir, workers, logger });
}
