/** Repositories and their indexes, as the faces of the application see them. */
import type { DeletionReceipt, WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { Asker } from '../../services/documents/fetch-source.ts';
import { freshness, type Freshness } from '../../services/code/indexing/freshness.ts';
import { askForIndex, followIndex, registerIndexWork, reportOf } from '../../services/code/repositories/index-work.ts';
import type { IndexReport, IndexRequest } from '../../services/code/indexing/index.ts';
import { linkedRepositories, type RepositoryLink } from '../../services/code/manifests/linked-repositories.ts';
import { neededPackages, type NeededPackage } from '../../services/code/manifests/package-uses.ts';
import { placesOf } from '../../services/code/repositories/places-of.ts';
import { watchRepository, type WatchRepositoryRequest } from '../../services/code/repositories/watch-repository.ts';
import { removeRepository } from '../../services/code/repositories/remove-repository.ts';
import { findRepository, listRepositories, type KeptRepository } from '../../services/code/store/index.ts';
import type { EmbeddingBacklog } from '../../services/embedding/embedding-backlog.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';

export interface IndexCalls {
  /**
   * Brings the index of a repository up to what its work tree says, by whichever process, and waits for it. Vectors follow in the
   * background. A dry run is done here, and writes nothing.
   */
  index(request: IndexRequest): Promise<IndexReport>;
  /** The same without waiting. */
  startIndex(request: IndexRequest): Promise<WorkItem>;
  /** Of work that has been waited for; null while it has not ended. Fails as the work has failed. */
  reportOf(item: WorkItem): Promise<IndexReport | null>;
  /** Indexes it now, and whenever something changes in it, until the signal fires. */
  watchRepository(request: WatchRepositoryRequest): Promise<void>;
  /** By name. */
  repositories(workspace: string): Promise<readonly KeptRepository[]>;
  /** Which of them need packages that others declare. */
  linkedRepositories(workspace: string): Promise<readonly RepositoryLink[]>;
  /** What its manifests ask for. */
  neededPackages(repository: KeptRepository): Promise<readonly NeededPackage[]>;
  /** By name, key or a path in it; the only one where none is named. */
  repository(workspace: string, named?: string): Promise<KeptRepository>;
  /** Workspaces that the repository in which a folder lies was indexed for. */
  indexedFor(request: Asker & { readonly path: string }): Promise<readonly string[]>;
  /** Forgets it, with all that was indexed. The files stay. */
  removeRepository(
    workspace: string,
    named: string,
  ): Promise<DeletionReceipt & { readonly repository: KeptRepository }>;
  /** Whether its work tree has moved on, as far as a glance tells. */
  freshness(repository: KeptRepository, asker: Asker): Promise<Freshness>;
}

export function createIndexCalls(deps: Deps, embeddings: EmbeddingBacklog, runner: WorkRunner): IndexCalls {
  registerIndexWork(deps, runner, embeddings);
  const index = async (request: IndexRequest): Promise<IndexReport> => {
    if (request.dryRun) {
      const { indexRepository } = await import('../../services/code/indexing/index.ts');
      return indexRepository(deps, request);
    }
    return followIndex(runner, await askForIndex(deps, runner, request), request);
  };
  return {
    index,
    startIndex: (request) => askForIndex(deps, runner, request),
    reportOf: async (item) => reportOf(item),
    watchRepository: (request) => watchRepository(deps, request, index),
    repositories: (workspace) => listRepositories(deps, workspace),
    linkedRepositories: (workspace) => linkedRepositories(deps, workspace),
    neededPackages: (repository) => neededPackages(deps, repository),
    repository: (workspace, named) => findRepository(deps, workspace, named),
    indexedFor: (request) => placesOf(deps, request),
    removeRepository: async (workspace, named) => {
      const repository = await findRepository(deps, workspace, named);
      return { ...(await removeRepository(deps, runner, workspace, repository)), repository };
    },
    freshness: (repository, asker) => freshness(deps, repository, asker),
  };
}
