/** A background task of which this process runs one at a time, and which looks itself for what there is to do. */
import type { TaskControl, TaskRunner, TaskStatus } from '../../ports/index.ts';
import { yieldToEventLoop } from '../within.ts';

export class LoneTask {
  readonly #tasks: TaskRunner;
  readonly #name: string;
  readonly #work: (control: TaskControl) => Promise<void>;
  #running: string | undefined;
  #signal: AbortSignal | undefined;

  /** When `work` resolves there must be nothing left to do: what comes while it works does not start another. */
  constructor(tasks: TaskRunner, name: string, work: (control: TaskControl) => Promise<void>) {
    this.#tasks = tasks;
    this.#name = name;
    this.#work = work;
  }

  /** The task that is under way, or a new one. One that was cancelled is waited for. */
  async start(): Promise<TaskStatus> {
    // One that is about to end would be taken for a running one.
    while (this.#current() === null && this.#tasks.list().some(({ name, state }) => this.#isNamesake(name, state))) {
      await yieldToEventLoop();
    }
    return this.#current() ?? this.#begin();
  }

  #current(): TaskStatus | null {
    return this.#running === undefined || this.#signal?.aborted ? null : this.#tasks.get(this.#running);
  }

  #isNamesake(name: string, state: TaskStatus['state']): boolean {
    return name === this.#name && state === 'running';
  }

  #begin(): TaskStatus {
    this.#signal = undefined;
    const task = this.#tasks.start(this.#name, async (control) => {
      this.#signal = control.signal;
      try {
        await this.#work(control);
      } finally {
        this.#running = undefined;
      }
    });
    // A runner that was closed starts nothing.
    if (task.state === 'running') this.#running = task.id;
    return task;
  }
}
