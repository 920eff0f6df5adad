/**
 * The way back for one request. An answer that comes soon and alone is plain JSON. The first notification, or a while
 * without an answer, turns it into a stream of events, which stays alive by its heartbeats.
 */
import type { AnswerHeaders, Exchange } from '../exchange.ts';
import { EventStream } from './event-stream.ts';
import type { HttpLimits } from '../http-limits.ts';
import type { OutgoingStream } from './outgoing-stream.ts';
import type { ServerLogger } from '../../../server-logger.ts';

export interface ReplyChannelOptions {
  readonly limits: HttpLimits;
  readonly logger: ServerLogger;
  /** Of the answer, whichever form it takes. */
  readonly headers: AnswerHeaders;
  /** Whether the client can read a stream; without it, notifications are dropped. */
  readonly mayStream: boolean;
  /** Called when a stream is needed, once at most. */
  readonly createStream: () => OutgoingStream;
  /** The connection is gone before the answer. */
  readonly onLost?: () => void;
}

/** After how long a client that lost a stream should ask again. */
const RETRY_MS = 1000;

export class ReplyChannel {
  readonly exchange: Exchange;
  readonly #options: ReplyChannelOptions;
  readonly #primed: boolean;
  #timer: NodeJS.Timeout | undefined;
  #stream: OutgoingStream | undefined;
  #answered = false;
  /** The client left before anything was sent: nobody could come back for what follows. */
  #gone = false;

  /** `primed`: its streams begin with an event that a client can resume from. */
  constructor(exchange: Exchange, options: ReplyChannelOptions, primed = false) {
    this.exchange = exchange;
    this.#options = options;
    this.#primed = primed;
    exchange.response.on('close', () => this.#lost());
    if (options.mayStream) this.#timer = setTimeout(() => this.#open(), options.limits.streamAfterMs);
  }

  get stream(): OutgoingStream | undefined {
    return this.#stream;
  }

  notify(data: string): void {
    if (this.#canStream) this.#open().push(data);
  }

  /** `status` only matters while nothing has been sent. */
  answer(data: string, status = 200): void {
    if (this.#answered) return;
    this.#answered = true;
    clearTimeout(this.#timer);
    if (this.#stream) {
      this.#stream.push(data);
      this.#stream.disconnect();
    } else if (!this.#gone) {
      this.exchange.send(status, 'application/json', data, this.#options.headers);
    } else {
      this.#options.logger.log('debug', 'answer_undeliverable');
    }
  }

  /** Ends the connection; the answer waits for the client to come back for it. */
  disconnect(): void {
    if (this.#canStream) this.#open().disconnect();
  }

  /** There will be no answer: what the client gets is a stream that ends. */
  abandon(): void {
    if (this.#answered) return;
    this.#answered = true;
    clearTimeout(this.#timer);
    if (this.#stream) this.#stream.disconnect();
    else if (!this.#gone) this.exchange.stream(this.#options.headers).end();
  }

  #open(): OutgoingStream {
    if (this.#stream) return this.#stream;
    clearTimeout(this.#timer);
    const { limits, logger, headers, createStream } = this.#options;
    const stream = createStream();
    this.#stream = stream;
    const { queuedMessages, heartbeatMs } = limits;
    const response = this.exchange.stream(headers);
    stream.attach(new EventStream(response, { queuedMessages, heartbeatMs, logger }));
    if (this.#primed) stream.prime(RETRY_MS);
    return stream;
  }

  get #canStream(): boolean {
    return this.#options.mayStream && !this.#answered && !this.#gone;
  }

  #lost(): void {
    clearTimeout(this.#timer);
    this.#gone = this.#stream === undefined;
    if (!this.#answered) this.#options.onLost?.();
  }
}
