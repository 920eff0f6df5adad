/** The engine for more than one machine: all ports of storage on a FalkorDB server, or on a cluster of them. */
import type { Storage } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { admit, LEAST_MODULE } from './connection/admission.ts';
import { createChanges } from './change-log.ts';
import type { Context } from './context.ts';
import { Dictionary } from './full-text/dictionary.ts';
import type { FalkordbStorageOptions } from './driver.ts';
import { createGraph } from './graph/graph.ts';
import { createExtractionQueue } from './extraction/extraction-queue.ts';
import { createTimes } from './time/times.ts';
import { inspectStore } from './inspect.ts';
import { createMemories } from './memories/memories.ts';
import { bringForward } from './schema/migrate.ts';
import { Models } from './vectors/models.ts';
import { namesOf } from './connection/names.ts';
import { WRITING_CALLS, WritersGate } from './connection/writers-gate.ts';
import { createEmbeddingQueue } from './vectors/embedding-queue.ts';
import { createRecords } from './records/records.ts';
import { Registry } from './workspaces/registry.ts';
import { Store } from './store.ts';
import type { StorePlace } from './connection/store-url.ts';
import { StreamBell } from './connection/stream-bell.ts';
import { waitingFor } from '../../shared/next-changes.ts';
import { scrubStore } from './scrub.ts';
import { createSettings } from './setting-store.ts';
import { createFullText } from './full-text/full-text.ts';
import { createTransfer } from './transfer/transfer.ts';
import { createVectors } from './vectors/vectors.ts';
import { Servers } from './wire/servers.ts';
import { createWorkQueue } from './work/work-queue.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

const CONNECT_TIMEOUT_MS = 5000;
const ACQUIRE_TIMEOUT_MS = 10_000;
const DEFAULTS = {
  poolSize: 8,
  timeoutMs: 30_000,
  indexFrom: 10_000,
  keptPostings: 4_000_000,
  keptChanges: 10_000,
  leastModule: LEAST_MODULE,
};

/** See `openFalkordbStorage`. */
export function connectStorage(
  { prefix, ...place }: StorePlace & { readonly ca?: string },
  options: FalkordbStorageOptions,
): Storage {
  const { logger, timeoutMs, indexFrom, keptPostings, keptChanges } = { ...DEFAULTS, ...options };
  const servers = reachServers(place, options);
  const shared = { names: namesOf(prefix), logger, timeoutMs, limits: { indexFrom, keptPostings, keptChanges } };
  const store = new Store(servers, { ...shared, meet: bringForward });
  const context: Context = {
    store,
    registry: new Registry(store),
    models: new Models(store),
    dictionary: new Dictionary(store),
    gate: new WritersGate(store),
    now: options.now ?? Date.now,
  };
  const calls = new Calls(
    () => context.registry.checkFormat(),
    () => servers.close(),
    context.gate,
  );
  const changes = createChanges(store);
  const waiting = waitingFor(changes.since, new StreamBell(store));
  return {
    memories: calls.watch(createMemories(context), WRITING_CALLS.memories),
    workspaces: calls.watch(createWorkspaces(context), WRITING_CALLS.workspaces),
    fullText: calls.watch(createFullText(context)),
    vectors: calls.watch(createVectors(context), WRITING_CALLS.vectors),
    embeddings: calls.watch(createEmbeddingQueue(context), WRITING_CALLS.embeddings),
    changes: calls.watch({ ...changes, next: waiting.next }),
    settings: calls.watch(createSettings(store), WRITING_CALLS.settings),
    work: calls.watch(createWorkQueue(context), WRITING_CALLS.work),
    extractions: calls.watch(createExtractionQueue(context), WRITING_CALLS.extractions),
    graph: calls.watch(createGraph(context), WRITING_CALLS.graph),
    times: calls.watch(createTimes(context)),
    records: calls.watch(createRecords(context), WRITING_CALLS.records),
    transfer: calls.watch(createTransfer(context), WRITING_CALLS.transfer),
    version: () => calls.make(() => readVersion(store)),
    inspect: (deep) => calls.make(() => inspectStore(context, deep)),
    scrub: () => calls.make(() => context.gate.pass().then(() => scrubStore(context))),
    close: () => {
      waiting.close();
      return calls.close();
    },
  };
}

function reachServers(place: Omit<StorePlace, 'prefix'> & { readonly ca?: string }, options: FalkordbStorageOptions) {
  const { logger, poolSize, timeoutMs, leastModule } = { ...DEFAULTS, ...options };
  const times = { timeoutMs, acquireTimeoutMs: ACQUIRE_TIMEOUT_MS, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  return new Servers({
    ...place,
    ...times,
    poolSize,
    logger,
    admit: (connection) => admit(connection, { logger, leastModule }),
  });
}

/** Another after each write, and after each restart of the server: what was not told then may have been done. */
async function readVersion(store: Store): Promise<string> {
  const [count] = await store.command('none', ['GET', store.names.version]);
  return `${store.id} ${await store.run()} ${count ?? 0}`;
}

/** The calls under way, for which closing waits. The first one opens; when it cannot, the next one tries. */
class Calls {
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #open: () => Promise<void>;
  readonly #end: () => void;
  readonly #gate: WritersGate;
  #opened: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(open: () => Promise<void>, end: () => void, gate: WritersGate) {
    this.#open = open;
    this.#end = end;
    this.#gate = gate;
  }

  /** Those that write go through the gate. */
  watch<Port extends object>(port: Port, writing: readonly (keyof Port)[] = []): Port {
    const methods = Object.entries(port).map(([name, method]) => {
      const call = method as (...all: unknown[]) => Promise<unknown>;
      const writes = writing.includes(name as keyof Port);
      return [
        name,
        (...args: unknown[]) => this.make(() => (writes ? this.#gate.pass().then(() => call(...args)) : call(...args))),
      ];
    });
    return Object.fromEntries(methods) as Port;
  }

  async make<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#closing) throw new ZapomniError('STORE_UNAVAILABLE', 'The store has been closed.');
    this.#opened ??= this.#open();
    const running = this.#opened.then(call);
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      await this.#opened?.catch(() => (this.#opened = undefined));
      throw error;
    } finally {
      this.#underWay.delete(running);
    }
  }

  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#end());
    return this.#closing;
  }
}
