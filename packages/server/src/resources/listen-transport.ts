/**
 * Stands between the SDK and a connection and sees to the watches behind `subscriptions/listen`: the SDK answers that
 * request by itself and tells nobody. A watch lives until the client cancels, the SDK answers, or the connection closes.
 */
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import type { Connection } from '../connection/connection.ts';
import { grantListen, listenedUris } from './listen-request.ts';
import { isObject, NOTIFICATION, VERSION_KEY, type RequestId } from '../protocol/protocol.ts';
import type { ResourceSubscriptions } from './resource-subscriptions.ts';

export class ListenTransport implements Transport {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  readonly #connection: Connection;
  readonly #subscriptions: ResourceSubscriptions;
  readonly #lives = new Map<RequestId, AbortController>();

  constructor(connection: Connection, subscriptions: ResourceSubscriptions) {
    this.#connection = connection;
    this.#subscriptions = subscriptions;
  }

  async start(): Promise<void> {
    this.#connection.onmessage = (message, extra) => this.#receive(message, extra);
    this.#connection.onclose = () => {
      this.#endAll();
      this.onclose?.();
    };
    this.#connection.onerror = (error) => this.onerror?.(error);
    await this.#connection.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message) && message.id !== undefined) this.#end(message.id);
    await this.#connection.send(message, options);
  }

  close(): Promise<void> {
    this.#endAll();
    return this.#connection.close();
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if ('method' in message && 'id' in message && asksToWatch(message)) return void this.#listen(message, extra);
    if ('method' in message && message.method === NOTIFICATION.cancelled) {
      this.#end(message.params?.['requestId'] as RequestId);
    }
    this.onmessage?.(message, extra);
  }

  async #listen(request: JSONRPCMessage & { id: RequestId; method: string }, extra?: MessageExtraInfo): Promise<void> {
    const { id } = request;
    const life = new AbortController();
    this.#end(id);
    this.#lives.set(id, life);
    const caller = this.#connection.callerOf(id);
    const logger = this.#connection.loggerFor(id);
    const granted = await grantListen(this.#subscriptions, request, { caller, logger, signal: life.signal });
    // Cancelled meanwhile: there is nothing to answer.
    if (!life.signal.aborted) this.onmessage?.(granted, extra);
  }

  #end(id: RequestId): void {
    this.#lives.get(id)?.abort();
    this.#lives.delete(id);
  }

  #endAll(): void {
    for (const life of this.#lives.values()) life.abort();
    this.#lives.clear();
  }
}

/** In the older revisions there is no such request, and it goes the way of all that is unknown. */
function asksToWatch(request: { readonly method: string; readonly params?: unknown }): boolean {
  const meta = isObject(request.params) ? request.params['_meta'] : undefined;
  return isObject(meta) && VERSION_KEY in meta && listenedUris(request) !== undefined;
}
