/**
 * `/mcp`: both ways of speaking MCP over HTTP on one path. A message that names its revision is answered by itself; any
 * other belongs to a session, which `initialize` begins and DELETE ends.
 *
 *   POST → type → body → JSON-RPC → era ─┬─ stateless → StatelessEndpoint
 *                                        └─ session   → SessionTable → StreamableWire → SDK → Dispatcher
 */
import { INITIALIZE_SHAPE, isInitializeParams } from '../../protocol/handshake.ts';
import type { RequestMessage } from '../../protocol/json-rpc-message.ts';
import { METHOD, RPC_ERROR } from '../../protocol/protocol.ts';
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './http-limits.ts';
import { badRequest, HttpRefusal } from './http-refusal.ts';
import { HttpSession } from './sessions/http-session.ts';
import { eraOf } from './message-era.ts';
import { parseBody, type ParsedBody } from './body/parse-body.ts';
import { requireAccept, requireJson, requireKnownVersion, VERSION_HEADER } from './required-headers.ts';
import { PROTOCOL } from './route-policy.ts';
import type { Route } from './router.ts';
import type { SessionTable } from './sessions/session-table.ts';
import { StatelessEndpoint } from './stateless-endpoint.ts';
import { StreamableWire } from './streams/streamable-wire.ts';

const SESSION_HEADER = 'mcp-session-id';

export class McpEndpoint {
  readonly #host: ServerHost;
  readonly #sessions: SessionTable;
  readonly #limits: HttpLimits;
  readonly #stateless: StatelessEndpoint;

  constructor(host: ServerHost, sessions: SessionTable, limits: HttpLimits) {
    this.#host = host;
    this.#sessions = sessions;
    this.#limits = limits;
    this.#stateless = new StatelessEndpoint(host, limits);
  }

  get route(): Route {
    return {
      ...PROTOCOL,
      on: {
        POST: (exchange) => this.#post(exchange),
        GET: (exchange) => this.#listen(exchange),
        DELETE: (exchange) => this.#end(exchange),
      },
    };
  }

  /** Ends the subscriptions of stateless clients; sessions are the table's to end. */
  close(): Promise<void> {
    return this.#stateless.close();
  }

  async #post(exchange: Exchange): Promise<void> {
    requireJson(exchange);
    const parsed = parseBody(await exchange.readBody());
    if (eraOf(parsed.message, exchange.header(VERSION_HEADER)) === 'modern') {
      await this.#stateless.serve(exchange, parsed);
    } else {
      requireAccept(exchange, ['application/json', 'text/event-stream']);
      await this.#serveSession(exchange, parsed);
    }
  }

  async #serveSession(exchange: Exchange, { message, wire: said }: ParsedBody): Promise<void> {
    if (message.kind === 'request' && message.method === METHOD.initialize) return this.#begin(exchange, message);
    const { id, wire } = this.#sessionOf(exchange);
    if (message.kind === 'request') return wire.ask(exchange, message, { [SESSION_HEADER]: id });
    wire.tell(said);
    exchange.empty(202);
  }

  async #begin(exchange: Exchange, message: RequestMessage): Promise<void> {
    if (exchange.header(SESSION_HEADER) !== undefined) {
      this.#sessionOf(exchange);
      throw badRequest('Invalid request: the session is initialized already', message.id);
    }
    if (!isInitializeParams(message.params)) {
      const details = { code: RPC_ERROR.invalidParams, id: message.id };
      throw new HttpRefusal(400, `Invalid params: ${INITIALIZE_SHAPE}`, details);
    }
    const wire = new StreamableWire(this.#limits, this.#host.logger);
    const session = await this.#sessions.add(() => HttpSession.open(this.#host, 'streamable', wire, exchange.caller));
    exchange.sessionId = session.id;
    wire.ask(exchange, message, { [SESSION_HEADER]: session.id });
  }

  /** Opens the stream for what the server says of its own accord, or goes on with one that broke off. */
  async #listen(exchange: Exchange): Promise<void> {
    requireAccept(exchange, ['text/event-stream']);
    const { id, wire } = this.#sessionOf(exchange);
    const headers = { [SESSION_HEADER]: id };
    const lastEventId = exchange.header('last-event-id');
    if (lastEventId === undefined) wire.listen(exchange, headers);
    else wire.resume(exchange, lastEventId, headers);
  }

  async #end(exchange: Exchange): Promise<void> {
    await this.#sessions.remove(this.#sessionOf(exchange), 'deleted');
    exchange.empty(200);
  }

  #sessionOf(exchange: Exchange): HttpSession<StreamableWire> {
    const id = exchange.header(SESSION_HEADER);
    if (id === undefined) throw new HttpRefusal(400, 'Mcp-Session-Id header is required: begin with initialize.');
    const session = this.#sessions.find(id, 'streamable', exchange.caller) as HttpSession<StreamableWire>;
    exchange.sessionId = id;
    requireKnownVersion(exchange);
    return session;
  }
}
