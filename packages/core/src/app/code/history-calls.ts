/** What changed in code and why, as the faces of the application see it. */
import { explainChange, type ChangeExplanation, type ChangeRequest } from '../../services/code/changes/index.ts';
import { findRepository, type KeptRepository } from '../../services/code/store/index.ts';
import type { Deps } from '../../services/deps.ts';

export interface ExplainRequest extends ChangeRequest {
  readonly workspace: string;
  /** A name, a key or a path in it; the only one where none is named. */
  readonly repository?: string | undefined;
}

export interface ExplainedChange extends ChangeExplanation {
  readonly repository: KeptRepository;
}

export interface HistoryCalls {
  /** Symbols that came, went, moved or changed between two commits or times, or since one in the work tree. */
  explainChange(request: ExplainRequest): Promise<ExplainedChange>;
}

export function createHistoryCalls(deps: Deps): HistoryCalls {
  return {
    explainChange: async ({ workspace, repository: named, ...request }) => {
      const repository = await findRepository(deps, workspace, named);
      return { repository, ...(await explainChange(deps, repository, request)) };
    },
  };
}
