import type { ChangeKind, StoreChange } from '../../model/index.ts';

/** Who made a change: a call of this process, what it does in the background, or another process of the store. */
export type EventCause = 'call' | 'background' | 'other process';

/** Something was changed, and can be read by now. */
export interface ChangeEvent extends StoreChange {
  readonly cause: EventCause;
  /** The tool or command that was called, or the kind of work; null where nobody said, and of another process. */
  readonly by: string | null;
}

/** Something was missed, because too much happened at once or too long ago: anything may have changed. */
export interface OverflowEvent {
  readonly kind: 'overflow';
}

export type AppEvent = ChangeEvent | OverflowEvent;

export const OVERFLOW: OverflowEvent = { kind: 'overflow' };

/** What a listener wants to hear of. An overflow is told to all. */
export interface EventFilter {
  /** All by default. */
  readonly kinds?: readonly ChangeKind[] | undefined;
  /** Only of this one, and what may concern any. */
  readonly workspace?: string | undefined;
  /** How many events may wait for a listener that is slower than they come. */
  readonly capacity?: number | undefined;
  /** False for one to whom only this process matters: then nobody asks the store for its sake. */
  readonly others?: boolean | undefined;
}

export interface Subscription {
  /** From then on nothing is missed, not even of what other processes do. */
  readonly ready: Promise<void>;
  /** Nothing is told any more. Safe to call twice. */
  close(): void;
}
