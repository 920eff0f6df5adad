/** Memories: what a caller says of them and gets back. Of what is done with them, `app.memories` is the door. */
export type { MemoryDraft } from './draft.ts';
export type { Added, AddRequest, AddResult } from './add-memories.ts';
export type { MemoryChange } from './memories.ts';
export type { PurgeReceipt, PurgeRequest } from '../purge/purge.ts';
export {
  PRUNE_STRATEGIES,
  type PruneItem,
  type PruneKind,
  type PruneRequest,
  type PruneResult,
  type PruneStrategy,
} from '../prune/prune-request.ts';
