/** Plain data that survives JSON. */
export type WorkData = null | boolean | number | string | readonly WorkData[] | { readonly [name: string]: WorkData };

/**
 * `queued`: waits for its time, or for somebody to take it; `running`: somebody holds its lease; the others are ends. A
 * recurring item that ends well goes back to `queued` with its next time.
 */
export type WorkState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface WorkProgress {
  readonly done: number;
  /** 0 while nobody knows. */
  readonly total: number;
  /** What is being done just now, in a few words without contents. */
  readonly message: string;
}

/** Why an attempt failed: a code of the error table and words that may be shown. */
export interface WorkError {
  readonly code: string;
  readonly message: string;
}

export interface NewWork {
  readonly id: string;
  /** Who does it: the name under which a process registers its code. */
  readonly kind: string;
  /** Null for what concerns the whole store. */
  readonly workspace: string | null;
  readonly payload: WorkData;
  /** Of the live items of a kind and workspace with the same key there is one; null for as many as are asked for. */
  readonly key: string | null;
  readonly dueAt: number;
  /** Higher ones first, among those that are due. */
  readonly priority: number;
  /** How often it may be begun before a failure is final. */
  readonly maxAttempts: number;
  /** Begins again so long after it ended; null for once. */
  readonly everyMs: number | null;
}

export interface WorkItem extends NewWork {
  readonly state: WorkState;
  /** How often it was begun since it was queued or retried, without attempts that were given back. */
  readonly attempts: number;
  readonly owner: string | null;
  readonly leaseUntil: number | null;
  readonly progress: WorkProgress;
  /** Of the last attempt that failed; null when the last one ended well. */
  readonly error: WorkError | null;
  /** Of the last time that it ended well; null before. */
  readonly result: WorkData;
  /** Somebody wants it stopped; whoever holds it is told by `extend`. False in every state but `running`. */
  readonly cancelRequested: boolean;
  readonly createdAt: number;
  /** Of the latest attempt. */
  readonly startedAt: number | null;
  /** When it last ended, also of one that has been queued again since; null from when it is begun until it ends. */
  readonly endedAt: number | null;
}

export interface WorkClaim {
  readonly owner: string;
  readonly until: number;
  /** Only these. */
  readonly kinds: readonly string[];
  /** Only of this workspace, where given. */
  readonly workspace?: string;
}

export interface WorkFilter {
  readonly workspace?: string;
  readonly kinds?: readonly string[];
  readonly states?: readonly WorkState[];
}

/** What an extension tells a holder. An id that is not there is no longer held: its work must stop and write nothing. */
export interface HeldWork {
  readonly id: string;
  readonly cancelRequested: boolean;
}

/**
 * Everything that outlives the call that asked for it, durable and seen by every process of the store. Contract:
 * - A promise that resolves means that the change is on disk and seen by the next call from any process.
 * - An item is held by at most one owner: `claim` gives it to nobody else until its lease has run out or it was given back.
 *   Whoever has lost it learns so: `extend` leaves it out, `settle` answers null and changes nothing. So each item ends well
 *   exactly once. A lease that ran out is still its owner's until somebody else claims.
 * - A lease that ran out counts as a failed attempt (`TIMEOUT`); the last allowed one makes the item `failed`. It is noticed by
 *   the next `claim` of its kind; the item is due at once then. What was to be cancelled is `cancelled`.
 * - Items due earlier come first among those of equal priority, of those due at the same time the one added first.
 */
export interface WorkQueue {
  /**
   * Queues all or none, in order. Where a live item has the same kind, workspace and key, that one comes back instead: one
   * that waits is due at the earlier of both times; one that runs is queued again once it has ended or was given back, with
   * the new payload and time (`again`), so that what was asked for while it ran is not missed. Its attempts begin anew
   * unless it was given back. An id that is there already is not added again: its item comes back as it is.
   */
  add(items: readonly NewWork[], at: number): Promise<WorkItem[]>;
  claim(claim: WorkClaim, limit: number, now: number): Promise<WorkItem[]>;
  /** Keeps leases, and tells how far the work has got. Those no longer held are left out. */
  extend(
    owner: string,
    held: readonly { readonly id: string; readonly progress?: WorkProgress }[],
    until: number,
  ): Promise<HeldWork[]>;
  /**
   * Ends a held item, or gives it back. `retry` ends the attempt and queues the item for `dueAt`, unless it was the last
   * one; `release` queues it as if it had not been begun. A cancel that was asked for meanwhile wins over both, and over
   * recurrence: an item that recurs then ends. Null when the owner no longer holds it.
   */
  settle(owner: string, id: string, outcome: WorkOutcome, at: number): Promise<WorkItem | null>;
  /**
   * What waits is cancelled at once, and so is what runs with a lease that ran out; what runs is asked to stop, and not
   * queued again for those who asked for it before. Null when there is no such item; ended ones stay.
   */
  cancel(id: string, at: number): Promise<WorkItem | null>;
  /**
   * Queues a failed or cancelled item anew, its attempts and progress forgotten. Null when there is none; live and completed
   * ones stay. Where a live one has its key meanwhile, that one comes back.
   */
  retry(id: string, at: number): Promise<WorkItem | null>;
  get(id: string): Promise<WorkItem | null>;
  /** Those that run, then those that wait, each the newest first, then the latest ended; `next` for the following page. */
  list(filter: WorkFilter, page: { readonly limit: number; readonly cursor?: string }): Promise<WorkPage>;
  /** When something of these kinds can next be claimed: due, or its lease run out. Null when nothing waits. */
  nextDue(kinds: readonly string[]): Promise<number | null>;
  /** Forgets items that ended before the time, only those of these kinds where given, and says how many. */
  prune(before: number, kinds?: readonly string[]): Promise<number>;
}

export type WorkOutcome =
  | { readonly end: 'completed'; readonly result: WorkData; readonly progress?: WorkProgress }
  | { readonly end: 'failed'; readonly error: WorkError; readonly progress?: WorkProgress }
  | { readonly end: 'retry'; readonly error: WorkError; readonly dueAt: number; readonly progress?: WorkProgress }
  | { readonly end: 'release'; readonly dueAt: number; readonly progress?: WorkProgress }
  | { readonly end: 'cancelled'; readonly progress?: WorkProgress };

export interface WorkPage {
  readonly items: readonly WorkItem[];
  readonly next: string | null;
  readonly total: number;
}
