/** Code that is understood, as the faces of the application see it: one file for each part. */
import { changedTogether } from '../../services/code/history/index.ts';
import type { MentionBacklog } from '../../services/code/mentions/mention-backlog.ts';
import type { Deps } from '../../services/deps.ts';
import type { EmbeddingModels } from '../../services/models/embedding-models.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';
import type { Backlogs } from '../memories.ts';
import { createHistoryCalls, type HistoryCalls } from './history-calls.ts';
import { createIndexCalls, type IndexCalls } from './index-calls.ts';
import { createCodeSearchCalls, type CodeSearchCalls } from './search-calls.ts';
import { createSymbolCalls, type SymbolCalls } from './symbol-calls.ts';

export type CodeCalls = CodeSearchCalls & HistoryCalls & IndexCalls & SymbolCalls;

interface Parts extends Pick<Backlogs, 'embeddings'> {
  readonly models: EmbeddingModels;
  readonly mentions: MentionBacklog;
}

export function createCodeCalls(deps: Deps, { embeddings, models, mentions }: Parts, runner: WorkRunner): CodeCalls {
  return {
    ...createIndexCalls(deps, embeddings, runner),
    ...createSymbolCalls(deps, (repository, path) => changedTogether(deps, repository, path)),
    ...createCodeSearchCalls(deps, models),
    ...createHistoryCalls(deps, mentions),
  };
}
