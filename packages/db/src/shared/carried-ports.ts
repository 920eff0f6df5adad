/** All ports of a storage whose calls are carried elsewhere: to a thread, or to an engine that is loaded by the first of them. */
import type { Storage } from '@zapomni/core/ports';

type CarriedPort = Exclude<keyof Storage, 'version' | 'inspect' | 'scrub' | 'close'>;

/** Every method of every port; the compiler sees to it that none is missing. */
const METHODS: { readonly [Name in CarriedPort]: Readonly<Record<keyof Storage[Name], true>> } = {
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
    passagesOf: true,
    stats: true,
  },
  workspaces: { create: true, get: true, list: true, remove: true },
  fullText: { search: true, similar: true, frequencies: true },
  vectors: { nearest: true, score: true, vectors: true, tokens: true, put: true, models: true, forget: true },
  embeddings: { claim: true, release: true, pending: true },
  extractions: { claim: true, release: true, pending: true, requeue: true, withdraw: true },
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
  records: {
    write: true,
    get: true,
    scan: true,
    scanMany: true,
    count: true,
    countMany: true,
    tally: true,
    collections: true,
    blobsInUse: true,
    blobsReferred: true,
  },
  changes: { since: true, next: true },
  settings: { get: true, set: true },
  work: {
    add: true,
    claim: true,
    extend: true,
    settle: true,
    cancel: true,
    retry: true,
    get: true,
    list: true,
    nextDue: true,
    prune: true,
  },
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

type Call = (port: CarriedPort, method: string, args: readonly unknown[]) => Promise<unknown>;

export function carryPorts(call: Call): Pick<Storage, CarriedPort> {
  const ports = Object.entries(METHODS).map(([port, methods]) => [
    port,
    Object.fromEntries(
      Object.keys(methods).map((method) => [
        method,
        (...args: readonly unknown[]) => call(port as CarriedPort, method, args),
      ]),
    ),
  ]);
  return Object.fromEntries(ports) as Pick<Storage, CarriedPort>;
}
