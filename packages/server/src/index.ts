/** The door of the base server. `@zapomni/server/stdio` is the other one, which loads neither the SDK nor zod. */
export { McpBaseServer, type RunOptions, type ServerStats } from './mcp-base-server.ts';
export type { McpBaseServerOptions } from './server-options.ts';
export type { HandleOptions } from './dispatch/handle-locally.ts';
export type { ServerTransport, TransportEnd } from './connection/server-transport.ts';
export type { HostStatus, ServerHost, ServerListener } from './lifecycle/server-listener.ts';
export type { SignalSource } from './lifecycle/stop-signals.ts';
export type { ServerLogger, ServerLogFields, ServerLogLevel } from './server-logger.ts';
export type { Tool, ToolAnnotations, ToolContext, ToolInput, ToolResult, ToolSchema } from './tools/tool.ts';
export { outsideContext } from './tools/outside-context.ts';
export type { JsonSchemaObject } from './json-schema/json-schema.ts';
export type { ContentBlock } from './protocol/content-block.ts';
export type { CacheHint, Resource, ResourceContent, ResourceTemplate } from './resources/resource.ts';
export type { Complete } from './completion/complete.ts';
export type { ListName } from './resources/change-feed.ts';
export type { MethodHandler } from './dispatch/methods.ts';
export type { Call, Middleware, Next } from './dispatch/middleware.ts';
export type { Prompt, PromptArgument, PromptMessage } from './prompts/prompt.ts';
export {
  createMessage,
  elicitForm,
  elicitUrl,
  inputRequired,
  listRoots,
  type InputRequest,
  type InputRequired,
} from './client/input-required.ts';
export type { ClientAnswers, ClientRoot, Elicited, Sampled } from './client/client-answers.ts';
export type { ClientSide } from './client/client-side.ts';
export type { HandlerContext, RequestContext, Round } from './dispatch/request-context.ts';
export type { WatchContext } from './resources/watch-context.ts';
export type { ConnectedClient } from './connection/connected-clients.ts';
export type { Session } from './connection/session.ts';
export type { DescribeError, ErrorReport, ReportedIssue } from './protocol/error-report.ts';
export type { Capabilities, Greeting } from './protocol/handshake.ts';
export { RpcError, type Reply, type RpcErrorBody } from './protocol/rpc-error.ts';
export { ServerError, type ServerErrorCode } from './server-error.ts';
export { METHOD, RPC_ERROR, type Era, type LogLevel, type RequestId } from './protocol/protocol.ts';
export { parseUriTemplate, type UriTemplate } from './uri-template/uri-template.ts';
export type { UriValue, UriVariables } from './uri-template/collect.ts';
export type { UriInput } from './uri-template/expand.ts';
