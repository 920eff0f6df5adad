/** What a kind of work is: its name, how it is done, and how often it is tried. */
import type { WorkData, WorkItem } from '../../ports/index.ts';
import type { Backoff } from './backoff.ts';

/**
 * `cancelled`: somebody does not want it any more; `closed`: this process ends; `lost`: another process has taken it;
 * `stalled`: it has told nothing for too long, and another process shall have it.
 */
export type WorkStop = 'cancelled' | 'closed' | 'lost' | 'stalled';

export interface WorkControl {
  /** Fires when the work must stop; it throws soon after then. What returns all the same is taken for complete. */
  readonly signal: AbortSignal;
  /** Why the signal fired; null before. */
  readonly stop: WorkStop | null;
  /** `message`: what is being done just now, in a few words without contents. Cheap: it is written down now and then. */
  progress(done: number, total: number, message?: string): void;
}

export interface WorkKind {
  readonly kind: string;
  /** How many of the kind this process does at once; 1. */
  readonly concurrency?: number;
  /** Waits for something most of the time, and takes no place of those that work; false. */
  readonly aside?: boolean;
  /** How often it may be begun before a failure is final; 5. */
  readonly maxAttempts?: number;
  /** Every failure is tried again, also one that asking again can hardly help; false. */
  readonly persistent?: boolean;
  readonly backoff?: Backoff;
  /** Without news of progress for so long it is taken for stuck, and left to others; without end. */
  readonly stallMs?: number;
  /** How long an item that ended can be looked up; a week. */
  readonly keepMs?: number;
  /**
   * Resolves with the result. A failure is tried again after a while, unless asking again cannot help (see the table of
   * errors); what cannot be done just now throws `WorkLater`. It may be begun again where another process stopped.
   */
  run(item: WorkItem, control: WorkControl): Promise<WorkData>;
  /** Takes back what was prepared for an item that was cancelled while it waited. */
  cancelled?(item: WorkItem): Promise<void>;
  /** Prepares an item that failed or was cancelled to be begun anew. */
  retried?(item: WorkItem): Promise<void>;
}

/** Not a failure: there is more to do, but not before the time. The item is given back and does not count as tried. */
export class WorkLater extends Error {
  override readonly name = 'WorkLater';
  readonly dueAt: number;

  constructor(dueAt: number) {
    super('There is more to do later.');
    this.dueAt = dueAt;
  }
}

/** What somebody wants done. */
export interface AskedWork {
  readonly kind: string;
  /** None for what concerns the whole store. */
  readonly workspace?: string;
  readonly payload?: WorkData;
  /** See `NewWork`. */
  readonly key?: string;
  /** At once when left out. */
  readonly dueAt?: number;
  readonly priority?: number;
  readonly everyMs?: number;
}

/** Without news for so long, what models and extractors do is taken for stuck: a slow one may need minutes for a portion. */
export const STALL_MS = 1_200_000;

/** Kinds may have variants that only some processes can do: `embedding:ollama/bge-m3` is shown as `embedding`. */
export function nameOfKind(kind: string): string {
  return kind.split(':', 1)[0] ?? kind;
}

export function isLive({ state }: WorkItem): boolean {
  return state === 'queued' || state === 'running';
}
