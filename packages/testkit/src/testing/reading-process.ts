/**
 * Reads the memories of a store until it is killed, and tells its parent how many are left after each look. With a mode it
 * reads all of them anew in that mode, and nothing by itself.
 */
import { createApp } from '@zapomni/core';
import type { BuildMode } from '@zapomni/core/graph';
import { parseConfig } from '@zapomni/core/config';
import { openSqliteStorage } from '@zapomni/db';
import { systemClock, uuidV7Source } from '@zapomni/providers';
import { createBackupShelf } from '@zapomni/providers/backups';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { createLocalFileWriter } from '@zapomni/providers/files';
import { createDocumentReader, findCharset } from '@zapomni/providers/readers';
import { condition } from '../condition.ts';
import { createFakeEmbedder, createFakeExtractor, createRecordingLogger, offlineWeb } from '../fakes/index.ts';

const [dataDir = '', mode] = process.argv.slice(2);
const logger = createRecordingLogger();
const ids = uuidV7Source({ now: systemClock.now });
const app = createApp({
  storage: openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger }),
  embedder: createFakeEmbedder(),
  extractor: createFakeExtractor(),
  blobs: createFolderBlobStore({ folder: `${dataDir}/blobs`, clock: systemClock }),
  backups: createBackupShelf(dataDir),
  exports: createLocalFileWriter({ folder: dataDir, logger }),
  documentReader: createDocumentReader({ logger }),
  findCharset,
  web: offlineWeb,
  clock: systemClock,
  ids,
  random: Math.random,
  logger,
  config: parseConfig({ data_dir: dataDir, graph: mode === undefined ? 'on' : 'off' }),
});

if (mode === undefined) await app.resume();
else await app.graph.build({ workspace: 'default', mode: mode as BuildMode });
await condition(async () => {
  const { pendingReadings } = await app.store.stats('default');
  process.send?.(pendingReadings);
  return false;
});
