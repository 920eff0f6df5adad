/** One worker of the pool with what it has in hand: loading → idle ⇄ busy → ended. */
import type { EmbedWorker, StartWorker } from './embed-worker.ts';
import type { EmbedJob } from './embed-queue.ts';
import type { ReadyReply, WorkerOutcome, WorkerProblem } from './worker-messages.ts';
import { unavailable } from '../unavailable.ts';

export interface SlotEvents {
  readonly onReady: (slot: WorkerSlot, ready: ReadyReply) => void;
  readonly onLoadFailed: (slot: WorkerSlot, problem: WorkerProblem) => void;
  readonly onDone: (slot: WorkerSlot) => void;
  /** The worker ended unasked; what it had in hand is still in `jobs`. */
  readonly onDeath: (slot: WorkerSlot, cause: unknown) => void;
}

export class WorkerSlot {
  state: 'loading' | 'idle' | 'busy' | 'ended' = 'loading';
  jobs: readonly EmbedJob[] = [];
  readonly #worker: EmbedWorker;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(start: StartWorker, events: SlotEvents) {
    this.#worker = start({
      onReply: (reply) => {
        if (this.state === 'ended') return;
        if (reply.kind === 'ready') events.onReady(this, reply);
        else if (reply.kind === 'failed') events.onLoadFailed(this, reply.problem);
        else this.#finish(reply.outcomes, events);
      },
      onEnd: (cause) => {
        if (this.state !== 'ended') events.onDeath(this, cause);
      },
    });
  }

  run(jobs: readonly EmbedJob[]): void {
    clearTimeout(this.#idleTimer);
    this.state = 'busy';
    this.jobs = jobs;
    this.#worker.setNeeded(true);
    this.#worker.send({ texts: jobs.map(({ text, role }) => ({ text, role })) });
  }

  /** Nothing to do: `then` is called unless work comes within `ms`. */
  rest(ms: number, then: () => void): void {
    clearTimeout(this.#idleTimer);
    this.state = 'idle';
    this.#worker.setNeeded(false);
    this.#idleTimer = setTimeout(then, ms).unref();
  }

  /** Ends the worker; none of its events is heard any more. */
  end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.state = 'ended';
    return this.#worker.end();
  }

  #finish(outcomes: readonly WorkerOutcome[], events: SlotEvents): void {
    const jobs = this.jobs;
    this.jobs = [];
    jobs.forEach((job, i) => {
      const outcome = outcomes[i];
      // Vectors arrive as views of one message; a copy keeps the caller from holding on to the rest of it.
      if (outcome && 'vector' in outcome) job.resolve({ ...outcome, vector: outcome.vector.slice() });
      else if (outcome && 'reading' in outcome) job.resolve(outcome);
      else job.reject(unavailable(outcome?.problem));
    });
    events.onDone(this);
  }
}
