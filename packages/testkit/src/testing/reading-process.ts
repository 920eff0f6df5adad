/**
 * Reads the memories of a store until it is killed, and tells its parent how many are left after each look. With a mode it
 * reads all of them anew in that mode, and nothing by itself. `builtin` in the place of a mode is the real reader, on FalkorDB where an address follows.
 */
import { createApp } from '@zapomni/core';
import type { BuildMode } from '@zapomni/core/graph';
import { parseConfig } from '@zapomni/core/config';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { systemClock, uuidV7Source } from '@zapomni/providers';
import { createBackupShelf } from '@zapomni/providers/backups';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor } from '@zapomni/providers/extract';
import { createLocalFileWriter } from '@zapomni/providers/files';
import { createDocumentReader, findCharset } from '@zapomni/providers/readers';
import { condition } from '../condition.ts';
import { createFakeEmbedder, createFakeExtractor, createRecordingLogger, offlineWeb } from '../fakes/index.ts';

const [dataDir = '', given, url] = process.argv.slice(2);
const isReal = given === 'builtin';
const mode = isReal ? undefined : given;
const logger = createRecordingLogger();
const ids = uuidV7Source({ now: systemClock.now });
const app = createApp({
  storage:
    url === undefined
      ? openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger })
      : openFalkordbStorage({ url, logger }),
  embedder: createFakeEmbedder(),
  extractor: isReal ? createBuiltinExtractor({ modelDir: findBuiltinModel(), logger }) : createFakeExtractor(),
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
