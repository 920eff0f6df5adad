/**
 * The SDK's own HTTP handler for the stateless revision, fed with requests that have been read already. It serves what
 * is not plain: malformed envelopes, headers that disagree, subscriptions, notifications, encoded names.
 */
import { createMcpHandler, type McpHttpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { NotificationMessage, RequestMessage, ResponseMessage } from '../../protocol/json-rpc-message.ts';
import { NOBODY } from '../../dispatch/known-callers.ts';
import { grantListen } from '../../resources/listen-request.ts';
import { isObject, METHOD } from '../../protocol/protocol.ts';
import { clientNameIn } from '../../protocol/client-name.ts';
import { replyOf, type OpenEntry } from '../../dispatch/request-ledger.ts';
import type { RpcErrorBody } from '../../protocol/rpc-error.ts';
import { createSdkServer, type SdkScope } from '../../connection/sdk-server.ts';
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import { createSession } from '../../connection/session.ts';
import { EventStream } from './streams/event-stream.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './http-limits.ts';

/** What the SDK answers to a client that has left. */
const WITHDRAWN = 499;

export class SdkHandler {
  readonly #host: ServerHost;
  readonly #limits: HttpLimits;
  readonly #handler: McpHttpHandler;
  /** The SDK gives its factory nothing but the request by which to know whose server it makes. */
  readonly #exchanges = new WeakMap<object, Exchange>();

  constructor(host: ServerHost, limits: HttpLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#handler = createMcpHandler(({ requestInfo }) => this.#createServer(requestInfo as Request), {
      legacy: 'reject',
      ...(host.changes ? { bus: host.changes } : {}),
      maxSubscriptions: limits.subscriptions,
      // The streams have heartbeats of their own.
      keepAliveMs: 0,
      onerror: ({ name }) => host.logger.log('debug', 'sdk_error', { error_type: name }),
    });
  }

  /** Resolves when the answer is out. A subscription is answered when its stream has begun. */
  async serve(
    exchange: Exchange,
    message: RequestMessage | NotificationMessage | ResponseMessage,
    value: object,
  ): Promise<void> {
    const { ledger, logger } = this.#host;
    const isRequest = message.kind === 'request';
    const child = () => logger.child({ request_id: isRequest ? message.id : '<no-id>' });
    const entry = isRequest
      ? ledger.begin(message.method, message.params, child(), askerOf(exchange, message))
      : undefined;
    const response = await this.#fetch(exchange, await this.#watched(exchange, message, value));
    if (response.body !== null && response.headers.get('content-type') === 'text/event-stream') {
      const relayed = this.#relayStream(exchange, response.body, entry);
      if (entry?.method !== METHOD.listen) await relayed;
      else relayed.catch(() => exchange.response.destroy());
    } else {
      await this.#relay(exchange, response, entry);
    }
  }

  /** Tells subscribers that there is nothing more to come. */
  close(): Promise<void> {
    return this.#handler.close();
  }

  /** The SDK serves subscriptions by itself; what they ask for is granted, and watched, before it sees them. */
  async #watched(exchange: Exchange, { kind }: { readonly kind: string }, value: object): Promise<object> {
    if (kind !== 'request') return value;
    const { dispatcher, logger } = this.#host;
    const context = { caller: exchange.caller, logger, signal: untilClosed(exchange) };
    return grantListen(dispatcher.relay.subscriptions, value as { method: string }, context);
  }

  #fetch(exchange: Exchange, parsedBody: object): Promise<Response> {
    const headers = Object.entries(exchange.head.headers).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    );
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, signal: untilClosed(exchange) });
    this.#exchanges.set(request, exchange);
    return this.#handler.fetch(request, { parsedBody });
  }

  #createServer(request: Request): McpServer {
    const { greeting, dispatcher, inputSchemaOf } = this.#host;
    const server = createSdkServer(greeting, dispatcher, this.#scope(request), 'modern');
    // What the SDK holds `Mcp-Param-*` headers against; its own registry of tools is empty.
    server.toolInputSchemaJson = (name) => {
      const schema = inputSchemaOf(name);
      return isObject(schema) ? schema : undefined;
    };
    return server;
  }

  #scope(request: Request): SdkScope {
    const { logger } = this.#host;
    const caller = this.#exchanges.get(request)?.caller ?? NOBODY;
    return {
      session: createSession(),
      callerOf: () => caller,
      loggerFor: (id) => logger.child({ request_id: id ?? '<no-id>' }),
      answerWith: () => undefined,
    };
  }

  async #relay(exchange: Exchange, response: Response, entry: OpenEntry | undefined): Promise<void> {
    const body = await response.text();
    const { ledger } = this.#host;
    if (entry && response.status === WITHDRAWN) ledger.cancel(entry);
    else if (entry) ledger.finish(entry, replyOf(body === '' ? {} : (JSON.parse(body) as Answer)));
    if (exchange.response.destroyed) return;
    if (body === '') exchange.empty(response.status);
    else exchange.send(response.status, 'application/json', body);
  }

  async #relayStream(
    exchange: Exchange,
    body: ReadableStream<Uint8Array>,
    entry: OpenEntry | undefined,
  ): Promise<void> {
    const { queuedMessages, heartbeatMs } = this.#limits;
    const { logger, ledger } = this.#host;
    const reader = body.getReader();
    // The SDK ends the stream when the client leaves.
    const onClose = () => void reader.cancel().catch(() => undefined);
    const stream = new EventStream(exchange.stream({}), { queuedMessages, heartbeatMs, logger, onClose });
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      stream.write(Buffer.from(part.value).toString('utf8'));
    }
    if (entry && stream.closed) ledger.cancel(entry);
    else if (entry) ledger.finish(entry, { result: {} });
    stream.end();
  }
}

/** Fires when nobody hears the answer any more. */
function untilClosed({ response }: Exchange): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  response.on('close', () => gone.abort());
  return gone.signal;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: RpcErrorBody;
}

function askerOf({ caller }: Exchange, { method, params }: RequestMessage) {
  return { client: clientNameIn(method, params), subject: caller.subject };
}
