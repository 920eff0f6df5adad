/** One process that links one repository: it is started for it, asked in turns, and ended with it. */
import { ZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import { startChild, type Child } from '../system/child.ts';
import type { LinkOrder, LinkReply } from './messages.ts';

export interface LinkProcessOptions {
  readonly logger: Logger;
  readonly entry: URL;
  /** Of its heap; beyond it the process ends, and the machine goes on. */
  readonly mostMemoryMb: number;
}

type Waiting = { readonly resolve: (reply: LinkReply) => void; readonly reject: (error: Error) => void };

/** How a process that has no memory left says so, before it dies. */
const NO_MEMORY = /heap limit|out of memory|allocation failed/iu;

export class LinkProcess {
  readonly #options: LinkProcessOptions;
  readonly #child: Child<LinkOrder>;
  /** Answers that nobody waits for yet, and who waits for the next one. */
  readonly #replies: LinkReply[] = [];
  #waiting: Waiting | undefined;
  #ended: Error | undefined;

  constructor(options: LinkProcessOptions) {
    this.#options = options;
    const { entry, mostMemoryMb } = options;
    this.#child = startChild<LinkOrder, LinkReply>(
      { entry, execArgv: [`--max-old-space-size=${mostMemoryMb}`] },
      { onReply: (reply) => this.#receive(reply), onEnd: (cause) => this.#fail(this.#toError(cause)) },
    );
  }

  /** The first thing it says. */
  ready(): Promise<LinkReply> {
    return this.#next();
  }

  ask(order: LinkOrder): Promise<LinkReply> {
    this.#child.send(order);
    return this.#next();
  }

  /** Whoever waits is told why. */
  end(why: Error = cancelled()): Promise<void> {
    this.#fail(why);
    return this.#child.end();
  }

  async #next(): Promise<LinkReply> {
    const [there] = this.#replies.splice(0, 1);
    if (!there && this.#ended) throw this.#ended;
    const reply =
      there ??
      (await new Promise<LinkReply>((resolve, reject) => {
        this.#waiting = { resolve, reject };
      }));
    if (reply.kind !== 'failed') return reply;
    if (reply.code !== 'INTERNAL') throw new ZapomniError(reply.code as ErrorCode, reply.message);
    this.#options.logger.log('warning', 'code_linker_failed', { error: reply.cause });
    throw failed();
  }

  #receive(reply: LinkReply): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting.resolve(reply);
    else this.#replies.push(reply);
  }

  #fail(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  #toError(cause: unknown): Error {
    if (this.#ended) return this.#ended;
    this.#options.logger.log('warning', 'code_linker_died', { error: cause });
    const { mostMemoryMb } = this.#options;
    if (!NO_MEMORY.test(String(cause))) return failed();
    return new ZapomniError(
      'TOO_LARGE',
      `The repository could not be linked in ${mostMemoryMb} MB: leave out generated or vendored folders, or index its folders apart.`,
    );
  }
}

function failed(): ZapomniError {
  return new ZapomniError(
    'INTERNAL',
    'Linking the repository ended before it was done. Its files are found by words; index it again.',
  );
}

export function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Linking the repository was cancelled.');
}
