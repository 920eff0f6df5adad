/** Which capability of the client a question needs. Nobody is asked what they did not say they can answer. */
import type { InputRequest, InputRequired } from './input-required.ts';
import { isObject, RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { RequestContext } from '../dispatch/request-context.ts';
import { RpcError } from '../protocol/rpc-error.ts';

/** Throws the protocol's error for a missing capability, which names all that is missing. */
export function requireCapabilities({ requests }: InputRequired, declared: JsonObject, context: RequestContext): void {
  const missing = Object.values(requests)
    .map(neededBy)
    .filter((path) => !isDeclared(declared, path));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map((path) => path.join('.')))];
  context.logger.log('warning', 'missing_client_capability', { capabilities: names });
  const message = `This needs a client with ${names.join(' and ')}, which this client has not declared.`;
  throw new RpcError(RPC_ERROR.missingCapability, message, { requiredCapabilities: toCapabilities(missing) });
}

type CapabilityPath = readonly [capability: string, part?: string];

function neededBy({ method, params = {} }: InputRequest): CapabilityPath {
  switch (method) {
    case 'elicitation/create':
      return ['elicitation', params['mode'] === 'url' ? 'url' : 'form'];
    case 'sampling/createMessage':
      return 'tools' in params || 'toolChoice' in params ? ['sampling', 'tools'] : ['sampling'];
    case 'roots/list':
      return ['roots'];
  }
}

function isDeclared(declared: JsonObject, [capability, part]: CapabilityPath): boolean {
  const found = declared[capability];
  if (!isObject(found)) return false;
  // Before there were two modes, a client that could elicit said no more than that, and meant forms.
  return part === undefined || part in found || (part === 'form' && !('url' in found));
}

function toCapabilities(paths: readonly CapabilityPath[]): JsonObject {
  const required: Record<string, Record<string, object>> = {};
  for (const [capability, part] of paths) {
    required[capability] = { ...required[capability], ...(part === undefined ? {} : { [part]: {} }) };
  }
  return required;
}
