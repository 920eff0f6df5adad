import type { StoreChange } from '../model/changes/store-change.ts';

export interface StoreChanges {
  /** For the next question. Opaque. */
  readonly position: string;
  /** In the order in which they were made. Some may have made no difference; none that did is left out. */
  readonly changes: readonly StoreChange[];
  /** False when so much has happened since that not all of it is known any more: anything may have changed. */
  readonly complete: boolean;
}

/**
 * What others have done to the store: other processes, or other openings of it. One's own changes are left out, because
 * whoever made them knows. Vectors are no changes: nothing that can be read differs.
 */
export interface ChangeLog {
  /** What happened after the position. Null begins: it gives the present position and no changes. */
  since(position: string | null): Promise<StoreChanges>;
  /**
   * The same, but it waits until there is something to tell, and costs nothing worth naming meanwhile. It is told soon: a
   * fraction of a second after it was written, by whomever, who may be dead by then. Any number may wait; a wait does not keep
   * the process alive. Rejects when the signal or the closing of the store ends it.
   */
  next(position: string, signal: AbortSignal): Promise<StoreChanges>;
}
