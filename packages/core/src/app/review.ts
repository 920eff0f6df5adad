/** What is remembered twice, against itself, or should not be: for somebody to look through and settle. */
import type { Memory } from '../model/index.ts';
import type { Deps } from '../services/deps.ts';
import { lazily } from '../services/lazily.ts';
import type {
  MergeRequest,
  ReviewPage,
  ReviewPair,
  ReviewRequest,
  SecretMemory,
  Settling,
  StaleMemory,
  SupersedeRequest,
} from '../services/review/review-request.ts';
import type { MemoryCalls } from './memories.ts';

export interface ReviewCalls {
  /** Memories that say almost the same; known once both were read in the background. */
  duplicates(request: ReviewRequest): Promise<ReviewPage<ReviewPair>>;
  /** That share most of their words and differ in a figure or a negation. Nothing is decided by it. */
  contradictions(request: ReviewRequest): Promise<ReviewPage<ReviewPair>>;
  /** That name code which says something else by now, or is gone. */
  stale(request: ReviewRequest): Promise<ReviewPage<StaleMemory>>;
  /** That hold what opens something: keys and tokens by their form. */
  secrets(request: ReviewRequest): Promise<ReviewPage<SecretMemory>>;
  /** Leaves it as it is, and does not show it again until one of the memories changes. */
  settle(settling: Settling): Promise<void>;
  /** Takes that back. False when it was not settled. */
  unsettle(settling: Settling): Promise<boolean>;
  /** Two become one, with the tags of both. */
  merge(request: MergeRequest): Promise<Memory>;
  /** The newer takes the place of the older. Its id from then on. */
  supersede(request: SupersedeRequest): Promise<string>;
}

/** Loaded with the first call: agents never ask. */
export function createReviewCalls(deps: Deps, memories: MemoryCalls): ReviewCalls {
  return lazily<ReviewCalls>(async () => {
    const review = await import('../services/review/review.ts');
    return {
      duplicates: (request) => review.findDuplicates(deps, request),
      contradictions: (request) => review.findContradictions(deps, request),
      stale: (request) => review.findStale(deps, request),
      secrets: (request) => review.findSecrets(deps, request),
      settle: async (settling) => {
        const ids = [...new Set(settling.ids)];
        await review.settle(deps, settling, await Promise.all(ids.map((id) => memories.get(settling.workspace, id))));
      },
      unsettle: (settling) => review.unsettle(deps, settling),
      merge: (request) => review.mergeMemories(deps, memories, request),
      supersede: (request) => review.supersedeMemory(deps, memories, request),
    };
  });
}
