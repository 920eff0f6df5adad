/**
 * A storage whose writes are told. Every call of every port goes through here, and the table says of each what it changes:
 * no service can forget to tell, and a port that gets a method does not compile until the table has it.
 */
import {
  changesOfAddition,
  changesOfErasure,
  changesOfMerge,
  changesOfProgress,
  changesOfRecords,
  changesOfRecordWrites,
  changesOfRelation,
  changesOfRelations,
  changesOfRemoval,
  changesOfRemovedMemories,
  changesOfUpdate,
  changesOfWork,
  changeTo,
  changeToWorkspace,
  WORK_FORGOTTEN,
  type StoreChange,
} from '../../model/index.ts';
import type { Storage } from '../../ports/index.ts';

type Port = Exclude<keyof Storage, 'version' | 'inspect' | 'scrub' | 'close'>;

/** What a call that succeeded has changed, by what it was given and what it answered. */
type ChangesOf<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? (result: Result, args: Args) => readonly StoreChange[]
  : never;

/** `nothing` that anybody can read differently: it only reads, or keeps vectors, leases and settings. */
type Table = { readonly [P in Port]: { readonly [M in keyof Storage[P]]: ChangesOf<Storage[P][M]> | 'nothing' } };

const TABLE: Table = {
  memories: {
    add: (stored, [memories, , , records]) => changesOfAddition(memories, stored, records),
    update: (_, [workspace, id, , , records]) => changesOfUpdate(workspace, id, records),
    remove: (receipt, [workspace, ids, , records]) => changesOfRemovedMemories(workspace, ids, receipt, records),
    clear: (receipt, [workspace]) => changesOfErasure(workspace, receipt),
    get: 'nothing',
    summaries: 'nothing',
    list: 'nothing',
    countTagged: 'nothing',
    openings: 'nothing',
    history: 'nothing',
    passages: 'nothing',
    passagesOf: 'nothing',
    stats: 'nothing',
  },
  workspaces: {
    create: (_, [{ id }]) => changeToWorkspace('workspace.created', id),
    remove: (_, [id]) => changeToWorkspace('workspace.removed', id),
    get: 'nothing',
    list: 'nothing',
  },
  graph: {
    put: (isTaken, [{ workspace, memoryId }]) => changeTo('memory.extracted', workspace, isTaken ? [memoryId] : []),
    assertEntities: (ids, [workspace]) => changeTo('graph.changed', workspace, ids),
    assertRelations: (_, [workspace, relations]) => changesOfRelations(workspace, relations),
    retractRelation: (isRetracted, [workspace, id]) => (isRetracted ? changesOfRelation(workspace, id) : []),
    removeEntities: ({ entities }, [workspace, ids]) => changeTo('graph.changed', workspace, entities > 0 ? ids : []),
    merge: (merge, [workspace]) => changesOfMerge(workspace, merge),
    split: (merge, [workspace]) => changesOfMerge(workspace, merge),
    orphans: 'nothing',
    entities: 'nothing',
    named: 'nothing',
    findEntities: 'nothing',
    listEntities: 'nothing',
    listRelations: 'nothing',
    neighbours: 'nothing',
    reach: 'nothing',
    evidence: 'nothing',
    mentionsOf: 'nothing',
    mentionsIn: 'nothing',
    linked: 'nothing',
    passagesAbout: 'nothing',
    merges: 'nothing',
    counts: 'nothing',
    mostConnected: 'nothing',
  },
  transfer: {
    write: (_, [records]) => changesOfRecords(records),
    remove: (gone, [names]) => (gone > 0 ? changesOfRemoval(names) : []),
    hold: 'nothing',
    release: 'nothing',
    read: 'nothing',
    summarize: 'nothing',
    find: 'nothing',
    mark: 'nothing',
  },
  records: {
    write: (_, [workspace, writes]) => changesOfRecordWrites(workspace, writes),
    get: 'nothing',
    scan: 'nothing',
    scanMany: 'nothing',
    count: 'nothing',
    countMany: 'nothing',
    tally: 'nothing',
    collections: 'nothing',
    blobsInUse: 'nothing',
    blobsReferred: 'nothing',
  },
  work: {
    add: (items) => changesOfWork(items),
    claim: (items) => changesOfWork(items),
    extend: (still, [, held]) => changesOfProgress(still, held),
    settle: (item) => changesOfWork(item ? [item] : []),
    cancel: (item) => changesOfWork(item ? [item] : []),
    retry: (item) => changesOfWork(item ? [item] : []),
    prune: (count) => (count > 0 ? [WORK_FORGOTTEN] : []),
    get: 'nothing',
    list: 'nothing',
    nextDue: 'nothing',
  },
  fullText: { search: 'nothing', similar: 'nothing', frequencies: 'nothing' },
  vectors: {
    nearest: 'nothing',
    score: 'nothing',
    vectors: 'nothing',
    tokens: 'nothing',
    put: 'nothing',
    models: 'nothing',
    forget: 'nothing',
  },
  embeddings: { claim: 'nothing', release: 'nothing', pending: 'nothing' },
  extractions: { claim: 'nothing', release: 'nothing', pending: 'nothing', requeue: 'nothing', withdraw: 'nothing' },
  times: { memoriesAsOf: 'nothing', events: 'nothing' },
  changes: { since: 'nothing', next: 'nothing' },
  settings: { get: 'nothing', set: 'nothing' },
};

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;
type AnyChanges = (result: unknown, args: readonly unknown[]) => readonly StoreChange[];

/** Told once the storage has said that it is durable, and before the caller is. */
export function publishedStorage(storage: Storage, publish: (changes: () => readonly StoreChange[]) => void): Storage {
  const ports = Object.entries(TABLE).map(([port, methods]) => {
    const inner = storage[port as Port] as unknown as Readonly<Record<string, AnyMethod>>;
    const outer = Object.entries(methods).map(([name, changes]) => [
      name,
      told(inner, name, changes as never, publish),
    ]);
    return [port, Object.fromEntries(outer)];
  });
  return {
    ...(Object.fromEntries(ports) as Pick<Storage, Port>),
    version: () => storage.version(),
    inspect: (deep) => storage.inspect(deep),
    scrub: () => storage.scrub(),
    close: () => storage.close(),
  };
}

function told(
  port: Readonly<Record<string, AnyMethod>>,
  name: string,
  changes: AnyChanges | 'nothing',
  publish: (changes: () => readonly StoreChange[]) => void,
): AnyMethod {
  // Looked up at each call: whoever watches or replaces a method of the storage still does.
  const call: AnyMethod = (...args) => (port[name] as AnyMethod)(...args);
  if (changes === 'nothing') return call;
  return async (...args) => {
    const result = await call(...args);
    publish(() => changes(result, args));
    return result;
  };
}
