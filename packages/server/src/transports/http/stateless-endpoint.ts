/**
 * Requests of the stateless revision, each answered by itself. A plain one goes straight to the dispatcher, which costs
 * a fraction of a server made for it; the rest goes to the SDK's own handler, the authority on what is refused and how.
 * Closing the connection is how a client of this revision withdraws a request.
 */
import { clientSideOf } from '../../client/client-side.ts';
import { logLevelOf } from '../../client/client-log.ts';
import { clientNameIn } from '../../protocol/client-name.ts';
import type { RequestMessage } from '../../protocol/json-rpc-message.ts';
import { METHOD, RPC_ERROR, type JsonObject } from '../../protocol/protocol.ts';
import type { RpcErrorBody } from '../../protocol/rpc-error.ts';
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import type { ServerLogger } from '../../server-logger.ts';
import { createSession } from '../../connection/session.ts';
import type { Exchange } from './exchange.ts';
import { declaresHeaders } from './header-params.ts';
import type { HttpLimits } from './http-limits.ts';
import { OutgoingStream } from './streams/outgoing-stream.ts';
import type { ParsedBody } from './body/parse-body.ts';
import { isPlainRequest } from './plain-request.ts';
import { ReplyChannel } from './streams/reply-channel.ts';
import { SdkHandler } from './sdk-handler.ts';
import { serialise } from './body/serialise.ts';
import { toStatelessResult, withoutEnvelope } from './stateless-result.ts';

export class StatelessEndpoint {
  readonly #host: ServerHost;
  readonly #limits: HttpLimits;
  readonly #sdk: SdkHandler;

  constructor(host: ServerHost, limits: HttpLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#sdk = new SdkHandler(host, limits);
  }

  async serve(exchange: Exchange, { message, wire }: ParsedBody): Promise<void> {
    if (message.kind !== 'request' || !isPlainRequest(exchange, message) || this.#hasHeaderParams(message)) {
      return this.#sdk.serve(exchange, message, wire);
    }
    await this.#dispatch(exchange, message);
  }

  close(): Promise<void> {
    return this.#sdk.close();
  }

  async #dispatch(exchange: Exchange, { id, method, params = {} }: RequestMessage): Promise<void> {
    const { dispatcher, ledger, greeting } = this.#host;
    const logger = this.#host.logger.child({ request_id: id });
    const session = createSession();
    const asker = { client: clientNameIn(method, params), subject: exchange.caller.subject, session };
    const entry = ledger.begin(method, params, logger, asker);
    const withdrawn = new AbortController();
    const channel = this.#channel(exchange, logger, () => withdrawn.abort());
    const reply = await dispatcher.dispatch(method, withoutEnvelope(params), {
      session,
      caller: exchange.caller,
      era: 'modern',
      requestId: id,
      signal: withdrawn.signal,
      logger,
      logLevel: logLevelOf(params['_meta']),
      client: clientSideOf(params),
      notify: (name, about) => channel.notify(serialise({ jsonrpc: '2.0', method: name, params: about }, logger)),
    });
    if (withdrawn.signal.aborted) return ledger.cancel(entry);
    ledger.finish(entry, reply);
    const body: JsonObject = reply.error
      ? { error: reply.error }
      : { result: toStatelessResult(method, reply.result, greeting.serverInfo) };
    channel.answer(serialise({ jsonrpc: '2.0', id, ...body }, logger), statusOf(reply.error));
  }

  #channel(exchange: Exchange, logger: ServerLogger, onLost: () => void): ReplyChannel {
    const mayStream = (exchange.header('accept') ?? '').includes('text/event-stream');
    const createStream = () => new OutgoingStream(0, undefined);
    return new ReplyChannel(exchange, { limits: this.#limits, logger, headers: {}, mayStream, createStream, onLost });
  }

  #hasHeaderParams({ method, params }: RequestMessage): boolean {
    return method === METHOD.callTool && declaresHeaders(this.#host.inputSchemaOf(String(params?.['name'])));
  }
}

/** Errors of the application are the payload of a good HTTP answer; those of the protocol are told by the status too. */
function statusOf(error: RpcErrorBody | undefined): number {
  if (error?.code === RPC_ERROR.methodNotFound) return 404;
  return error?.code === RPC_ERROR.missingCapability ? 400 : 200;
}
