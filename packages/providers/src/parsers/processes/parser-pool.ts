/** Files that wait, and the processes of one kind that read them. Processes are started as files come and end when none do. */
import { ZapomniError } from '@zapomni/core/errors';
import type { CodeSource, Logger } from '@zapomni/core/ports';
import type { Child, ChildEvents } from '../../system/child.ts';
import type { FactsReply, ParseReply, ParseRequest } from './messages.ts';
import { ParserSlot, type ParseJob, type SlotEvents, type SlotLimits } from './parser-slot.ts';

export interface ParserPoolOptions {
  readonly logger: Logger;
  readonly most: number;
  readonly idleMs: number;
  readonly limits: SlotLimits;
  start(events: ChildEvents<ParseReply>): Child<ParseRequest>;
}

export class ParserPool {
  readonly #options: ParserPoolOptions;
  readonly #slots = new Set<ParserSlot>();
  readonly #waiting = new Set<ParseJob>();
  #closed = false;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  parse(source: CodeSource, isPacked: boolean, signal?: AbortSignal): Promise<FactsReply> {
    if (signal?.aborted || this.#closed) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      const stop = () => this.#drop(job);
      const job: ParseJob = {
        source,
        isPacked,
        resolve: (reply) => (signal?.removeEventListener('abort', stop), resolve(reply)),
        reject: (error) => (signal?.removeEventListener('abort', stop), reject(error)),
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.add(job);
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...this.#waiting, ...[...this.#slots].flatMap(({ job }) => (job ? [job] : []))];
    this.#waiting.clear();
    for (const job of jobs) job.reject(cancelled());
    const slots = [...this.#slots];
    this.#slots.clear();
    await Promise.all(slots.map((slot) => slot.end()));
  }

  /** Gives files to those that are free, and starts another process when more files wait than will soon be free. */
  #assign(): void {
    for (const slot of this.#slots) {
      if (slot.state !== 'idle') continue;
      const [job] = this.#waiting;
      if (!job) return;
      this.#waiting.delete(job);
      slot.run(job);
    }
    const starting = [...this.#slots].filter(({ state }) => state === 'starting').length;
    if (this.#waiting.size > starting && this.#slots.size < this.#options.most) this.#start();
  }

  #start(): void {
    const { start, limits } = this.#options;
    this.#slots.add(new ParserSlot(start, limits, this.#events));
  }

  readonly #events: SlotEvents = {
    onFree: (slot) => {
      if (slot.isWorn) this.#end(slot);
      this.#assign();
      if (slot.state === 'idle') slot.rest(this.#options.idleMs, () => this.#end(slot));
    },
    onDeath: (slot, cause) => {
      this.#slots.delete(slot);
      const { job } = slot;
      const [waiting] = this.#waiting;
      this.#options.logger.log('warning', 'code_parser_died', { error: cause });
      // One that died before it began would die again: whoever waited for it is told.
      if (slot.state === 'starting' && waiting) this.#waiting.delete(waiting);
      const lost = job ?? (slot.state === 'starting' ? waiting : undefined);
      lost?.reject(new ZapomniError('INVALID_INPUT', 'The file could not be parsed: its parser crashed on it.'));
      this.#assign();
    },
    onFault: (cause) => this.#options.logger.log('warning', 'code_parser_failed', { error: cause }),
  };

  #end(slot: ParserSlot): void {
    this.#slots.delete(slot);
    void slot.end();
  }

  /** Nobody wants it any more: what is being read ends with its process. */
  #drop(job: ParseJob): void {
    this.#waiting.delete(job);
    for (const slot of this.#slots) {
      if (slot.job !== job) continue;
      this.#end(slot);
      this.#assign();
    }
    job.reject(cancelled());
  }
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Parsing the file was cancelled.');
}
