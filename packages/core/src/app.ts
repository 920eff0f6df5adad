/**
 * The application as its faces see it: MCP tools, the command line and later HTTP all call this, and nothing below it.
 * A face decides whose workspace a call means; the application does the rest.
 */
import { readTimes } from './model/index.ts';
import type {
  EmbedderChoice,
  LlmChoice,
  Memory,
  MemoryFilter,
  MemorySummary,
  MemoryVersion,
  WorkspaceSummary,
} from './model/index.ts';
import type { DeletionReceipt, Embedder, Page, StorageReport, StoreChanges, StoreStats } from './ports/index.ts';
import type { Deps } from './services/deps.ts';
import { EmbeddingBacklog } from './services/embedding/embedding-backlog.ts';
import { GraphBacklog } from './services/graph/backlog/graph-backlog.ts';
import { createGraphCalls, type GraphCalls } from './services/graph/graph-calls.ts';
import { addMemories, type Added, type AddRequest, type AddResult } from './services/memory/add-memories.ts';
import {
  clearWorkspace,
  deleteMemories,
  getMemory,
  listMemories,
  memoryHistory,
  updateMemory,
  type MemoryChange,
} from './services/memory/memories.ts';
import { EmbeddingModels } from './services/models/embedding-models.ts';
import { describeModels, type ModelReport } from './services/models/model-report.ts';
import { setEmbedder, setLlm, type ModelChange } from './services/models/set-model.ts';
import { getContext } from './services/context/get-context.ts';
import type { ContextRequest, SessionContext } from './services/context/request.ts';
import { prune } from './services/prune/prune.ts';
import type { PruneRequest, PruneResult } from './services/prune/request.ts';
import { AnswerCache } from './services/search/answer-cache.ts';
import { QueryVectors } from './services/search/query/query-vectors.ts';
import { hitRate, cachedSearch, type SearchCaches } from './services/search/cached-search.ts';
import type { SearchRequest, SearchResult } from './services/search/request.ts';
import { Latency } from './services/stats/latency.ts';
import { createTaskCalls, type TaskCalls } from './services/tasks/tasks.ts';
import { createTimeCalls, type TimeCalls } from './services/time/time-calls.ts';
import { createWorkspace, deleteWorkspace, findWorkspace, listWorkspaces } from './services/workspaces/workspaces.ts';

export interface AppStats extends StoreStats {
  /** Of the workspace. */
  readonly entities: number;
  readonly relations: number;
  /** Memories of all workspaces that wait to be read for entities and relations. */
  readonly pendingReadings: number;
  readonly workspace: string;
  readonly engine: string;
  /** In what the store keeps less than it could, e.g. when it does not write each change to disk. */
  readonly storeWarnings: readonly string[];
  /** Whose vectors searches go by. */
  readonly model: string;
  readonly modelState: Embedder['state'];
  /** The model that passages are being embedded with to take its place; null when it is the same. */
  readonly nextModel: string | null;
  readonly queryCacheHitRate: number | null;
  /** Share of passages that did not have to be embedded again; null before the first. */
  readonly embeddingCacheHitRate: number | null;
  readonly searches: number;
  readonly averageSearchMs: number | null;
  readonly p95SearchMs: number | null;
}

export interface App extends GraphCalls, TimeCalls, TaskCalls {
  readonly defaultWorkspace: string;
  addMemories(request: AddRequest): Promise<AddResult>;
  searchMemories(request: SearchRequest): Promise<SearchResult>;
  getContext(request: ContextRequest): Promise<SessionContext>;
  getMemory(workspace: string, id: string): Promise<Memory>;
  /** In the order asked; those that do not exist are left out. */
  getMemories(workspace: string, ids: readonly string[]): Promise<Memory[]>;
  memoryHistory(workspace: string, id: string): Promise<MemoryVersion[]>;
  listMemories(query: {
    workspace: string;
    filter?: MemoryFilter | undefined;
    limit: number;
    cursor?: string | undefined;
  }): Promise<Page<MemorySummary>>;
  updateMemory(request: {
    workspace: string;
    id: string;
    change: MemoryChange;
  }): Promise<{ memory: Memory; embedded: boolean }>;
  deleteMemories(workspace: string, ids: readonly string[]): Promise<DeletionReceipt>;
  clearWorkspace(workspace: string): Promise<DeletionReceipt>;
  createWorkspace(draft: {
    id: string;
    name?: string | undefined;
    description?: string | undefined;
  }): Promise<WorkspaceSummary>;
  listWorkspaces(): Promise<WorkspaceSummary[]>;
  findWorkspace(id: string): Promise<WorkspaceSummary>;
  deleteWorkspace(id: string): Promise<DeletionReceipt>;
  /** Looks for what nothing needs any more; removes it only when confirmed. */
  prune(request: PruneRequest): Promise<PruneResult>;
  stats(workspace: string): Promise<AppStats>;
  inspectStore(deep: boolean): Promise<StorageReport>;
  models(): Promise<ModelReport>;
  /** Checks the model, then has everything embedded with it in the background. CONFLICT when a setting decides. */
  setEmbedder(choice: EmbedderChoice, signal?: AbortSignal): Promise<ModelChange>;
  setLlm(choice: LlmChoice, signal?: AbortSignal): Promise<ModelChange>;
  /** What other processes have changed since the position; null begins. */
  changesByOthers(since: string | null): Promise<StoreChanges>;
  /** Opens the store and takes up what earlier processes left undone. Call it once a session has settled. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

export function createApp(deps: Deps): App {
  const models = new EmbeddingModels(deps);
  const embeddings = new EmbeddingBacklog(deps, models);
  const readings = new GraphBacklog(deps, embeddings);
  const caches = createCaches(deps);
  const latency = new Latency();
  const search = (request: SearchRequest) =>
    timed(latency, async () => {
      // One model for the whole of a search, whatever is chosen meanwhile.
      const embedder = await models.forSearch();
      return cachedSearch({ ...deps, embedder }, caches(embedder), request);
    });
  const add = (request: AddRequest) => thenRead(readings, addMemories(deps, embeddings, request));
  return {
    defaultWorkspace: deps.config.workspace,
    addMemories: add,
    searchMemories: search,
    getContext: (request) => getContext(deps, search, request),
    getMemory: (workspace, id) => getMemory(deps, workspace, id),
    getMemories: (workspace, ids) => deps.storage.memories.get(workspace, ids),
    memoryHistory: (workspace, id) => memoryHistory(deps, workspace, id),
    listMemories: (query) => listMemories(deps, query),
    updateMemory: (request) => thenRead(readings, updateMemory(deps, embeddings, request)),
    deleteMemories: (workspace, ids) => deleteMemories(deps, workspace, ids),
    clearWorkspace: (workspace) => clearWorkspace(deps, workspace),
    createWorkspace: (draft) => createWorkspace(deps, draft),
    listWorkspaces: () => listWorkspaces(deps),
    findWorkspace: (id) => findWorkspace(deps, id),
    deleteWorkspace: (id) => deleteWorkspace(deps, id),
    ...createGraphCalls(deps, readings, (workspace, text, at) => rememberText(add, workspace, text, at)),
    ...createTimeCalls(deps),
    ...createTaskCalls(deps.tasks),
    prune: (request) => prune(deps, request),
    stats: (workspace) => stats(deps, workspace, { models, caches, latency }),
    inspectStore: (deep) => deps.storage.inspect(deep),
    models: () => describeModels(deps, models),
    setEmbedder: (choice, signal) => setEmbedder(deps, { models, backlog: embeddings }, choice, signal),
    setLlm: (choice, signal) => setLlm(deps, choice, signal),
    changesByOthers: (since) => deps.storage.changes.since(since),
    resume: () => resume(deps, embeddings, readings),
    close: () => close(deps, { embeddings, readings, models }),
  };
}

/** What was stored is read some time after; the caller does not wait for it. */
async function thenRead<T>(readings: GraphBacklog, storing: Promise<T>): Promise<T> {
  const stored = await storing;
  readings.queued();
  return stored;
}

async function rememberText(add: App['addMemories'], workspace: string, text: string, at?: number): Promise<string> {
  const draft = { text, ...(at === undefined ? {} : { metadata: { timestamp: new Date(at).toISOString() } }) };
  const { memories } = await add({ workspace, drafts: [draft], batch: false });
  return (memories[0] as Added).id;
}

/** A vector is small; an answer may hold a hundred passages. */
const MOST_ANSWERS = 64;

/** Vectors are kept with the model that made them; answers say themselves whose they are. */
function createCaches({ storage, config }: Deps): (embedder: Embedder) => SearchCaches {
  const answers: SearchCaches['answers'] = new AnswerCache(storage, Math.min(config.query_cache_size, MOST_ANSWERS));
  const kept = new WeakMap<Embedder, SearchCaches>();
  return (embedder) => {
    const caches = kept.get(embedder) ?? { vectors: new QueryVectors(embedder, config.query_cache_size), answers };
    kept.set(embedder, caches);
    return caches;
  };
}

async function stats(
  deps: Deps,
  workspace: string,
  seen: { models: EmbeddingModels; caches: (embedder: Embedder) => SearchCaches; latency: Latency },
): Promise<AppStats> {
  await seen.models.follow();
  const { storage } = deps;
  const { target, reading } = seen.models;
  // The first of each tells how many there are; all the counts of the graph would cost several times as much.
  const [{ engine, warnings }, stored, entities, relations, pendingReadings] = await Promise.all([
    storage.inspect(false),
    storage.memories.stats(workspace, target.model.name),
    storage.graph.listEntities(workspace, { limit: 1 }),
    storage.graph.listRelations(workspace, { limit: 1 }),
    storage.extractions.pending(),
  ]);
  return {
    ...stored,
    entities: entities.total,
    relations: relations.total,
    pendingReadings,
    workspace,
    engine,
    storeWarnings: warnings,
    model: reading.model.name,
    modelState: reading.state,
    nextModel: reading === target ? null : target.model.name,
    queryCacheHitRate: hitRate(seen.caches(reading)),
    embeddingCacheHitRate: shareOf(target.cache),
    searches: seen.latency.count,
    averageSearchMs: seen.latency.mean,
    p95SearchMs: seen.latency.percentile(0.95),
  };
}

function shareOf({ asked, hits }: { asked: number; hits: number } = { asked: 0, hits: 0 }): number | null {
  return asked === 0 ? null : hits / asked;
}

async function timed<T>(latency: Latency, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const value = await work();
  latency.add(performance.now() - start);
  return value;
}

/** A question of no consequence opens the store and readies its statements, so that the first real one need not wait. */
async function resume(deps: Deps, embeddings: EmbeddingBacklog, readings: GraphBacklog): Promise<void> {
  const { workspace } = deps.config;
  try {
    await Promise.all([
      deps.storage.workspaces.get(workspace),
      deps.storage.fullText.search({ terms: ['rehearsal'] }, 1, { workspace }),
    ]);
  } catch (error) {
    deps.logger.log('warning', 'store_not_ready', { error });
    return;
  }
  // Word lists of many languages are made at the first use; better now than while somebody waits.
  readTimes('yesterday', deps.clock.now());
  await Promise.all([embeddings.resume(), readings.resume()]);
}

interface Running {
  readonly embeddings: EmbeddingBacklog;
  readonly readings: GraphBacklog;
  readonly models: EmbeddingModels;
}

/** Order matters: nothing new is begun, the models stop, what they had claimed is given back, then the store closes. */
async function close(deps: Deps, { embeddings, readings, models }: Running): Promise<void> {
  embeddings.close();
  readings.close();
  await Promise.all([models.close(), deps.extractor.close(), deps.reranker?.close()]);
  await deps.tasks.close();
  await deps.storage.close();
}
