/** The composition root: the only place where engines and providers meet the application. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { createApp, type App, type Deps } from '@zapomni/core';
import { BUILTIN, configuredEmbedder } from '@zapomni/core/models';
import type { Config } from '@zapomni/core/config';
import type {
  BlobStore,
  Embedder,
  Files,
  FileWriter,
  FolderWriter,
  Logger,
  SecretStore,
  Storage,
  Traces,
} from '@zapomni/core/ports';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { createProcesses, systemClock, uuidV7Source } from '@zapomni/providers';
import { createBackupShelf } from '@zapomni/providers/backups';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import {
  createLocalFiles,
  createLocalFileWriter,
  createLocalFolderWriter,
  type LocalFiles,
} from '@zapomni/providers/files';
import { EMBEDDING_CACHE_FILES } from '@zapomni/providers/embed';
import { ReadingShelf } from '@zapomni/providers/extract';
import { createGit } from '@zapomni/providers/git';
import { createCodeLinker } from '@zapomni/providers/linker';
import { createCodeParser } from '@zapomni/providers/parsers';
import { createProjects } from '@zapomni/providers/projects';
import { createDocumentReader, findCharset, type DocumentReaderOptions } from '@zapomni/providers/readers';
import { createFolderSecretStore } from '@zapomni/providers/secrets';
import { createCitationStyler } from '@zapomni/providers/styles';
import { createLocalTraces } from '@zapomni/providers/traces';
import { dropBriefs } from '../background/brief-files.ts';
import { BRIEF_FOLDER } from '../hook/brief-file.ts';
import { LINK_WORKER } from '../linking/link-worker.ts';
import { falkordbPlace } from '../settings/falkordb-place.ts';
import { readFolders, readGrants } from '../settings/file-folders.ts';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';
import { wireBrowser } from './wire-browser.ts';
import { wireCapture } from './wire-capture.ts';
import { wireExtractor } from './wire-extractor.ts';
import { wireLanguages } from './wire-languages.ts';
import { wireModels, wireReranker, withCache } from './wire-models.ts';
import { wirePaperSources } from './wire-sources.ts';
import { WEB_CACHE_FOLDER, wireWeb } from './wire-web.ts';
import { wireWebSearches } from './wire-web-search.ts';

/** In the data folder, unless a command is told otherwise. */
export const BACKUP_FOLDER = 'backups';

/**
 * Opens no store and loads no model: they come with the first call that needs them. With an embedder given there is no
 * other, whatever was chosen for the store.
 */
export function wireApp(
  config: Config,
  logger: Logger,
  embedder?: Embedder,
  given: { readonly storage?: Storage; readonly files?: Files | undefined } = {},
): App {
  const { storage = wireStorage(config, logger), files = wireFiles(config, logger)?.forUser } = given;
  const clock = systemClock;
  const ids = uuidV7Source({ now: clock.now });
  const shelf = new ReadingShelf();
  const models = withCache(wireModels(config, logger, undefined, shelf), config, logger);
  const reranker = wireReranker(config);
  const web = wireWeb(config, logger);
  const app = createApp({
    config,
    logger,
    clock,
    ids,
    processes: createProcesses(),
    projects: createProjects(),
    ...wireCapture({ config, settings: storage.settings, models }),
    random: Math.random,
    storage,
    embedder: embedder ?? models.openEmbedder(configuredEmbedder(config) ?? BUILTIN),
    ...(embedder ? {} : { models, languages: wireLanguages(config, models) }),
    ...(reranker ? { reranker } : {}),
    extractor: wireExtractor({ config, logger, models, settings: storage.settings, shelf }),
    blobs: wireBlobs(config),
    backups: createBackupShelf(config.data_dir),
    ...(files ? { files, git: createGit({ files, environment: process.env }) } : {}),
    codeParser: createCodeParser({ logger }),
    codeLinker: createCodeLinker({ logger, entry: LINK_WORKER }),
    citationStyler: createCitationStyler({ logger }),
    folders: wireFolders(config, logger),
    ...wireVault(config, logger),
    documentReader: createDocumentReader({ logger, ...wireOcr(config) }),
    findCharset,
    exports: wireExports(config, logger),
    traces: wireTraces(config),
    web,
    browser: wireBrowser(config, { web, clock, logger }),
    webSearches: wireWebSearches(config, web),
    secrets: wireSecrets(config),
    paperSources: wirePaperSources(config, { storage, web, clock, ids, logger }),
  });
  dropBriefs(app, config.data_dir);
  return app;
}

export function wireStorage(config: Config, logger: Logger): Storage {
  const { now } = systemClock;
  const { data_dir: dataDir, busy_timeout_ms: busyTimeoutMs, store } = config;
  if (store === 'sqlite') return openSqliteStorage({ dataDir, busyTimeoutMs, logger, now });
  return openFalkordbStorage({ ...falkordbPlace(config), logger, now });
}

export function wireBlobs(config: Config): BlobStore {
  return createFolderBlobStore({ folder: inDataFolder(config, config.blob_dir), clock: systemClock });
}

/** Beside the store and not in it: no export and no backup takes them along. */
function wireSecrets(config: Config): SecretStore {
  const { secret_key: key } = config;
  return createFolderSecretStore({ folder: path.join(config.data_dir, 'secrets'), key, clock: systemClock });
}

/** A relative folder lies in the data folder. */
export function inDataFolder({ data_dir: cwd }: Config, folder: string): string {
  return toAbsolute(folder, { ...thisMachine(), cwd });
}

/** Tesseract is looked for in the folder `ocr` of the data folder, and beside this program. */
function wireOcr(config: Config): Pick<DocumentReaderOptions, 'ocr'> {
  if (config.ocr === 'off') return {};
  return { ocr: { languages: config.ocr.split('+'), folders: [inDataFolder(config, 'ocr')] } };
}

function wireExports(config: Config, logger: Logger): FileWriter {
  const where = inDataFolder(config, config.export_dir);
  return createLocalFileWriter({ folder: where, field: 'output_path', logger });
}

function wireTraces(config: Config): Traces {
  const { data_dir: dataDir } = config;
  return createLocalTraces({
    dataDir,
    caches: [...EMBEDDING_CACHE_FILES, WEB_CACHE_FOLDER, BRIEF_FOLDER].map((name) => path.join(dataDir, name)),
    backups: path.join(dataDir, BACKUP_FOLDER),
    exports: inDataFolder(config, config.export_dir),
  });
}

/** Writes where a command says, and never where the store lies. */
function wireFolders(config: Config, logger: Logger): FolderWriter {
  return createLocalFolderWriter({ except: [config.data_dir, inDataFolder(config, config.blob_dir)], logger });
}

/** Read by what keeps notes there, and by nobody else. */
function wireVault(config: Config, logger: Logger): Pick<Deps, 'vault'> {
  if (config.vault_dir === 'none') return {};
  const folder = realPath(toAbsolute(config.vault_dir, thisMachine()));
  const { forUser } = createLocalFiles({
    roots: [folder],
    except: [config.data_dir, inDataFolder(config, config.blob_dir)],
    maxBytes: config.max_file_bytes,
    readsPerMinute: config.file_reads_per_minute,
    clock: systemClock,
    logger,
  });
  return { vault: { folder, files: forUser } };
}

/** A vault that is not there is told of when it is asked for. */
function realPath(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** Undefined when no folder may be read. */
export function wireFiles(config: Config, logger: Logger): LocalFiles | undefined {
  return readFolders(config.file_roots).length === 0 ? undefined : wireLocalFiles(config, logger);
}

/** What is remembered is never read as files, not even below a folder that may be read. */
export function wireLocalFiles(config: Config, logger: Logger): LocalFiles {
  const roots = readFolders(config.file_roots);
  for (const [root, folder] of roots.entries()) {
    if (!existsSync(folder)) logger.log('warning', 'file_root_missing', { setting: 'file_roots', root });
  }
  return createLocalFiles({
    roots,
    grants: readGrants(config.file_grants),
    except: [config.data_dir, inDataFolder(config, config.blob_dir)],
    maxBytes: config.max_file_bytes,
    readsPerMinute: config.file_reads_per_minute,
    clock: systemClock,
    logger,
  });
}
