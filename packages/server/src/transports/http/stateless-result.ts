/** What the stateless revision wants around a request and its result; a test holds it equal to what the SDK does. */
import { isObject, METHOD, type JsonObject } from '../../protocol/protocol.ts';

const RESERVED = 'io.modelcontextprotocol/';
const SERVER_INFO_KEY = `${RESERVED}serverInfo`;
const ENVELOPE = new Set(
  ['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel'].map((key) => RESERVED + key),
);

/** Whose results a client may keep: they say for how long, and an unsaid time is none. */
const CACHEABLE = new Set<string>([
  METHOD.discover,
  METHOD.listTools,
  METHOD.listPrompts,
  METHOD.listResources,
  METHOD.listResourceTemplates,
  METHOD.readResource,
]);

/** The parameters without what is said about the request rather than to the method. */
export function withoutEnvelope(params: JsonObject): JsonObject {
  const { _meta: meta, inputResponses: _responses, requestState: _state, ...rest } = params;
  if (!isObject(meta)) return rest;
  const own = Object.entries(meta).filter(([key]) => !ENVELOPE.has(key));
  return own.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(own) };
}

export function toStatelessResult(method: string, result: JsonObject, serverInfo: object): JsonObject {
  const meta = isObject(result['_meta']) ? result['_meta'] : {};
  const { resultType = 'complete' } = result;
  const cached = resultType === 'complete' && CACHEABLE.has(method) ? { ttlMs: 0, cacheScope: 'private' } : {};
  return { ...cached, ...result, resultType, _meta: { [SERVER_INFO_KEY]: serverInfo, ...meta } };
}
