/** Tags of papers: what there is, what might be, and changes of many that are planned first. */
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import {
  applyRetag,
  mustBeProposed,
  proposeConsolidation,
  proposeRetagging,
  undoRetag,
  type ProposedRetag,
  type Retagged,
} from '../../services/research/tags/retag.ts';
import { suggestTags, type SuggestedPage, type SuggestRequest } from '../../services/research/tags/suggest-tags.ts';
import { vocabularyOf, type Vocabulary } from '../../services/research/tags/vocabulary.ts';
import type { ResearchParts } from './research.ts';

export interface TagCalls {
  vocabulary(workspace: string): Promise<Vocabulary>;
  /** Never writes. */
  suggest(workspace: string, request: SuggestRequest): Promise<SuggestedPage>;
  /** A plan to have each tag in one spelling, with the renames that are given. Null as its id where there is nothing to do. */
  proposeConsolidation(workspace: string, renames?: Readonly<Record<string, string>>): Promise<ProposedRetag>;
  /** The same, and tags of the vocabulary for papers without any. */
  proposeRetagging(workspace: string): Promise<ProposedRetag>;
  apply(workspace: string, planId: string): Promise<Retagged>;
  /** As work, by whichever process. */
  startApplying(workspace: string, planId: string): Promise<WorkItem>;
  undo(workspace: string, planId: string): Promise<Retagged>;
}

const RETAG = 'retag_papers';

export function createTagCalls(deps: Deps, { runner, kinds }: ResearchParts): TagCalls {
  kinds.register({
    kind: RETAG,
    run: async (item, { signal, progress }) => {
      const { plan } = item.payload as { plan: string };
      const onProgress = (done: number, total: number): void => progress(done, total, 'papers');
      return { ...(await applyRetag(deps, item.workspace ?? deps.config.workspace, plan, { signal, onProgress })) };
    },
  });
  return {
    vocabulary: (workspace) => vocabularyOf(deps, workspace),
    suggest: (workspace, request) => suggestTags(deps, workspace, request),
    proposeConsolidation: (workspace, renames) => proposeConsolidation(deps, workspace, renames),
    proposeRetagging: (workspace) => proposeRetagging(deps, workspace),
    apply: (workspace, planId) => applyRetag(deps, workspace, planId),
    startApplying: async (workspace, plan) => {
      await mustBeProposed(deps, workspace, plan);
      return runner.ask({ kind: RETAG, workspace, payload: { plan }, key: plan, priority: 1 });
    },
    undo: (workspace, planId) => undoRetag(deps, workspace, planId),
  };
}
