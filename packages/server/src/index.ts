/** The door of the base server. `@zapomni/server/stdio` is the other one, which loads neither the SDK nor zod. */
export { McpBaseServer, type RunOptions, type ServerStats } from './mcp-base-server.ts';
export type { McpBaseServerOptions } from './server-options.ts';
export type { HandleOptions } from './handle-locally.ts';
export type { ServerTransport, TransportEnd } from './server-transport.ts';
export type { SignalSource } from './stop-signals.ts';
export type { ServerLogger, ServerLogFields, ServerLogLevel } from './server-logger.ts';
export type { Tool, ToolAnnotations, ToolContext, ToolResult } from './tool.ts';
export type { Resource, ResourceContent, ResourceTemplate } from './resource.ts';
export type { Prompt, PromptArgument, PromptMessage } from './prompt.ts';
export type { RequestContext } from './request-context.ts';
export type { Session } from './session.ts';
export type { DescribeError, ErrorReport, ReportedIssue } from './error-report.ts';
export type { Greeting } from './handshake.ts';
export type { Reply, RpcErrorBody } from './rpc-error.ts';
export { ServerError, type ServerErrorCode } from './server-error.ts';
export { METHOD, RPC_ERROR, type Era, type RequestId } from './protocol.ts';
export { parseUriTemplate, type UriTemplate, type UriVariables } from './uri-template.ts';
