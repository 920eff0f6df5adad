export type TaskState = 'running' | 'completed' | 'failed' | 'cancelled';

export interface TaskStatus {
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
  readonly done: number;
  readonly total: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export interface TaskControl {
  /** Fires when the task is cancelled or the runner closes; the work must stop soon after. */
  readonly signal: AbortSignal;
  progress(done: number, total: number): void;
}

/**
 * Work that outlives the call that began it. Contract: `start` never throws and never waits; a second `start` under a name
 * that is running returns the running task; a failure is logged and shown in the status; `close` cancels and waits.
 */
export interface TaskRunner {
  start(name: string, work: (control: TaskControl) => Promise<void>): TaskStatus;
  get(id: string): TaskStatus | null;
  list(): TaskStatus[];
  cancel(id: string): boolean;
  close(): Promise<void>;
}
