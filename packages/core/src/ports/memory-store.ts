import type { Memory, MemorySummary, MemoryVersion, Metadata, Passage, PassageSpan } from '../model/memory.ts';
import type { MemoryFilter, Scope } from '../model/filter.ts';
import type { RecordWrite } from './record-store.ts';

/** A memory about to be stored, with its passages already cut. The caller makes the id and reads the clock. */
export interface NewMemory extends Pick<
  Memory,
  | 'id'
  | 'workspace'
  | 'text'
  | 'kind'
  | 'tags'
  | 'source'
  | 'metadata'
  | 'hash'
  | 'key'
  | 'occurredAt'
  | 'validFrom'
  | 'supersedes'
> {
  readonly passages: readonly PassageSpan[];
  /**
   * Not stored when the workspace has one that says the same: text, kind, tags, source, metadata and time all equal, and
   * nothing has superseded it. Means nothing beside a `key` or `supersedes`.
   */
  readonly unlessSame?: boolean;
  /** Names nothing that belongs in the graph: it does not wait to be read for entities and relations. */
  readonly unread?: 'never';
}

export interface Stored {
  readonly id: string;
  /** `duplicate`: the workspace had it already, by `key` or `unlessSame`; nothing was written and `id` is that memory's. */
  readonly status: 'stored' | 'duplicate';
  /** Ids of the passages, in order. */
  readonly passageIds: readonly number[];
}

/** Passages freshly stored may be claimed at once by the writer, so that no other process embeds them too. */
export interface EmbeddingClaim {
  readonly owner: string;
  readonly until: number;
}

export interface MemoryPatch {
  readonly text?: { readonly text: string; readonly hash: string; readonly passages: readonly PassageSpan[] };
  readonly kind?: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly metadata?: Metadata;
  readonly occurredAt?: number | null;
}

export interface ListQuery {
  readonly workspace: string;
  readonly filter?: MemoryFilter;
  readonly limit: number;
  /** From the previous page's `next`. */
  readonly cursor?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  /** How many match in all. */
  readonly total: number;
}

/** What a deletion took away. */
export interface DeletionReceipt {
  readonly memories: number;
  readonly passages: number;
  readonly versions: number;
  /** Of the graph: mentions, relations that stood on nothing else, and entities that nobody else knows of. */
  readonly mentions: number;
  readonly relations: number;
  readonly entities: number;
  /** Of collections: those that belonged to what went, and those that were deleted with it. */
  readonly records: number;
  /** Length of the texts, in bytes of UTF-8. */
  readonly bytes: number;
}

export interface StoreStats {
  readonly memories: number;
  readonly passages: number;
  /** Passages whose vector for the given model is still missing, in every workspace. */
  readonly pendingEmbeddings: number;
  /** What the store takes on disk, all workspaces, journal included. */
  readonly bytes: number;
  readonly workspaces: number;
  readonly totalMemories: number;
  readonly totalPassages: number;
}

/**
 * Memories, durable. Contract, for every driver:
 * - A promise that resolves means the change is on disk and seen by the next call from any process.
 * - Each method is atomic: it does all or, when it rejects, nothing.
 * - Text, tags and metadata come back exactly as given.
 * - A workspace that does not exist is made by `add`, and is empty for every other method.
 * - `records` are written after the memories, in the same transaction (see RecordStore); the memories are then all of one
 *   workspace, INVALID_INPUT otherwise.
 * - Fails with NOT_FOUND, CONFLICT, or a STORE_* code; never with the engine's own words.
 */
export interface MemoryStore {
  /**
   * Stores all or none, in order. Their passages can be found by words at once and wait for embedding. `supersedes` ends
   * the named memory's validity at the new one's `validFrom` (NOT_FOUND when missing or in another workspace, CONFLICT
   * when it is superseded already).
   */
  add(
    memories: readonly NewMemory[],
    at: number,
    claim?: EmbeddingClaim,
    records?: readonly RecordWrite[],
  ): Promise<Stored[]>;
  /** In the order asked; those that do not exist are left out. */
  get(workspace: string, ids: readonly string[]): Promise<Memory[]>;
  summaries(workspace: string, ids: readonly string[]): Promise<MemorySummary[]>;
  /** Newest first by the time of the remembered thing, or of storing where that is unknown. */
  list(query: ListQuery): Promise<Page<MemorySummary>>;
  /** How many memories carry each tag, superseded ones too, in the order asked; counting ends at `most`. */
  countTagged(workspace: string, tags: readonly string[], most: number): Promise<readonly number[]>;
  /** The first passages of the memories that `list` gives, in its order; at most `limit`. Their scores say nothing. */
  openings(scope: Scope, limit: number): Promise<PassageHit[]>;
  /** The old state goes into history. A changed text gets new passages, which wait for embedding. */
  update(
    workspace: string,
    id: string,
    patch: MemoryPatch,
    at: number,
    records?: readonly RecordWrite[],
  ): Promise<{ memory: Memory; passageIds: readonly number[] }>;
  /** Earlier states, oldest first. */
  history(workspace: string, id: string): Promise<MemoryVersion[]>;
  /** Removes text, history, passages and vectors for good and leaves a tombstone. NOT_FOUND unless all exist. */
  remove(
    workspace: string,
    ids: readonly string[],
    at: number,
    records?: readonly RecordWrite[],
  ): Promise<DeletionReceipt>;
  /** The same for everything in the workspace. */
  clear(workspace: string, at: number): Promise<DeletionReceipt>;
  passages(ids: readonly number[]): Promise<Passage[]>;
  /** All of one memory, in their order; none of one that does not exist. */
  passagesOf(workspace: string, id: string): Promise<Passage[]>;
  /** `model` decides what counts as pending. */
  stats(workspace: string, model: string): Promise<StoreStats>;
}

/** A passage found by one signal. Higher scores are better; their scale is the signal's own. */
export interface PassageHit {
  readonly passageId: number;
  readonly memoryId: string;
  readonly score: number;
}

/** What to find by words. Terms are those that `toTerms` makes, which the driver applies to what it stores. */
export interface WordQuery {
  /** Any of them; the score adds up over all. */
  readonly terms: readonly string[];
  /** A passage must hold each of these (from `toPhrase`), in order and adjacent. Their terms count too. */
  readonly phrases?: readonly (readonly string[])[];
  /** And none of these: a term, or a phrase. */
  readonly excluded?: readonly (readonly string[])[];
  /** Beginnings of terms: the most frequent ones that begin so count as terms. */
  readonly prefixes?: readonly string[];
}

export interface TermFrequency {
  readonly term: string;
  /** In how many of the workspace's passages. */
  readonly passages: number;
}

export interface WordFrequencies {
  /** How many there are in the workspace, superseded ones too. */
  readonly passages: number;
  /** In the order asked. */
  readonly counts: readonly number[];
}

/**
 * Finds passages by words. The terms come from the core, so that engines cannot differ in what a word is. Contract: BM25
 * (k1 = 1.2, b = 0.75, over the passages of the workspace alone) of passages that hold any of the terms; min(k, matches)
 * hits, best first; only live passages within the scope; workspace and filter hold before the cut. An engine may give up
 * on a phrase of common words after reading twenty thousand passages that do not hold it.
 */
export interface FullTextIndex {
  search(query: WordQuery, k: number, scope: Scope): Promise<PassageHit[]>;
  /**
   * Terms near a misspelt one: with the same first letter, one edit away, two when it has six letters or more; the most
   * frequent first. A swap of neighbours is one edit. Nothing for terms of one or two letters.
   */
  similar(term: string, workspace: string, limit: number): Promise<TermFrequency[]>;
  /** In how many passages of the workspace each term occurs, and how many passages there are. */
  frequencies(terms: readonly string[], workspace: string): Promise<WordFrequencies>;
}

/** A passage's vector, and what late interaction compares: the codes of its tokens, where the model gives them. */
export interface PassageVector {
  readonly passageId: number;
  readonly vector: Float32Array;
  readonly tokens?: Uint8Array;
}

/** How many vectors of a model there are, and how long each is. */
export interface VectorSet {
  readonly model: string;
  readonly dimensions: number;
  readonly vectors: number;
}

/**
 * Finds passages by meaning. Contract: `nearest` gives min(k, |passages of that model in scope|) live hits by exact cosine,
 * best first; vectors of another model are never compared. Without a filter, in a workspace of several hundred thousand
 * passages, an engine may miss a hit in a hundred; never under a filter. `score` gives the cosine of each named passage
 * that has a vector, `vectors` the vectors themselves, `tokens` those token codes that exist. `put` is durable, ignores
 * passages that are gone, replaces an earlier vector with its tokens, and takes the passage off the queue. `forget` takes
 * away some of a model's vectors, as many as can go without holding others up, and says how many; their passages wait for
 * that model again. When it says 0 none is left, what they took is free, and the model may come back with other dimensions.
 */
export interface VectorIndex {
  nearest(model: string, query: Float32Array, k: number, scope: Scope): Promise<PassageHit[]>;
  score(model: string, query: Float32Array, passageIds: readonly number[]): Promise<Map<number, number>>;
  vectors(model: string, passageIds: readonly number[]): Promise<Map<number, Float32Array>>;
  tokens(model: string, passageIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  put(model: string, vectors: readonly PassageVector[]): Promise<void>;
  /** Models that have any, most first. */
  models(): Promise<VectorSet[]>;
  forget(model: string): Promise<number>;
}

/** A passage with whose it is: what stands around it may belong to what is embedded. */
export interface QueuedPassage extends Passage {
  readonly workspace: string;
  /** Of its memory. */
  readonly kind: string;
}

export interface PassageClaim extends EmbeddingClaim {
  /**
   * Passages of workspaces whose names begin so come after all others: what was stored later than they were does not wait for them. One
   * that was given back, or whose lease ran out, may.
   */
  readonly behind?: string;
}

/**
 * Passages that wait for a vector. A claim is a lease: until it runs out no other owner gets the passage, so that no work
 * is done twice; after a crash it runs out and anyone may take over.
 */
export interface EmbeddingQueue {
  /** Those stored first come first. */
  claim(model: string, claim: PassageClaim, limit: number, now: number): Promise<QueuedPassage[]>;
  /** Gives claimed passages back, e.g. on shutdown or after a failure; not before `retryAt`. */
  release(owner: string, passageIds: readonly number[], retryAt: number): Promise<void>;
  /** How many wait, claimed or not; but those of workspaces whose names begin with `except`. */
  pending(model: string, except?: string): Promise<number>;
}
