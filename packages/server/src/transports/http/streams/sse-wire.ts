/**
 * The wire of the older HTTP+SSE transport: one stream per client for everything the server says, and POSTs for what the
 * client says. There is nothing to resume, so the session ends with its stream.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Caller } from '../../../guards/guard.ts';
import { NOBODY } from '../../../dispatch/known-callers.ts';
import { NOTIFICATION, type RequestId } from '../../../protocol/protocol.ts';
import type { ServerLogger } from '../../../server-logger.ts';
import { EventStream, toFrame } from './event-stream.ts';
import type { AnswerHeaders, Exchange } from '../exchange.ts';
import type { HttpLimits } from '../http-limits.ts';
import { serialise } from '../body/serialise.ts';

export class SseWire implements Transport {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  /** The stream is open as long as the session lives. */
  readonly busy = true;

  readonly #logger: ServerLogger;
  readonly #callers = new Map<RequestId, Caller>();
  #stream: EventStream | undefined;
  #closed = false;

  constructor(logger: ServerLogger) {
    this.#logger = logger;
  }

  async start(): Promise<void> {}

  /** Opens the stream and tells the client where to post. `onClose` is called when the client leaves. */
  open(
    exchange: Exchange,
    endpoint: string,
    options: { headers: AnswerHeaders; limits: HttpLimits; onClose(): void },
  ): void {
    const { queuedMessages, heartbeatMs } = options.limits;
    const { onClose } = options;
    this.#stream = new EventStream(exchange.stream(options.headers), {
      queuedMessages,
      heartbeatMs,
      logger: this.#logger,
      onClose,
    });
    this.#stream.write(toFrame(endpoint, undefined, 'endpoint'));
  }

  callerOf(id: RequestId): Caller {
    return this.#callers.get(id) ?? NOBODY;
  }

  isWaiting(id: RequestId): boolean {
    return this.#callers.has(id);
  }

  take(message: JSONRPCMessage, caller: Caller): void {
    if ('method' in message && 'id' in message) this.#callers.set(message.id, caller);
    this.onmessage?.(message);
    // A request that was withdrawn gets no answer.
    if ('method' in message && message.method === NOTIFICATION.cancelled) {
      this.#callers.delete(message.params?.['requestId'] as RequestId);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) && message.id !== undefined) this.#callers.delete(message.id);
    this.#stream?.write(toFrame(serialise(message, this.#logger)));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#callers.clear();
    this.#stream?.end();
    this.onclose?.();
  }
}
