/** Work that goes on in this process after the call that began it: started, watched, cancelled, waited for. */
import { toZapomniError } from '@zapomni/core/errors';
import type { Clock, IdSource, Logger, TaskControl, TaskRunner, TaskState, TaskStatus } from '@zapomni/core/ports';

export interface TaskRunnerOptions {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** How many finished tasks can still be looked up; 100. Of one name no more than a fifth of that. */
  readonly keep?: number;
}

type Work = (control: TaskControl) => Promise<void>;

interface Task {
  status: TaskStatus;
  readonly abort: AbortController;
  /** Resolves when the work has stopped; never rejects. */
  stopped: Promise<void>;
}

/**
 * Beyond the port's contract: `list` is in order of start. A cancelled task is `running` until its work has stopped, and
 * `cancelled` then, even if it came to its end meanwhile. After `close` nothing is started: `start` answers with a task
 * that is cancelled already and forgotten.
 */
export function createTaskRunner(options: TaskRunnerOptions): TaskRunner {
  return new InProcessTaskRunner(options);
}

class InProcessTaskRunner implements TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #tasks = new Map<string, Task>();
  #closed = false;

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
  }

  start(name: string, work: Work): TaskStatus {
    const running = this.#running().find((task) => task.status.name === name);
    if (running) return running.status;
    const task = this.#create(name);
    if (this.#closed) return { ...task.status, state: 'cancelled', endedAt: task.status.startedAt };
    this.#tasks.set(task.status.id, task);
    this.#log(task, 'info', 'task_started');
    task.stopped = this.#run(task, work);
    return task.status;
  }

  get(id: string): TaskStatus | null {
    return this.#tasks.get(id)?.status ?? null;
  }

  list(): TaskStatus[] {
    return [...this.#tasks.values()].map((task) => task.status);
  }

  cancel(id: string): boolean {
    const task = this.#tasks.get(id);
    if (task?.status.state !== 'running') return false;
    task.abort.abort();
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#running();
    for (const task of running) task.abort.abort();
    await Promise.all(running.map((task) => task.stopped));
  }

  #create(name: string): Task {
    const { clock, ids } = this.#options;
    const startedAt = clock.now();
    return {
      status: { id: ids.next(), name, state: 'running', done: 0, total: 0, startedAt, endedAt: null },
      abort: new AbortController(),
      stopped: Promise.resolve(),
    };
  }

  async #run(task: Task, work: Work): Promise<void> {
    // The work begins after `start` has returned, so that a long synchronous beginning is not the caller's to wait for.
    await Promise.resolve();
    try {
      await work({ signal: task.abort.signal, progress: (done, total) => this.#progress(task, done, total) });
      this.#end(task, task.abort.signal.aborted ? 'cancelled' : 'completed');
    } catch (error) {
      this.#fail(task, error);
    }
  }

  #progress(task: Task, done: number, total: number): void {
    if (task.status.state === 'running') task.status = { ...task.status, done, total };
  }

  #fail(task: Task, error: unknown): void {
    const wasCancelled = task.abort.signal.aborted;
    if (!wasCancelled || toZapomniError(error).code !== 'CANCELLED') {
      this.#log(task, wasCancelled ? 'warning' : 'error', 'task_failed', { error });
    }
    this.#end(task, wasCancelled ? 'cancelled' : 'failed');
  }

  #end(task: Task, state: TaskState): void {
    const endedAt = this.#options.clock.now();
    task.status = { ...task.status, state, endedAt };
    if (state !== 'failed') this.#log(task, 'info', `task_${state}`, { duration_ms: endedAt - task.status.startedAt });
    this.#forgetOldest();
  }

  /** What is done again and again must not push out what somebody asked for once. */
  #forgetOldest(): void {
    const { keep = 100 } = this.#options;
    const finished = [...this.#tasks.values()].filter((task) => task.status.state !== 'running');
    const byName = Map.groupBy(finished, (task) => task.status.name);
    const repeated = new Set([...byName.values()].flatMap((tasks) => tasks.slice(0, -Math.ceil(keep / 5))));
    const others = finished.filter((task) => !repeated.has(task));
    const surplus = others.slice(0, Math.max(0, others.length - keep));
    for (const task of [...repeated, ...surplus]) this.#tasks.delete(task.status.id);
  }

  #running(): Task[] {
    return [...this.#tasks.values()].filter((task) => task.status.state === 'running');
  }

  #log(task: Task, level: 'info' | 'warning' | 'error', event: string, fields: object = {}): void {
    this.#options.logger.log(level, event, { task: task.status.name, task_id: task.status.id, ...fields });
  }
}
