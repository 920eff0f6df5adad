/**
 * An SDK server whose every request goes to the dispatcher. The SDK keeps what is its own: the handshakes, the eras'
 * envelopes, cancellation. No handler is registered with it for a single method, because it would check requests and
 * results a second time and answer with a dump of its schemas; its fallback gets them all.
 */
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { capabilitiesOf, type ClientSide } from '../client/client-side.ts';
import { logLevelOf } from '../client/client-log.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Caller } from '../guards/guard.ts';
import type { Greeting } from '../protocol/handshake.ts';
import { METHOD, type Era, type JsonObject, type RequestId } from '../protocol/protocol.ts';
import { relayChanges } from '../resources/relay-changes.ts';
import type { RequestContext } from '../dispatch/request-context.ts';
import { RpcError, type RpcErrorBody } from '../protocol/rpc-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { Session } from './session.ts';

/** What the server has to know of where its requests come from. */
export interface SdkScope {
  readonly session: Session;
  callerOf(id: RequestId): Caller;
  loggerFor(id: RequestId | undefined): ServerLogger;
  /** The error that the answer to this request will carry. */
  answerWith(id: RequestId, error: RpcErrorBody): void;
  /** Whether the client stays after its request is answered, and hears of changes by this server. */
  readonly lasting?: boolean;
}

/** The SDK makes one per connection, and one more when a client only asked what is spoken here. */
export function createSdkServer(greeting: Greeting, dispatcher: Dispatcher, scope: SdkScope, era: Era): McpServer {
  const { serverInfo, capabilities, instructions } = greeting;
  const mcp = new McpServer(serverInfo, instructions === undefined ? {} : { instructions });
  mcp.server.registerCapabilities(capabilities);
  // The SDK answers it when it knows of the capability, and keeps the level to itself.
  mcp.server.removeRequestHandler(METHOD.setLogLevel);
  mcp.server.fallbackRequestHandler = async ({ method, params }, sdk) => {
    const reply = await dispatcher.dispatch(method, params ?? {}, {
      ...toContext(scope, era, sdk),
      client: era === 'modern' ? clientOfRequest(sdk) : clientOfConnection(mcp, sdk),
    });
    if (reply.result) return reply.result;
    scope.answerWith(sdk.mcpReq.id, reply.error);
    throw new RpcError(reply.error.code, reply.error.message, reply.error.data);
  };
  mcp.server.fallbackNotificationHandler = async ({ method }) => {
    dispatcher.ignoreNotification(method, scope.loggerFor(undefined));
  };
  if (scope.lasting === true) relayChanges(dispatcher.relay, mcp, scope.session, era);
  return mcp;
}

function toContext(scope: SdkScope, era: Era, { mcpReq, http }: ServerContext): RequestContext {
  return {
    session: scope.session,
    caller: scope.callerOf(mcpReq.id),
    era,
    requestId: mcpReq.id,
    signal: mcpReq.signal,
    logger: scope.loggerFor(mcpReq.id),
    notify(method: string, params: JsonObject) {
      // The type knows the notifications of the specification only by their literal names.
      const notification = { method, params } as Parameters<typeof mcpReq.notify>[0];
      mcpReq.notify(notification).catch(() => undefined);
    },
    logLevel: logLevelOf(mcpReq.envelope),
    ...(http?.closeSSE ? { closeStream: http.closeSSE } : {}),
  };
}

/** A client of the stateless revision says all about itself in each request; the SDK has taken it out of the parameters. */
function clientOfRequest({ mcpReq }: ServerContext): ClientSide {
  const { envelope, inputResponses, requestState } = mcpReq;
  return { capabilities: capabilitiesOf(envelope), responses: inputResponses, state: requestState() };
}

/** People take their time. */
const ANSWER_MS = 600_000;

function clientOfConnection({ server }: McpServer, { mcpReq }: ServerContext): ClientSide {
  return {
    capabilities: { ...server.getClientCapabilities() },
    // The type knows each request of the specification only by its literal name.
    ask: (method, params, signal) =>
      mcpReq.send({ method: method as 'elicitation/create', params: params as never }, { signal, timeout: ANSWER_MS }),
  };
}
