/**
 * The main thread's end of the line to the thread with the processor. The thread is started by the first request, kept for the next and ended
 * after a while without any. A request that takes too long or is wanted no more ends the thread, and the next one starts another.
 */
import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import { endGently, startGated, terminate, type GatedWorker } from '../../system/gated-worker.ts';
import type { StyleFailure, StyleMessage, StyleReply } from './messages.ts';

/** Beside this file in the sources; beside the bundle when published. */
export const STYLER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './style-worker.js',
  import.meta.url,
);

/** A thousand items in the largest style take a fifth of it. */
const MOST_MEMORY_MB = 1024;

export interface StylerThreadOptions {
  readonly logger: Logger;
  readonly idleMs: number;
  readonly timeoutMs: number;
  readonly url: URL;
}

interface Pending {
  readonly timer: NodeJS.Timeout;
  resolve(reply: StyleReply): void;
  reject(error: Error): void;
}

export class StylerThread {
  readonly #options: StylerThreadOptions;
  #thread: GatedWorker | undefined;
  #pending: Pending | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: StylerThreadOptions) {
    this.#options = options;
  }

  /** One at a time: the last message of a request, which is answered. Earlier ones have gone by `tell`. */
  ask(message: StyleMessage): Promise<Exclude<StyleReply, { failure: unknown }>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.abandon(tookTooLong(this.#options.timeoutMs)), this.#options.timeoutMs);
      this.#pending = {
        timer,
        reject,
        resolve: (reply) => ('failure' in reply ? reject(this.#toError(reply.failure)) : resolve(reply)),
      };
      this.tell(message);
    });
  }

  tell(message: StyleMessage): void {
    clearTimeout(this.#idle);
    const { worker } = (this.#thread ??= this.#start());
    worker.ref();
    worker.postMessage(message);
  }

  /** What is under way fails with this, and the thread with it. */
  abandon(error: ZapomniError): void {
    const [thread, pending] = [this.#thread, this.#take()];
    this.#thread = undefined;
    pending?.reject(error);
    if (thread) void terminate(thread);
  }

  /** Waits until the thread has ended. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const [thread, pending] = [this.#thread, this.#take()];
    this.#thread = undefined;
    pending?.reject(new ZapomniError('CANCELLED', 'The writer of citations has been closed.'));
    if (!thread) return;
    return pending ? terminate(thread) : endGently(thread, { kind: 'end' } satisfies StyleMessage);
  }

  async #rest(): Promise<void> {
    await this.end();
    this.#options.logger.log('debug', 'citation_styler_idle', {});
  }

  #take(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    clearTimeout(pending?.timer);
    return pending;
  }

  #start(): GatedWorker {
    const thread = startGated(this.#options.url, {
      name: 'zapomni-styles',
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      // The processor prints what it thinks of styles, and stdout belongs to the protocol.
      stdout: true,
      stderr: true,
    });
    const { worker } = thread;
    worker.stdout.resume();
    worker.stderr.resume();
    let failure: unknown;
    worker.on('message', (reply: StyleReply) => {
      if (this.#thread === thread) this.#receive(thread, reply);
    });
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => this.#bury(thread, failure));
    return thread;
  }

  #receive({ worker }: GatedWorker, reply: StyleReply): void {
    const pending = this.#take();
    worker.unref();
    this.#idle = setTimeout(() => void this.#rest(), this.#options.idleMs).unref();
    pending?.resolve(reply);
  }

  #toError({ code, message, hint, issues, cause }: StyleFailure): ZapomniError {
    if (cause) this.#options.logger.log('debug', 'citation_style_failed', { error: cause });
    return new ZapomniError(code as ErrorCode, message, { hint, issues });
  }

  #bury(thread: GatedWorker, failure: unknown): void {
    // One that was ended on purpose has been taken out before.
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#options.logger.log('error', 'citation_styler_failed', { error: failure });
    this.#take()?.reject(toRefusal(failure));
  }
}

function tookTooLong(timeoutMs: number): ZapomniError {
  return new ZapomniError('TIMEOUT', `The citations could not be written within ${timeoutMs / 1000} s.`, {
    hint: 'Give fewer items, or another style.',
  });
}

function toRefusal(failure: unknown): ZapomniError {
  const isMemory = (failure as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? new ZapomniError('TOO_LARGE', `Writing the citations takes more than ${MOST_MEMORY_MB} MB of memory.`, {
        hint: 'Give fewer items.',
        cause: failure,
      })
    : new ZapomniError('INTERNAL', 'The writer of citations failed. Check logs.', { cause: failure });
}
