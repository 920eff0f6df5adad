/**
 * Server-sent events to one client. Frames go straight to the socket while it takes them; behind one that does not, a
 * bounded number waits, and then the stream is closed: a client that does not read must not cost memory.
 */
import type { ServerResponse } from 'node:http';
import type { ServerLogger } from '../../../server-logger.ts';

export interface EventStreamOptions {
  readonly queuedMessages: number;
  readonly heartbeatMs: number;
  readonly logger: ServerLogger;
  /** The stream is over, whoever ended it. Called once. */
  readonly onClose?: () => void;
}

/** One event. Without an id a client cannot come back for what followed it. */
export function toFrame(data: string, id?: string, event = 'message'): string {
  return id === undefined ? `event: ${event}\ndata: ${data}\n\n` : `event: ${event}\nid: ${id}\ndata: ${data}\n\n`;
}

const HEARTBEAT = ': keepalive\n\n';

export class EventStream {
  readonly #response: ServerResponse;
  readonly #options: EventStreamOptions;
  readonly #heartbeat: NodeJS.Timeout;
  #waiting: string[] = [];
  #blocked = false;
  #closed = false;

  /** The response has begun, with the headers of a stream. */
  constructor(response: ServerResponse, options: EventStreamOptions) {
    this.#response = response;
    this.#options = options;
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs).unref();
    response.on('drain', () => this.#drain()).on('close', () => this.#close());
    response.on('error', () => this.#close());
    if (response.destroyed) this.#close();
  }

  get closed(): boolean {
    return this.#closed;
  }

  write(frame: string): void {
    if (this.#closed) return;
    if (!this.#blocked) this.#blocked = !this.#response.write(frame);
    else if (this.#waiting.length < this.#options.queuedMessages) this.#waiting.push(frame);
    else this.#overflow();
  }

  /** Sends what waits and ends the stream in good order. */
  end(): void {
    if (this.#closed) return;
    const rest = this.#waiting.join('');
    this.#close();
    this.#response.end(rest);
  }

  #overflow(): void {
    const { logger, queuedMessages } = this.#options;
    logger.log('warning', 'stream_overflow', { queued: queuedMessages, reason: 'the client reads too slowly' });
    this.#close();
    this.#response.destroy();
  }

  #drain(): void {
    this.#blocked = false;
    while (!this.#blocked && this.#waiting.length > 0) {
      this.#blocked = !this.#response.write(this.#waiting.shift() ?? '');
    }
  }

  /** A client that does not read has no use for another sign of life. */
  #beat(): void {
    if (!this.#blocked) this.write(HEARTBEAT);
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#waiting = [];
    clearInterval(this.#heartbeat);
    this.#options.onClose?.();
  }
}
