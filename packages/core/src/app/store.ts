/** The store as a whole: what is in it, and how it is. */
import type { Embedder, Storage, StoreStats } from '../ports/index.ts';
import { inspectStore, type StoreReport } from '../services/blobs/inspect-store.ts';
import { isCodeWorkspace } from '../services/code/store/code-workspace.ts';
import type { Deps } from '../services/deps.ts';
import type { EmbeddingModels } from '../services/models/embedding-models.ts';
import type { SearchMeters } from './search.ts';

export interface StoreCalls {
  stats(workspace: string): Promise<AppStats>;
  /** `deep` reads every page and every blob. */
  inspect(deep: boolean): Promise<StoreReport>;
}

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

export function createStoreCalls(deps: Deps, models: EmbeddingModels, meters: SearchMeters): StoreCalls {
  return {
    stats: (workspace) => stats(deps, workspace, { models, meters }),
    inspect: (deep) => inspectStore(deps, deep),
  };
}

async function stats(
  { storage }: Deps,
  workspace: string,
  { models, meters }: { models: EmbeddingModels; meters: SearchMeters },
): Promise<AppStats> {
  await models.follow();
  const { target, reading } = models;
  // The first of each tells how many there are; all the counts of the graph would cost several times as much.
  const [{ engine, warnings }, stored, entities, relations, pendingReadings, code] = await Promise.all([
    storage.inspect(false),
    storage.memories.stats(workspace, target.model.name),
    storage.graph.listEntities(workspace, { limit: 1 }),
    storage.graph.listRelations(workspace, { limit: 1 }),
    storage.extractions.pending(),
    codeIn(storage),
  ]);
  return {
    ...stored,
    workspaces: stored.workspaces - code.workspaces,
    totalMemories: stored.totalMemories - code.memories,
    totalPassages: stored.totalPassages - code.passages,
    entities: entities.total,
    relations: relations.total,
    pendingReadings,
    workspace,
    engine,
    storeWarnings: warnings,
    model: reading.model.name,
    modelState: reading.state,
    nextModel: reading === target ? null : target.model.name,
    queryCacheHitRate: meters.hitRate(reading),
    embeddingCacheHitRate: shareOf(target.cache),
    searches: meters.latency.count,
    averageSearchMs: meters.latency.mean,
    p95SearchMs: meters.latency.percentile(0.95),
  };
}

/** What lies in workspaces that nobody sees. */
async function codeIn({ workspaces }: Storage): Promise<{ workspaces: number; memories: number; passages: number }> {
  const hidden = (await workspaces.list()).filter(({ id }) => isCodeWorkspace(id));
  const sum = (of: 'memories' | 'passages') => hidden.reduce((total, one) => total + one[of], 0);
  return { workspaces: hidden.length, memories: sum('memories'), passages: sum('passages') };
}

function shareOf({ asked, hits }: { asked: number; hits: number } = { asked: 0, hits: 0 }): number | null {
  return asked === 0 ? null : hits / asked;
}
