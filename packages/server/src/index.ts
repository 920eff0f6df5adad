/** The door of the base server. `@zapomni/server/stdio` is the other one, which loads neither the SDK nor zod. */
export { McpBaseServer, type RunOptions, type ServerStats } from './mcp-base-server.ts';
export type { McpBaseServerOptions } from './server-options.ts';
export type { HandleOptions } from './handle-locally.ts';
export type { ServerTransport, TransportEnd } from './server-transport.ts';
export type { HostStatus, ServerHost, ServerListener } from './server-listener.ts';
export type { SignalSource } from './stop-signals.ts';
export type { ServerLogger, ServerLogFields, ServerLogLevel } from './server-logger.ts';
export type { Tool, ToolAnnotations, ToolContext, ToolInput, ToolResult, ToolSchema } from './tool.ts';
export type { JsonSchemaObject } from './json-schema/json-schema.ts';
export type { ContentBlock } from './content-block.ts';
export type { CacheHint, Resource, ResourceContent, ResourceTemplate } from './resource.ts';
export type { Complete } from './complete.ts';
export type { ListName } from './change-feed.ts';
export type { MethodHandler } from './methods.ts';
export type { Call, Middleware, Next } from './middleware.ts';
export type { Prompt, PromptArgument, PromptMessage } from './prompt.ts';
export {
  createMessage,
  elicitForm,
  elicitUrl,
  inputRequired,
  listRoots,
  type InputRequest,
  type InputRequired,
} from './input-required.ts';
export type { ClientAnswers, ClientRoot, Elicited, Sampled } from './client-answers.ts';
export type { ClientSide } from './client-side.ts';
export type { HandlerContext, RequestContext, Round } from './request-context.ts';
export type { WatchContext } from './watch-context.ts';
export type { Session } from './session.ts';
export type { DescribeError, ErrorReport, ReportedIssue } from './error-report.ts';
export type { Capabilities, Greeting } from './handshake.ts';
export { RpcError, type Reply, type RpcErrorBody } from './rpc-error.ts';
export { ServerError, type ServerErrorCode } from './server-error.ts';
export { METHOD, RPC_ERROR, type Era, type LogLevel, type RequestId } from './protocol.ts';
export { parseUriTemplate, type UriTemplate } from './uri-template/uri-template.ts';
export type { UriValue, UriVariables } from './uri-template/collect.ts';
export type { UriInput } from './uri-template/expand.ts';
