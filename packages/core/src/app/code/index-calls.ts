/** Repositories and their indexes, as the faces of the application see them. */
import type { Deps } from '../../services/deps.ts';
import type { EmbeddingBacklog } from '../../services/embedding/embedding-backlog.ts';
import { indexRepository, type IndexReport, type IndexRequest } from '../../services/code/indexing/index.ts';
import { findRepository, listRepositories, type KeptRepository } from '../../services/code/store/index.ts';

export interface IndexCalls {
  /** Brings the index of a repository up to what its work tree says, now. Vectors follow in the background. */
  index(request: IndexRequest): Promise<IndexReport>;
  /** By name. */
  repositories(workspace: string): Promise<readonly KeptRepository[]>;
  /** By name, key or a path in it; the only one where none is named. */
  repository(workspace: string, named?: string): Promise<KeptRepository>;
}

export function createIndexCalls(deps: Deps, embeddings: EmbeddingBacklog): IndexCalls {
  return {
    index: async (request) => {
      const report = await indexRepository(deps, request);
      if (report.passages > 0) embeddings.queued();
      return report;
    },
    repositories: (workspace) => listRepositories(deps, workspace),
    repository: (workspace, named) => findRepository(deps, workspace, named),
  };
}
