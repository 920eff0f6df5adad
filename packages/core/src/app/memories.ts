/** Memories as the faces of the application see them. */
import type { Memory, MemoryFilter, MemorySummary, MemoryVersion } from '../model/index.ts';
import type { DeletionReceipt, Page } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import type { EmbeddingBacklog } from '../services/embedding/embedding-backlog.ts';
import { forgottenAmong, formHashes } from '../services/forgotten/index.ts';
import type { GraphBacklog } from '../services/graph/backlog/graph-backlog.ts';
import { addMemories, type AddRequest, type AddResult } from '../services/memory/add-memories.ts';
import {
  clearWorkspace,
  deleteMemories,
  getMemory,
  listMemories,
  memoryHistory,
  updateMemory,
  type MemoryChange,
} from '../services/memory/memories.ts';
import { moveMemories, type Moved, type MoveRequest } from '../services/memory/move-memories.ts';
import { nearDuplicatesOf } from '../services/memory/near-duplicates.ts';
import { lazyStream } from '../services/lazily.ts';
import type { NoteFile } from '../services/notes/export-notes.ts';
import { codeSaying } from '../services/purge/code-saying.ts';
import { findSaying } from '../services/purge/find-saying.ts';
import { purge, type PurgeReceipt, type PurgeRequest } from '../services/purge/purge.ts';
import { prune } from '../services/prune/prune.ts';
import type { PruneRequest, PruneResult } from '../services/prune/prune-request.ts';

export interface MemoryCalls {
  add(request: AddRequest): Promise<AddResult>;
  get(workspace: string, id: string): Promise<Memory>;
  /** In the order asked; those that do not exist are left out. */
  many(workspace: string, ids: readonly string[]): Promise<Memory[]>;
  history(workspace: string, id: string): Promise<MemoryVersion[]>;
  /** Ids of memories that say almost the same, the latest first. Known once both were read in the background. */
  nearDuplicates(workspace: string, id: string): Promise<string[]>;
  list(query: {
    workspace: string;
    filter?: MemoryFilter | undefined;
    limit: number;
    cursor?: string | undefined;
  }): Promise<Page<MemorySummary>>;
  update(request: {
    workspace: string;
    id: string;
    change: MemoryChange;
  }): Promise<{ memory: Memory; embedded: boolean }>;
  /** Into another workspace, under new ids; what they said before does not go with them. */
  move(request: MoveRequest): Promise<Moved[]>;
  /** For good, and so that no import, mirror or folder brings back what they said; adding it by hand does. */
  delete(workspace: string, ids: readonly string[]): Promise<DeletionReceipt>;
  /** Of each text, whether the user has forgotten it. */
  areForgotten(workspace: string, texts: readonly string[]): Promise<boolean[]>;
  /** Deletes without a trace on this machine's disk, as far as that can be, and says what was done and what was not. */
  purge(request: PurgeRequest): Promise<PurgeReceipt>;
  /** Memories that say the text in any version, in their metadata, tags, source or key. Looks at all of them. */
  saying(workspace: string, text: string): Promise<MemorySummary[]>;
  /** A sentence for each indexed repository that says one of the texts: what is purged stays there, and what to do about it. */
  codeSaying(workspace: string, texts: readonly string[]): Promise<readonly string[]>;
  /** Each memory as a note that people can open, as the mirror writes it. */
  notes(workspace: string, signal?: AbortSignal): AsyncIterable<NoteFile>;
  /** All memories of the workspace, which stays. */
  clear(workspace: string): Promise<DeletionReceipt>;
  /** Looks for what nothing needs any more; removes it only when confirmed. */
  prune(request: PruneRequest): Promise<PruneResult>;
}

/** What works on when the caller has its answer. */
export interface Backlogs {
  readonly embeddings: EmbeddingBacklog;
  readonly readings: GraphBacklog;
}

export function createMemoryCalls(deps: Deps, { embeddings, readings }: Backlogs): MemoryCalls {
  return {
    add: (request) => thenRead(readings, addMemories(deps, embeddings, request)),
    get: (workspace, id) => getMemory(deps, workspace, id),
    many: (workspace, ids) => deps.storage.memories.get(workspace, ids),
    history: (workspace, id) => memoryHistory(deps, workspace, id),
    nearDuplicates: (workspace, id) => nearDuplicatesOf(deps, workspace, id),
    list: (query) => listMemories(deps, query),
    update: (request) => thenRead(readings, updateMemory(deps, embeddings, request)),
    move: (request) => thenRead(readings, moveMemories(deps, embeddings, request)),
    delete: (workspace, ids) => deleteMemories(deps, workspace, ids),
    purge: (request) => purge(deps, request),
    saying: (workspace, text) => findSaying(deps, workspace, [text]),
    codeSaying: (workspace, texts) => codeSaying(deps, workspace, texts),
    // Notes are YAML, which is no small thing and seldom wanted.
    notes: lazyStream(async () => {
      const { exportNotes } = await import('../services/notes/export-notes.ts');
      return (workspace: string, signal?: AbortSignal) => exportNotes(deps, workspace, signal);
    }),
    areForgotten: async (workspace, texts) => {
      const forms = await Promise.all(texts.map(formHashes));
      const forgotten = await forgottenAmong(deps, workspace, forms.flat());
      return forms.map((hashes) => hashes.some((hash) => forgotten.has(hash)));
    },
    clear: (workspace) => clearWorkspace(deps, workspace),
    prune: (request) => prune(deps, request),
  };
}

/** What was stored is read some time after; the caller does not wait for it. */
async function thenRead<T>(readings: GraphBacklog, storing: Promise<T>): Promise<T> {
  const stored = await storing;
  readings.queued();
  return stored;
}
