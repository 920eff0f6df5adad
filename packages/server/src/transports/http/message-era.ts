import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { NotificationMessage, RequestMessage, ResponseMessage } from '../../protocol/json-rpc-message.ts';
import { isObject, METHOD, STATELESS_VERSIONS, VERSION_KEY, type Era } from '../../protocol/protocol.ts';

const FIRST_STATELESS = STATELESS_VERSIONS[STATELESS_VERSIONS.length - 1] as string;

/**
 * Which of the two ways of speaking a POSTed message belongs to. It goes by what the SDK's own classification goes by: a
 * body that names its revision, or a header that names a stateless one. A claim that turns out to be wrong is still the
 * stateless side's to refuse.
 */
export function eraOf(message: RequestMessage | NotificationMessage | ResponseMessage, versionHeader = ''): Era {
  if (message.kind === 'response') return 'legacy';
  if (versionHeader >= FIRST_STATELESS) return 'modern';
  const meta = message.params?.['_meta'];
  if (!isObject(meta) || !(VERSION_KEY in meta)) return 'legacy';
  return message.method === METHOD.initialize ? eraOfHandshake(message) : 'modern';
}

/** `initialize` is a handshake all the same unless its claim holds good, which is the SDK's to say. */
function eraOfHandshake({ method, params }: RequestMessage | NotificationMessage): Era {
  const body = { jsonrpc: '2.0', id: 0, method, params };
  return classifyInboundRequest({ httpMethod: 'POST', body }).kind === 'legacy' ? 'legacy' : 'modern';
}
