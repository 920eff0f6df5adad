/**
 * Which requests of the stateless revision may take the short way to the dispatcher: those about which there is nothing
 * to say. The SDK classifies each of them; all that it or the headers' rules could object to goes its way, and so does
 * what only it can do.
 */
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { RequestMessage } from '../../protocol/json-rpc-message.ts';
import { isObject, METHOD, STATELESS_VERSIONS } from '../../protocol/protocol.ts';
import type { Exchange } from './exchange.ts';

/** The member of `params` that the `Mcp-Name` header has to repeat. */
const NAMED_BY = new Map<string, string>([
  [METHOD.callTool, 'name'],
  [METHOD.getPrompt, 'name'],
  [METHOD.readResource, 'uri'],
]);

/** Methods of the dispatcher that this revision does not have, and the one that is a stream by nature. */
const NOT_PLAIN = new Set<string>([
  METHOD.initialize,
  METHOD.ping,
  METHOD.listen,
  METHOD.setLogLevel,
  METHOD.subscribe,
  METHOD.unsubscribe,
]);

export function isPlainRequest(exchange: Exchange, { id, method, params }: RequestMessage): boolean {
  if (NOT_PLAIN.has(method) || exchange.header('mcp-method') !== method || !nameAgrees(exchange, method, params)) {
    return false;
  }
  const protocolVersionHeader = exchange.header('mcp-protocol-version');
  if (!STATELESS_VERSIONS.some((version) => version === protocolVersionHeader)) return false;
  const body = { jsonrpc: '2.0', id, method, params };
  const { kind } = classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader, mcpMethodHeader: method, body });
  return kind === 'modern';
}

/** Only for names written as they are: one that had to be encoded to fit into a header is the SDK's to read. */
function nameAgrees(exchange: Exchange, method: string, params: unknown): boolean {
  const member = NAMED_BY.get(method);
  if (member === undefined) return true;
  const name = isObject(params) ? params[member] : undefined;
  return typeof name === 'string' && name === exchange.header('mcp-name') && !name.startsWith('=?');
}
