/** The embedded engine's door: all ports of storage on one SQLite file, each call carried to the store's worker. */
import type { Logger, Storage, StorageReport } from '@zapomni/core/ports';
import { Channel } from './channel.ts';
import type { EngineOptions, PortName, Ports } from './protocol.ts';

export interface SqliteStorageOptions extends EngineOptions {
  readonly logger: Logger;
}

/** Every method of every port; the compiler sees to it that none is missing. */
const METHODS: { readonly [Name in Exclude<PortName, 'store'>]: Readonly<Record<keyof Ports[Name], true>> } = {
  memories: {
    add: true,
    get: true,
    summaries: true,
    list: true,
    countTagged: true,
    openings: true,
    update: true,
    history: true,
    remove: true,
    clear: true,
    passages: true,
    stats: true,
  },
  workspaces: { create: true, get: true, list: true, remove: true },
  texts: { search: true, similar: true, frequencies: true },
  vectors: { nearest: true, score: true, vectors: true, tokens: true, put: true, models: true, forget: true },
  queue: { claim: true, release: true, pending: true },
  changes: { since: true },
  readings: { claim: true, release: true, pending: true, requeue: true, withdraw: true },
  graph: {
    put: true,
    assertEntities: true,
    assertRelations: true,
    retractRelation: true,
    removeEntities: true,
    orphans: true,
    entities: true,
    named: true,
    findEntities: true,
    listEntities: true,
    listRelations: true,
    neighbours: true,
    reach: true,
    evidence: true,
    mentionsOf: true,
    mentionsIn: true,
    linked: true,
    passagesAbout: true,
    merge: true,
    split: true,
    merges: true,
    counts: true,
    mostConnected: true,
  },
  times: { memoriesAsOf: true, events: true },
  settings: { get: true, set: true },
  transfer: {
    hold: true,
    release: true,
    read: true,
    summarize: true,
    find: true,
    write: true,
    remove: true,
    mark: true,
  },
};

/**
 * Opens nothing yet: the first call starts the worker and opens the store, making it if there is none. Whoever opens it
 * closes it. A failed open is tried afresh by the next call.
 */
export function openSqliteStorage({ logger, ...options }: SqliteStorageOptions): Storage {
  const channel = new Channel(options, logger);
  return {
    memories: carry(channel, 'memories'),
    workspaces: carry(channel, 'workspaces'),
    texts: carry(channel, 'texts'),
    vectors: carry(channel, 'vectors'),
    queue: carry(channel, 'queue'),
    readings: carry(channel, 'readings'),
    graph: carry(channel, 'graph'),
    times: carry(channel, 'times'),
    version: () => channel.call('store', 'version', []) as Promise<string>,
    changes: carry(channel, 'changes'),
    settings: carry(channel, 'settings'),
    transfer: carry(channel, 'transfer'),
    inspect: (deep) => channel.call('store', 'inspect', [deep]) as Promise<StorageReport>,
    close: () => channel.close(),
  };
}

function carry<Name extends Exclude<PortName, 'store'>>(channel: Channel, port: Name): Ports[Name] {
  const methods = Object.keys(METHODS[port]).map((method) => [
    method,
    (...args: readonly unknown[]) => channel.call(port, method, args),
  ]);
  return Object.fromEntries(methods) as Ports[Name];
}
