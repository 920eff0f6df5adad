/**
 * The answer to `initialize`, made without the SDK. The stdio transport gives it before the SDK is loaded, and the
 * dispatcher gives it to callers that have no connection; a test holds it equal to what the SDK itself answers.
 */
import { INITIALIZE_VERSIONS, isObject, type JsonObject } from './protocol.ts';

/** What a server can do. */
export interface Capabilities {
  readonly tools?: { readonly listChanged?: boolean };
  readonly resources?: { readonly listChanged?: boolean; readonly subscribe?: boolean };
  readonly prompts?: { readonly listChanged?: boolean };
  readonly completions?: Record<string, never>;
  readonly logging?: Record<string, never>;
}

/** How the server introduces itself. */
export interface Greeting {
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string };
  readonly capabilities: Capabilities;
  readonly instructions?: string;
}

export const INITIALIZE_SHAPE =
  'initialize needs protocolVersion (string), capabilities (object) and clientInfo (object with name and version)';

/** Whether these are parameters that a handshake can be answered for. */
export function isInitializeParams(params: unknown): params is JsonObject & { protocolVersion: string } {
  if (!isObject(params) || typeof params['protocolVersion'] !== 'string') return false;
  const { capabilities, clientInfo } = params;
  if (!isObject(capabilities) || !Object.values(capabilities).every(isObject)) return false;
  return isObject(clientInfo) && typeof clientInfo['name'] === 'string' && typeof clientInfo['version'] === 'string';
}

/** The version asked for when it is supported, the newest one otherwise. */
export function answerInitialize(greeting: Greeting, requested: string): JsonObject {
  const protocolVersion = INITIALIZE_VERSIONS.find((version) => version === requested) ?? INITIALIZE_VERSIONS[0];
  return { protocolVersion, ...introduction(greeting), serverInfo: greeting.serverInfo };
}

/** The part that both kinds of handshake share. */
export function introduction({ capabilities, instructions }: Greeting): JsonObject {
  return { capabilities, ...(instructions ? { instructions } : {}) };
}
