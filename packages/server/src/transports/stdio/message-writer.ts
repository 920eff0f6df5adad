/**
 * Writes messages to stdout: one complete line per write, so that nothing can come between the parts of a message. It
 * knows what has not left the process yet, for backpressure and for the flush at the end.
 */
import type { Writable } from 'node:stream';

/** What the other side sees as its pipe being closed. Everything else is a fault. */
const PEER_GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'EOF']);

/** Stays on a stream whose transport is done: a write that fails late must not bring the process down. */
const ignoreLateError = (): void => undefined;

export class MessageWriter {
  readonly #stream: Writable;
  readonly #onError: (error: NodeJS.ErrnoException) => void;
  readonly #onDrain: () => void;
  #waiting: (() => void)[] = [];
  #failed = false;

  /** `onError` is called at most once; after it every write is refused. */
  constructor(stream: Writable, onError: (error: NodeJS.ErrnoException) => void, onDrain: () => void) {
    this.#stream = stream;
    this.#onError = onError;
    this.#onDrain = onDrain;
    stream.on('error', this.#fail);
    stream.on('drain', this.#drained);
  }

  /** Bytes accepted that have not left yet. */
  get bufferedBytes(): number {
    return this.#stream.writableLength;
  }

  /** Resolves when the stream can take more, or cannot take anything any more; it never rejects. */
  async write(text: string): Promise<void> {
    if (this.#failed) return;
    if (this.#stream.write(`${text}\n`)) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when everything written has left, or cannot any more. */
  async flush(): Promise<void> {
    if (this.#failed || this.#stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#stream.write('', () => this.#drained());
    });
  }

  /** Lets go of the stream without ending it. */
  release(): void {
    if (!this.#stream.listeners('error').includes(ignoreLateError)) this.#stream.on('error', ignoreLateError);
    this.#stream.off('error', this.#fail);
    this.#stream.off('drain', this.#drained);
    this.#settle();
  }

  readonly #drained = (): void => {
    this.#settle();
    this.#onDrain();
  };

  readonly #fail = (error: NodeJS.ErrnoException): void => {
    if (this.#failed) return;
    this.#failed = true;
    this.#settle();
    this.#onError(error);
  };

  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

export function isPeerGone(error: NodeJS.ErrnoException): boolean {
  return error.code !== undefined && PEER_GONE.has(error.code);
}
