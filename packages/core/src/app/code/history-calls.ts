/** What changed in code and why, as the faces of the application see it. */
import { explainChange, type ChangeExplanation, type ChangeRequest } from '../../services/code/changes/index.ts';
import { why, type Why, type WhyRequest } from '../../services/code/history/index.ts';
import { codeOf, memoriesNaming, nameHits, type CodeMention } from '../../services/code/mentions/index.ts';
import type { MentionBacklog } from '../../services/code/mentions/mention-backlog.ts';
import type { Unclear } from '../../services/code/query/index.ts';
import { findRepository, type KeptRepository } from '../../services/code/store/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { SearchResult } from '../../services/search/search-request.ts';

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
  /** Commits that changed the lines of a symbol, memories that name it, and how it was at another time. */
  why(request: WhyRequest): Promise<Why | Unclear>;
  /** What a memory names, and whether it still says what it said then. Known once the memory was read in the background. */
  namedBy(workspace: string, memory: string): Promise<readonly CodeMention[]>;
  /** The same for the first hits of a search, a few of each. */
  nameHits(found: SearchResult): Promise<SearchResult>;
  /** Memories that name a symbol, by its key. */
  memoriesNaming(workspace: string, symbol: string): Promise<readonly CodeMention[]>;
  /** Resolves when all memories were read for the code that they name. */
  linkMemories(): Promise<void>;
}

export function createHistoryCalls(deps: Deps, mentions: MentionBacklog): HistoryCalls {
  return {
    explainChange: async ({ workspace, repository: named, ...request }) => {
      const repository = await findRepository(deps, workspace, named);
      return { repository, ...(await explainChange(deps, repository, request)) };
    },
    why: (request) => why(deps, request),
    namedBy: (workspace, memory) => codeOf(deps, workspace, memory),
    nameHits: (found) => nameHits(deps, found),
    memoriesNaming: (workspace, symbol) => memoriesNaming(deps, workspace, symbol),
    linkMemories: () => mentions.done(),
  };
}
