/** What the services stand on, for tests of single services: a real SQLite store in a folder of its own, a fake embedder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import type {
  CodeParser,
  Embedder,
  Extractor,
  Files,
  Git,
  Languages,
  Logger,
  ModelOpener,
  Storage,
  Web,
} from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { uuidV7Source } from '@zapomni/providers';
import { createBackupShelf } from '@zapomni/providers/backups';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { createLocalFileWriter } from '@zapomni/providers/files';
import { createDocumentReader, findCharset } from '@zapomni/providers/readers';
import { createCitationStyler } from '@zapomni/providers/styles';
import {
  createFakeClock,
  createFakeEmbedder,
  createFakeExtractor,
  createRecordingLogger,
  createSequentialIds,
  offlineWeb,
  type FakeClock,
} from './fakes/index.ts';

export interface TestDepsOptions {
  readonly embedder?: Embedder;
  readonly extractor?: Extractor;
  readonly models?: ModelOpener;
  /** Nothing is installed by default. */
  readonly languages?: Languages;
  /** What documents are read from; none by default. */
  readonly files?: Files;
  /** None by default; closed with the rest. */
  readonly codeParser?: CodeParser;
  readonly git?: Git;
  /** Reaches nothing by default. */
  readonly web?: Web;
  /** A folder to go on with; a new one, removed at the end, by default. */
  readonly dataDir?: string;
  /** SQLite in the folder by default. */
  readonly openStorage?: (parts: { readonly dataDir: string; readonly logger: Logger }) => Storage;
  readonly clock?: FakeClock;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface TestDeps {
  readonly deps: Deps;
  readonly clock: FakeClock;
  readonly dataDir: string;
  close(): Promise<void>;
}

export function openTestDeps(options: TestDepsOptions = {}): TestDeps {
  const { embedder = createFakeEmbedder(), extractor = createFakeExtractor(), models, files, settings = {} } = options;
  const { codeParser, git, languages } = options;
  const { clock = createFakeClock(), dataDir = mkdtempSync(join(tmpdir(), 'zapomni-test-')) } = options;
  const [logger, ids] = [
    createRecordingLogger(),
    options.dataDir === undefined ? createSequentialIds() : uuidV7Source({ now: clock.now }),
  ];
  const config = parseConfig({ data_dir: dataDir, ...settings });
  const { openStorage = openSqliteStorage } = options;
  const storage = openStorage({ dataDir, busyTimeoutMs: config.busy_timeout_ms, logger, now: clock.now });
  const blobs = createFolderBlobStore({ folder: join(dataDir, config.blob_dir), clock });
  const exports = createLocalFileWriter({ folder: join(dataDir, 'exports'), field: 'output_path', logger });
  const documentReader = createDocumentReader({ logger });
  const citationStyler = createCitationStyler({ logger });
  const backups = createBackupShelf(dataDir);
  const own = { storage, embedder, extractor, blobs, backups, exports, documentReader, web: options.web ?? offlineWeb };
  const code = { findCharset, ...(codeParser ? { codeParser } : {}), ...(git ? { git } : {}) };
  const parts = { ...own, ...code, citationStyler, clock, ids, logger, config };
  return {
    deps: {
      ...parts,
      random: () => 0,
      ...(models ? { models } : {}),
      ...(languages ? { languages } : {}),
      ...(files ? { files } : {}),
    },
    clock,
    dataDir,
    async close() {
      await Promise.all([documentReader.close(), citationStyler.close(), codeParser?.close(), git?.close()]);
      await storage.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
