/**
 * An SDK server whose every request goes to the dispatcher. The SDK keeps what is its own: the handshakes, the eras'
 * envelopes, cancellation. No handler is registered with it for a single method, because it would check requests and
 * results a second time and answer with a dump of its schemas; its fallback gets them all.
 */
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Connection } from './connection.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Greeting } from './handshake.ts';
import type { Era, JsonObject } from './protocol.ts';
import type { RequestContext } from './request-context.ts';
import { RpcError } from './rpc-error.ts';

/** The SDK makes one per connection, and one more when a client only asked what is spoken here. */
export function createSdkServer(
  greeting: Greeting,
  dispatcher: Dispatcher,
  connection: Connection,
  era: Era,
): McpServer {
  const { serverInfo, capabilities, instructions } = greeting;
  const mcp = new McpServer(serverInfo, instructions === undefined ? {} : { instructions });
  mcp.server.registerCapabilities(capabilities);
  mcp.server.fallbackRequestHandler = async ({ method, params }, sdk) => {
    const reply = await dispatcher.dispatch(method, params ?? {}, toContext(connection, era, sdk));
    if (reply.result) return reply.result;
    connection.answerWith(sdk.mcpReq.id, reply.error);
    throw new RpcError(reply.error.code, reply.error.message, reply.error.data);
  };
  mcp.server.fallbackNotificationHandler = async ({ method }) => {
    dispatcher.ignoreNotification(method, connection.loggerFor(undefined));
  };
  return mcp;
}

function toContext(connection: Connection, era: Era, { mcpReq }: ServerContext): RequestContext {
  return {
    session: connection.session,
    era,
    requestId: mcpReq.id,
    signal: mcpReq.signal,
    logger: connection.loggerFor(mcpReq.id),
    notify(method: string, params: JsonObject) {
      // The type knows the notifications of the specification only by their literal names.
      const notification = { method, params } as Parameters<typeof mcpReq.notify>[0];
      mcpReq.notify(notification).catch(() => undefined);
    },
  };
}
