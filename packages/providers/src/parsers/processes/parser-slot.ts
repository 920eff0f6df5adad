/** One process that parses, with the file it has in hand: starting → idle ⇄ busy → ended. */
import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { CodeSource } from '@zapomni/core/ports';
import type { Child, ChildEvents } from '../../system/child.ts';
import type { FactsReply, ParseReply, ParseRequest } from './messages.ts';

export interface ParseJob {
  readonly source: CodeSource;
  readonly isPacked: boolean;
  resolve(reply: FactsReply): void;
  reject(error: Error): void;
}

export interface SlotLimits {
  readonly timeoutMs: number;
  /** Beyond it a file has this long, for the grammar to be loaded and the facts to be told; then its process is ended. */
  readonly graceMs: number;
  /** A process that has more than this is replaced: the memory of a grammar never comes back. */
  readonly mostMemoryMb: number;
  /** So is one that has read so many files. */
  readonly mostFiles: number;
}

export interface SlotEvents {
  /** It wants the next file, unless it is worn out. */
  readonly onFree: (slot: ParserSlot) => void;
  readonly onDeath: (slot: ParserSlot, cause: unknown) => void;
  readonly onFault: (cause: string) => void;
}

/** A process that says nothing for so long after its start will not. */
const START_MS = 120_000;

export class ParserSlot {
  state: 'starting' | 'idle' | 'busy' | 'ended' = 'starting';
  job: ParseJob | undefined;
  isWorn = false;
  readonly #child: Child<ParseRequest>;
  readonly #limits: SlotLimits;
  readonly #events: SlotEvents;
  #timer: NodeJS.Timeout | undefined;
  #files = 0;

  constructor(start: (events: ChildEvents<ParseReply>) => Child<ParseRequest>, limits: SlotLimits, events: SlotEvents) {
    this.#limits = limits;
    this.#events = events;
    this.#timer = setTimeout(() => void this.#child.end(), START_MS);
    this.#child = start({
      onReply: (reply) => this.#receive(reply),
      onEnd: (cause) => {
        clearTimeout(this.#timer);
        if (this.state !== 'ended') events.onDeath(this, cause);
      },
    });
  }

  run(job: ParseJob): void {
    clearTimeout(this.#timer);
    const { timeoutMs, graceMs } = this.#limits;
    this.state = 'busy';
    this.job = job;
    this.#child.setNeeded(true);
    this.#timer = setTimeout(() => this.#overdue(), timeoutMs + graceMs);
    this.#child.send({ source: job.source, isPacked: job.isPacked, timeoutMs });
  }

  /** Nothing to do: `then` is called unless work comes within `ms`. */
  rest(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.state = 'idle';
    this.#child.setNeeded(false);
    this.#timer = setTimeout(then, ms).unref();
  }

  /** None of its events is heard any more. */
  end(): Promise<void> {
    clearTimeout(this.#timer);
    this.state = 'ended';
    return this.#child.end();
  }

  #receive(reply: ParseReply): void {
    if (this.state === 'ended') return;
    clearTimeout(this.#timer);
    const { job } = this;
    this.job = undefined;
    if (reply.kind !== 'ready') {
      this.#files++;
      this.isWorn = this.#files >= this.#limits.mostFiles || reply.memoryMb > this.#limits.mostMemoryMb;
      if (reply.kind === 'facts') job?.resolve(reply);
      else job?.reject(this.#toError(reply.failure));
    }
    this.state = 'idle';
    this.#events.onFree(this);
  }

  #toError({ code, message, cause }: { code: string; message: string; cause: string }): ZapomniError {
    if (code !== 'INTERNAL') return new ZapomniError(code as ErrorCode, message);
    // A trap of the grammar or a fault of ours: the process may be damaged, so it reads nothing more.
    this.isWorn = true;
    this.#events.onFault(cause);
    return new ZapomniError('INVALID_INPUT', 'The file could not be parsed: its grammar failed on it.');
  }

  #overdue(): void {
    const { timeoutMs } = this.#limits;
    this.job?.reject(new ZapomniError('TIMEOUT', `The file could not be parsed within ${timeoutMs / 1000} s.`));
    this.job = undefined;
    void this.#child.end();
  }
}
