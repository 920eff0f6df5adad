/**
 * The wire of one Streamable HTTP session, as the SDK sees it: one transport over many HTTP requests. What belongs to a
 * request goes back the way that request came; everything else goes out on the stream that the client opened by GET.
 */
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import type { Caller } from '../../../guards/guard.ts';
import type { RequestMessage } from '../../../protocol/json-rpc-message.ts';
import { NOBODY } from '../../../dispatch/known-callers.ts';
import { isObject, NOTIFICATION, type RequestId } from '../../../protocol/protocol.ts';
import type { ServerLogger } from '../../../server-logger.ts';
import { EventLog } from './event-log.ts';
import { EventStream, toFrame } from './event-stream.ts';
import type { AnswerHeaders, Exchange } from '../exchange.ts';
import type { HttpLimits } from '../http-limits.ts';
import { badRequest, HttpRefusal } from '../http-refusal.ts';
import { OutgoingStream } from './outgoing-stream.ts';
import { ReplyChannel } from './reply-channel.ts';
import { serialise } from '../body/serialise.ts';

/** The first revision whose clients can read an event without data. */
const PRIMING_SINCE = '2025-11-25';
/** The stream that belongs to no request. */
const STANDALONE = 0;

export class StreamableWire implements Transport {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];

  readonly #limits: HttpLimits;
  readonly #logger: ServerLogger;
  readonly #log: EventLog;
  readonly #replies = new Map<RequestId, ReplyChannel>();
  readonly #streams = new Map<number, OutgoingStream>();
  #streamCount = STANDALONE;
  #closed = false;

  constructor(limits: HttpLimits, logger: ServerLogger) {
    this.#limits = limits;
    this.#logger = logger;
    this.#log = new EventLog(limits.keptEvents, limits.keptBytes);
  }

  async start(): Promise<void> {}

  /** Whether a client is connected to a stream or waits for an answer. */
  get busy(): boolean {
    return this.#replies.size > 0 || [...this.#streams.values()].some(({ connected }) => connected);
  }

  callerOf(id: RequestId): Caller {
    return this.#replies.get(id)?.exchange.caller ?? NOBODY;
  }

  /** Takes a request. Its answer goes out on this exchange. Throws an HttpRefusal when the id is in use. */
  ask(exchange: Exchange, { id, method, params }: RequestMessage, headers: AnswerHeaders): void {
    if (this.#replies.has(id)) throw badRequest('Invalid request: a request with this id is still in progress', id);
    if (this.#replies.size >= this.#limits.inFlight) throw new HttpRefusal(503, 'Too many requests at once.', { id });
    const primed = (exchange.header('mcp-protocol-version') ?? '') >= PRIMING_SINCE;
    const channel = new ReplyChannel(exchange, this.#channelOptions(headers), primed);
    this.#replies.set(id, channel);
    const extra: MessageExtraInfo = primed ? { closeSSEStream: () => channel.disconnect() } : {};
    this.onmessage?.({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) }, extra);
  }

  /** Takes a message that is not answered. */
  tell(message: JSONRPCMessage): void {
    this.onmessage?.(message);
    if (!('method' in message) || message.method !== NOTIFICATION.cancelled || !isObject(message.params)) return;
    // The SDK answers nothing to a request that was withdrawn, and the client's own POST would wait for ever.
    this.#finish(message.params['requestId'] as RequestId)?.abandon();
  }

  /** Opens the stream for what belongs to no request. Throws an HttpRefusal when it is open already. */
  listen(exchange: Exchange, headers: AnswerHeaders): void {
    const stream = this.#streams.get(STANDALONE) ?? this.#addStream(STANDALONE);
    this.#connect(exchange, stream, headers);
  }

  /**
   * Goes on after the given event, in place of a connection that may still look alive. Throws an HttpRefusal when this
   * session never sent it.
   */
  resume(exchange: Exchange, lastEventId: string, headers: AnswerHeaders): void {
    const from = this.#log.locate(lastEventId);
    if (from === undefined || from.stream > this.#streamCount) {
      throw new HttpRefusal(400, 'Unknown event id: it was not sent in this session.');
    }
    if (this.#log.hasGapAfter(from)) this.#logger.log('warning', 'resumption_incomplete', { event: lastEventId });
    const live = this.#streams.get(from.stream);
    live?.disconnect();
    const sink = this.#connect(exchange, live ?? new OutgoingStream(from.stream, undefined), headers);
    // In one piece: what is kept is bounded by itself, and must not count as a client that reads too slowly.
    const missed = this.#log.after(from).filter(([, data]) => data !== '');
    sink.write(missed.map(([id, data]) => toFrame(data, id)).join(''));
    if (live === undefined) sink.end();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#closed) return;
    const isAnswer = !('method' in message);
    const related = isAnswer ? message.id : options?.relatedRequestId;
    const data = serialise(message, this.#logger);
    if (related === undefined) return this.#streams.get(STANDALONE)?.push(data);
    if (!isAnswer) return this.#replies.get(related)?.notify(data);
    this.#finish(related)?.answer(data);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const channel of this.#replies.values()) channel.abandon();
    for (const stream of this.#streams.values()) stream.disconnect();
    this.#replies.clear();
    this.#streams.clear();
    this.#log.clear();
    this.onclose?.();
  }

  /** Forgets the request. Its stream, if it has one, is over with its last message. */
  #finish(id: RequestId): ReplyChannel | undefined {
    const channel = this.#replies.get(id);
    this.#replies.delete(id);
    if (channel?.stream) this.#streams.delete(channel.stream.key);
    return channel;
  }

  #channelOptions(headers: AnswerHeaders) {
    const [limits, logger] = [this.#limits, this.#logger];
    return { limits, logger, headers, mayStream: true, createStream: () => this.#addStream((this.#streamCount += 1)) };
  }

  #addStream(key: number): OutgoingStream {
    const stream = new OutgoingStream(key, this.#log);
    this.#streams.set(key, stream);
    return stream;
  }

  #connect(exchange: Exchange, stream: OutgoingStream, headers: AnswerHeaders): EventStream {
    if (stream.connected) throw new HttpRefusal(409, 'Conflict: this stream is open already. Close it first.');
    const { queuedMessages, heartbeatMs } = this.#limits;
    const sink = new EventStream(exchange.stream(headers), { queuedMessages, heartbeatMs, logger: this.#logger });
    stream.attach(sink);
    return sink;
  }
}
