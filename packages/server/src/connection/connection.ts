/**
 * One client's connection. It stands between the transport and the SDK and sees every message of both directions, which
 * is what the ledger, the drain at shutdown and the handshake's state need. It also puts the dispatcher's own errors on
 * the wire word for word: the SDK rewrites some codes and answers a few cases itself, less helpfully.
 */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { Caller } from '../guards/guard.ts';
import { clientNameIn } from '../protocol/client-name.ts';
import { INITIALIZE_SHAPE } from '../protocol/handshake.ts';
import { LOCAL_CALLER } from '../dispatch/known-callers.ts';
import { isObject, METHOD, NOTIFICATION, RPC_ERROR, VERSION_KEY, type RequestId } from '../protocol/protocol.ts';
import { replyOf, type OpenEntry, type RequestLedger } from '../dispatch/request-ledger.ts';
import type { RpcErrorBody } from '../protocol/rpc-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { SdkScope } from './sdk-server.ts';
import { createSession, type Session } from './session.ts';

export class Connection implements Transport, SdkScope {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  readonly session: Session = createSession();
  readonly lasting = true;
  /** Who sent this request. */
  readonly callerOf: (id: RequestId) => Caller;

  readonly #wire: Transport;
  readonly #ledger: RequestLedger;
  readonly #logger: ServerLogger;
  readonly #open = new Map<RequestId, OpenEntry>();
  /** Errors made by the dispatcher, by the request they answer. */
  readonly #errors = new Map<RequestId, RpcErrorBody>();
  #idleWaiters: (() => void)[] = [];
  #handshake: 'none' | 'started' | 'warned' = 'none';

  constructor(
    wire: Transport,
    ledger: RequestLedger,
    logger: ServerLogger,
    callerOf: (id: RequestId) => Caller = () => LOCAL_CALLER,
  ) {
    this.#wire = wire;
    this.callerOf = callerOf;
    this.#ledger = ledger;
    this.#logger = logger.child({ session_id: this.session.id });
  }

  async start(): Promise<void> {
    this.#wire.onmessage = (message, extra) => this.#receive(message, extra);
    this.#wire.onclose = () => {
      this.#ledger.clients.left(this);
      this.onclose?.();
    };
    this.#wire.onerror = (error) => this.onerror?.(error);
    await this.#wire.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) return this.#wire.send(message, options);
    await this.#wire.send(this.#settle(message), options);
  }

  close(): Promise<void> {
    this.#ledger.clients.left(this);
    return this.#wire.close();
  }

  /** The logger for one request. */
  loggerFor(id: RequestId | undefined): ServerLogger {
    const known = id === undefined ? undefined : this.#open.get(id);
    return known?.logger ?? this.#logger.child({ request_id: id ?? '<no-id>' });
  }

  /** The error that the answer to this request will carry. */
  answerWith(id: RequestId, error: RpcErrorBody): void {
    if (this.#open.has(id)) this.#errors.set(id, error);
  }

  /** Resolves when every request is answered, subscriptions aside: they stay open by nature. */
  async idle(): Promise<void> {
    if (this.pending.length > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  /** Methods of the requests that have no answer yet. */
  get pending(): string[] {
    return [...this.#open.values()].map(({ method }) => method).filter((method) => method !== METHOD.listen);
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!('method' in message)) this.onmessage?.(message);
    else if ('id' in message) this.#receiveRequest(message, extra);
    else this.#receiveNotification(message);
  }

  #receiveRequest(request: JSONRPCRequest, extra: MessageExtraInfo | undefined): void {
    const { id } = request;
    const logger = this.loggerFor(id);
    this.#noteHandshake(request, logger);
    const client = this.#ledger.clients.heard(this, clientNameIn(request.method, request.params));
    const asker = { client, subject: this.callerOf(id).subject, session: this.session };
    this.#open.set(id, this.#ledger.begin(request.method, request.params, logger, asker));
    // The SDK drops what it does not recognise as a request, and the client would wait for ever.
    if (isJSONRPCRequest(request)) this.onmessage?.(request, extra);
    else void this.send(errorResponse(id, RPC_ERROR.invalidParams, 'Invalid params: _meta is malformed'));
  }

  #receiveNotification(notification: JSONRPCNotification): void {
    if (notification.method === NOTIFICATION.cancelled) {
      const id = notification.params?.['requestId'] as RequestId;
      const entry = this.#open.get(id);
      if (entry) this.#ledger.cancel(entry);
      this.#forget(id);
    }
    if (isJSONRPCNotification(notification)) this.onmessage?.(notification);
  }

  /** A client of the older revisions should begin with `initialize`; one that does not is served all the same. */
  #noteHandshake({ method, params }: JSONRPCRequest, logger: ServerLogger): void {
    if (this.#handshake !== 'none' || method === METHOD.ping) return;
    const meta = params?._meta;
    const started = method === METHOD.initialize || (isObject(meta) && VERSION_KEY in meta);
    this.#handshake = started ? 'started' : 'warned';
    if (!started) logger.log('warning', 'request_before_initialize', { method: method.slice(0, 100) });
  }

  #settle(response: JSONRPCResponse): JSONRPCResponse {
    const { id } = response;
    if (id === undefined) return response;
    const entry = this.#open.get(id);
    const sent = 'error' in response ? this.#restoreError(response, entry?.method) : response;
    if (entry) this.#ledger.finish(entry, replyOf(sent));
    this.#forget(id);
    return sent;
  }

  #restoreError(response: JSONRPCErrorResponse, method: string | undefined): JSONRPCErrorResponse {
    const ours = response.id === undefined ? undefined : this.#errors.get(response.id);
    if (ours) return { ...response, error: { ...ours } };
    if (response.error.code === RPC_ERROR.methodNotFound) {
      return errorResponse(response.id, RPC_ERROR.methodNotFound, `Method not found: ${method}`);
    }
    if (method === METHOD.initialize && response.error.code === RPC_ERROR.internal) {
      return errorResponse(response.id, RPC_ERROR.invalidParams, `Invalid params: ${INITIALIZE_SHAPE}`);
    }
    return response;
  }

  #forget(id: RequestId): void {
    this.#open.delete(id);
    this.#errors.delete(id);
    if (this.#idleWaiters.length === 0 || this.pending.length > 0) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resume of waiters) resume();
  }
}

function errorResponse(id: RequestId | undefined, code: number, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } };
}
