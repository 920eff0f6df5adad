/** Reads the memories of a store until it is killed, and tells its parent how many are left after each look. */
import { createApp } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import { openSqliteStorage } from '@zapomni/db';
import { createTaskRunner, systemClock, uuidV7Source } from '@zapomni/providers';
import { createLocalFileWriter } from '@zapomni/providers/files';
import { condition } from '../condition.ts';
import { createFakeEmbedder, createFakeExtractor, createRecordingLogger } from '../fakes/index.ts';

const [dataDir = ''] = process.argv.slice(2);
const logger = createRecordingLogger();
const ids = uuidV7Source({ now: systemClock.now });
const app = createApp({
  storage: openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger }),
  embedder: createFakeEmbedder(),
  extractor: createFakeExtractor(),
  exports: createLocalFileWriter({ folder: dataDir, logger }),
  clock: systemClock,
  ids,
  logger,
  tasks: createTaskRunner({ clock: systemClock, ids, logger }),
  config: parseConfig({ data_dir: dataDir }),
});

await app.resume();
await condition(async () => {
  const { pendingReadings } = await app.stats('default');
  process.send?.(pendingReadings);
  return false;
});
