/** The whole engine on one connection: opened, brought to the current format, and divided into its ports. */
import { createChanges } from './change-log.ts';
import { connect } from './connection.ts';
import { inspectStore } from './inspect.ts';
import { createMemories } from './memories.ts';
import { migrate } from './migrate.ts';
import type { EngineOptions, Log, ServedPorts } from './protocol.ts';
import { createQueue } from './queue.ts';
import { isShareable, runningVersion } from './sqlite-version.ts';
import { createStore, type Store } from './store.ts';
import { createTexts } from './texts.ts';
import { patiently } from './transaction.ts';
import { createVectors } from './vectors.ts';
import { createWorkspaces } from './workspaces.ts';

export interface Engine {
  readonly ports: ServedPorts;
  /** The store's file is no longer where it was opened. */
  moved(): boolean;
  close(): void;
}

/** Throws what SQLite or the file system threw; `toStoreError` translates it. */
export function openEngine(options: EngineOptions, log: Log): Engine {
  const version = options.sqliteVersion ?? runningVersion();
  const shared = isShareable(version);
  const store = patiently({ timeoutMs: options.busyTimeoutMs, shared }, () => openStore(options, version, log));
  log(shared ? 'info' : 'warning', 'store_opened', { engine: 'sqlite', engine_version: version, shared });
  return { ports: toPorts(store), moved: () => store.moved(), close: () => store.db.close() };
}

function openStore(options: EngineOptions, version: string, log: Log): Store {
  const connection = connect(options, version);
  try {
    return createStore(connection, options, migrate(connection, log), log);
  } catch (error) {
    connection.db.close();
    throw error;
  }
}

function toPorts(store: Store): ServedPorts {
  return {
    memories: createMemories(store),
    workspaces: createWorkspaces(store),
    texts: createTexts(store),
    vectors: createVectors(store),
    queue: createQueue(store),
    changes: createChanges(store),
    store: { inspect: (deep) => store.read(() => inspectStore(store, deep)) },
  };
}
