/** The whole engine on one connection: opened, brought to the current format, and divided into its ports. */
import { randomUUID } from 'node:crypto';
import { createChanges } from './change-log.ts';
import { connect } from './connection/connection.ts';
import { createGraph } from './graph/graph.ts';
import { createExtractionQueue } from './extraction/extraction-queue.ts';
import { createTimes } from './time/times.ts';
import { inspectStore } from './inspect.ts';
import { createMemories } from './memories/memories.ts';
import { checkFormat, migrate } from './schema/migrate.ts';
import { FullTextUpkeep } from './full-text/upkeep/upkeep.ts';
import type { EngineOptions, Log, ServedPorts } from './connection/protocol.ts';
import { createEmbeddingQueue } from './vectors/embedding-queue.ts';
import { isShareable, runningVersion } from './connection/sqlite-version.ts';
import { dataVersionOf } from './connection/data-version.ts';
import { createRecords } from './records/records.ts';
import { scrubStore } from './scrub.ts';
import { createSettings } from './setting-store.ts';
import { createStore, type Store } from './store.ts';
import { createFullText } from './full-text/full-text.ts';
import { retryWhileBusy } from './connection/transaction.ts';
import { createTransfer } from './transfer/transfer.ts';
import { createVectors } from './vectors/vectors.ts';
import { createWorkQueue } from './work/work-queue.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

export interface Engine {
  readonly ports: ServedPorts;
  /** The store's file is no longer where it was opened. */
  moved(): boolean;
  /** Something waits to be done between calls. */
  hasChores(): boolean;
  /** Those whose time has come, for a moment. */
  doChores(): void;
  close(): void;
}

/** Throws what SQLite or the file system threw; `toStoreError` translates it. `now` is the caller's clock. */
export function openEngine(options: EngineOptions, log: Log, now: () => number): Engine {
  const version = options.sqliteVersion ?? runningVersion();
  const shared = isShareable(version);
  const store = retryWhileBusy({ timeoutMs: options.busyTimeoutMs, shared }, () =>
    openStore(options, { version, now }, log),
  );
  log(shared ? 'info' : 'warning', 'store_opened', { engine: 'sqlite', engine_version: version, shared });
  const ports = toPorts(store, options.busyTimeoutMs);
  const close = (): void => {
    ports.transfer.release();
    closeStore(store);
  };
  const { chores } = store;
  return { ports, moved: () => store.moved(), hasChores: () => chores.some, doChores: () => chores.doDue(), close };
}

function closeStore(store: Store): void {
  store.chores.stop();
  store.db.close();
}

function openStore(
  options: EngineOptions,
  { version, now }: { readonly version: string; readonly now: () => number },
  log: Log,
): Store {
  const connection = connect(options, version, now);
  try {
    const format = options.readOnly ? checkFormat(connection) : migrate(connection, log);
    return createStore(connection, options, format, log);
  } catch (error) {
    connection.db.close();
    throw error;
  }
}

function toPorts(store: Store, patienceMs: number): ServedPorts {
  const words = new FullTextUpkeep(store);
  const opening = randomUUID();
  return {
    memories: createMemories(store, words),
    workspaces: createWorkspaces(store),
    fullText: createFullText(store, words),
    vectors: createVectors(store),
    embeddings: createEmbeddingQueue(store),
    changes: createChanges(store),
    extractions: createExtractionQueue(store),
    graph: createGraph(store),
    times: createTimes(store),
    records: createRecords(store),
    settings: createSettings(store),
    work: createWorkQueue(store),
    transfer: createTransfer(store, words),
    store: {
      inspect: (deep) => store.read(() => inspectStore(store, deep)),
      scrub: () => scrubStore(store, patienceMs),
      // Another connection counts anew, so what it says must not look like what this one said.
      version: () => store.read(() => `${opening} ${dataVersionOf(store.db)}`),
    },
  };
}
