/** Runs the program, one process for each question. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ZapomniError } from '@zapomni/core/errors';
import { harmlessArguments, harmlessEnvironment } from './harmless.ts';

export interface GitCall {
  readonly signal?: AbortSignal | undefined;
  /** Beside what is always set. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: readonly string[];
  readonly keepHooksPath?: boolean;
}

export interface RunnerOptions {
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long it may say nothing while somebody waits for it. */
  readonly silenceMs: number;
}

export type GitChild = ChildProcessByStdio<Writable, Readable, Readable>;

/** Git's own words are for the log alone: they have paths in them. */
export class GitFailed extends ZapomniError {
  readonly status: number | null;
  readonly words: string;

  constructor(status: number | null, words: string) {
    super('INTERNAL', 'Git could not answer.', { cause: new Error(`status ${status ?? 'unknown'}: ${words}`) });
    this.status = status;
    this.words = words;
  }
}

const KEPT_WORDS = 4000;
const MOST_COLLECTED = 16 * 1024 * 1024;

export class GitRunner {
  readonly #options: RunnerOptions;
  readonly #environment: Record<string, string>;
  readonly #children = new Set<GitChild>();
  readonly #killAll = (): void => this.#children.forEach((child) => child.kill('SIGKILL'));

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#environment = harmlessEnvironment(options.environment);
  }

  get silenceMs(): number {
    return this.#options.silenceMs;
  }

  /** What it writes, as it comes. Rejects with `GitFailed` at the end if it failed. */
  async *stream(args: readonly string[], call: GitCall = {}): AsyncGenerator<Buffer> {
    throwIfCancelled(call.signal);
    const child = this.start(args, call);
    child.stdin.end();
    const words = lastWords(child);
    const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
    ended.catch(() => undefined);
    const kill = (): void => void child.kill('SIGKILL');
    call.signal?.addEventListener('abort', kill, { once: true });
    const silence = new Silence(this.silenceMs, kill);
    try {
      silence.begin();
      for await (const piece of child.stdout as AsyncIterable<Buffer>) {
        silence.end();
        yield piece;
        silence.begin();
      }
      const status = await ended;
      throwIfCancelled(call.signal);
      if (silence.isOver) throw tooLong(this.silenceMs);
      if (status !== 0) throw isNotFetched(words()) ? notFetched() : new GitFailed(status, words());
    } finally {
      silence.end();
      call.signal?.removeEventListener('abort', kill);
      kill();
    }
  }

  /** All that it writes, for answers that are short by nature. */
  async collect(args: readonly string[], call: GitCall = {}): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of this.stream(args, call)) {
      length += piece.length;
      if (length > MOST_COLLECTED) throw new ZapomniError('TOO_LARGE', 'Git has more to say than fits here.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** Its one line, without the break at the end. Paths may have others in them. */
  async line(args: readonly string[], call?: GitCall): Promise<string> {
    return (await this.collect(args, call)).toString().replace(/\r?\n$/u, '');
  }

  /** The same; null where it says no by its status and without a word. */
  async lineOrNull(args: readonly string[], call?: GitCall): Promise<string | null> {
    return this.line(args, call).catch((error: unknown) => {
      if (error instanceof GitFailed && error.status === 1 && error.words === '') return null;
      throw error;
    });
  }

  /** A process to talk with. It ends with this one. */
  start(args: readonly string[], { environment = {}, config = [], keepHooksPath = false }: GitCall = {}): GitChild {
    const all = [...harmlessArguments({ keepHooksPath }), ...config.flatMap((one) => ['-c', one]), ...args];
    const child = spawn(this.#options.program, all, {
      // Not in the repository: Windows would look for programs there. The arguments say where.
      cwd: path.parse(process.cwd()).root,
      env: { ...this.#environment, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    if (this.#children.size === 0) process.once('exit', this.#killAll);
    this.#children.add(child);
    const forget = (): void => {
      this.#children.delete(child);
      if (this.#children.size === 0) process.off('exit', this.#killAll);
    };
    child.once('close', forget).once('error', forget);
    // A program that ended no longer reads; its status tells why.
    child.stdin.on('error', () => undefined);
    return child;
  }

  async close(): Promise<void> {
    const closing = [...this.#children].map((child) => {
      setNeeded(child, true);
      return new Promise((resolve) => child.once('close', resolve));
    });
    this.#killAll();
    await Promise.all(closing);
  }
}

/** The object is one that a partial clone left with its remote. */
export function isNotFetched(words: string): boolean {
  return /promisor remote|lazy fetching disabled/u.test(words);
}

function notFetched(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'The repository is a partial clone, and what is asked for was not fetched.', {
    hint: 'Fetch it with Git, then ask again.',
  });
}

/** Read also so that the program never waits for somebody to read it. */
export function lastWords(child: GitChild): () => string {
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(-KEPT_WORDS)));
  return () => text.trim();
}

/** Whoever reads slowly is not the program's fault: only the time that it is waited for counts. */
class Silence {
  isOver = false;
  readonly #ms: number;
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, onOver: () => void) {
    this.#ms = ms;
    this.#onOver = onOver;
  }

  begin(): void {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#onOver();
    }, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ZapomniError('CANCELLED', 'The request was cancelled.');
}

export function tooLong(ms: number): ZapomniError {
  return new ZapomniError('TIMEOUT', `Git said nothing for ${ms / 1000} s.`);
}

/** A process that waits for questions does not keep this one alive. */
export function setNeeded(child: GitChild, needed: boolean): void {
  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as { ref?(): void; unref?(): void }[];
  for (const handle of handles) (needed ? handle.ref : handle.unref)?.call(handle);
}
