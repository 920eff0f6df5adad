/**
 * The names and numbers of the protocol, once. Nothing here loads the SDK or zod, so that the stdio door can answer the
 * handshake before either is there.
 */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Up to 2025-11-25; newer clients get `invalidParams`. */
  resourceNotFound: -32002,
  /** Ours: the caller's scopes do not suffice. */
  forbidden: -32003,
  /** Ours: the caller asks too often. */
  rateLimited: -32011,
  /** The client has not declared what the request needs of it. */
  missingCapability: -32021,
} as const;

export const METHOD = {
  initialize: 'initialize',
  discover: 'server/discover',
  listen: 'subscriptions/listen',
  ping: 'ping',
  listTools: 'tools/list',
  callTool: 'tools/call',
  listResources: 'resources/list',
  listResourceTemplates: 'resources/templates/list',
  readResource: 'resources/read',
  listPrompts: 'prompts/list',
  getPrompt: 'prompts/get',
  subscribe: 'resources/subscribe',
  unsubscribe: 'resources/unsubscribe',
  complete: 'completion/complete',
  setLogLevel: 'logging/setLevel',
} as const;

export const NOTIFICATION = {
  initialized: 'notifications/initialized',
  cancelled: 'notifications/cancelled',
  progress: 'notifications/progress',
  message: 'notifications/message',
  toolsChanged: 'notifications/tools/list_changed',
  resourcesChanged: 'notifications/resources/list_changed',
  promptsChanged: 'notifications/prompts/list_changed',
  resourceUpdated: 'notifications/resources/updated',
} as const;

/** Revisions negotiated by `initialize`, newest first; the first one answers a client that asks for an unknown one. */
export const INITIALIZE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
/** Revisions without a handshake: each request names its own. */
export const STATELESS_VERSIONS = ['2026-07-28'] as const;
/** The `params._meta` key by which a stateless request names its revision. */
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** The `params._meta` key by which a stateless request says what its client can do. */
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** The `params._meta` key by which a stateless request says which logs it wants. */
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

/** Those of RFC 5424, the least severe first. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `legacy` connections begin with `initialize`; `modern` ones name the revision in each request. */
export type Era = 'legacy' | 'modern';
export type RequestId = string | number;
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
}
