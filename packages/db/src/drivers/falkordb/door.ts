/**
 * The engine's door. The engine itself is loaded by the first call, so that those who do not use it pay nothing for it; the
 * address is looked at before, because a wrong one is the user's to correct at start.
 */
import type { Logger, Storage } from '@zapomni/core/ports';
import { parseStoreUrl } from './store-url.ts';

export interface FalkordbStorageOptions {
  /** `falkordb://[user:password@]host:port[,host:port…][/name]`, see `parseStoreUrl`. */
  readonly url: string;
  /** For an address that names neither. */
  readonly username?: string;
  readonly password?: string;
  /** Certificates to trust, in PEM. */
  readonly ca?: string;
  readonly logger: Logger;
  readonly poolSize?: number;
  readonly timeoutMs?: number;
  /** From so many vectors on an index names the candidates. */
  readonly indexFrom?: number;
  /** The oldest module that is taken, as it numbers itself: 41600 is 4.16.0. */
  readonly leastModule?: number;
}

type PortName =
  | 'memories'
  | 'workspaces'
  | 'texts'
  | 'vectors'
  | 'queue'
  | 'changes'
  | 'settings'
  | 'readings'
  | 'graph'
  | 'times'
  | 'transfer';

/** Every method of every port; the compiler sees to it that none is missing. */
const METHODS: { readonly [Name in PortName]: Readonly<Record<keyof Storage[Name], true>> } = {
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
  settings: { get: true, set: true },
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
 * Connects to nothing yet: the first call does, and a call that could not be made is tried afresh by the next. INVALID_CONFIG
 * for an address that is none.
 */
export function openFalkordbStorage(options: FalkordbStorageOptions): Storage {
  const place = { ...credentials(options), ...parseStoreUrl(options.url) };
  let opened: Promise<Storage> | undefined;
  const open = (): Promise<Storage> =>
    (opened ??= import('./driver.ts').then(({ connectStorage }) => connectStorage(place, options)));
  const carry = <Name extends PortName>(port: Name): Storage[Name] => {
    const methods = Object.keys(METHODS[port]).map((method) => [
      method,
      async (...args: readonly unknown[]) => {
        const { [port]: methodsOf } = await open();
        return (methodsOf as unknown as Record<string, (...all: readonly unknown[]) => unknown>)[method]?.(...args);
      },
    ]);
    return Object.fromEntries(methods) as Storage[Name];
  };
  return {
    memories: carry('memories'),
    workspaces: carry('workspaces'),
    texts: carry('texts'),
    vectors: carry('vectors'),
    queue: carry('queue'),
    changes: carry('changes'),
    settings: carry('settings'),
    readings: carry('readings'),
    graph: carry('graph'),
    times: carry('times'),
    transfer: carry('transfer'),
    version: async () => (await open()).version(),
    inspect: async (deep) => (await open()).inspect(deep),
    close: async () => (await open()).close(),
  };
}

function credentials({ username, password, ca }: FalkordbStorageOptions) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
  };
}
