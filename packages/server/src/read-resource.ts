/** `resources/read`: fixed URIs first, then templates in order of registration. */
import { RPC_ERROR, type JsonObject } from './protocol.ts';
import type { RequestContext } from './request-context.ts';
import type { ResourceRegistry } from './resource-registry.ts';
import type { ResourceContent } from './resource.ts';
import { RpcError } from './rpc-error.ts';

export async function readResource(
  resources: ResourceRegistry,
  params: JsonObject,
  context: RequestContext,
): Promise<JsonObject> {
  const uri = params['uri'];
  if (typeof uri !== 'string' || uri === '') throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: missing uri');
  const found = resources.find(uri);
  if (found === undefined) throw notFound(uri, context);
  if ('resource' in found) {
    context.logger.log('info', 'resource_read', { uri });
    return toContents(uri, await found.resource.read(context), found.resource.mimeType);
  }
  const { template, variables } = found;
  context.logger.log('info', 'resource_read', { uri, template: template.uriTemplate });
  const content = await template.read(uri, variables, context);
  if (content === undefined) throw notFound(uri, context);
  return toContents(uri, content, template.mimeType);
}

function toContents(uri: string, content: ResourceContent, mimeType: string | undefined): JsonObject {
  return { contents: [{ uri, ...(mimeType === undefined ? {} : { mimeType }), ...content }] };
}

function notFound(uri: string, { era, logger }: RequestContext): RpcError {
  const shown = uri.slice(0, 500);
  logger.log('warning', 'resource_not_found', { uri: shown });
  const code = era === 'modern' ? RPC_ERROR.invalidParams : RPC_ERROR.resourceNotFound;
  return new RpcError(code, `Resource not found: ${shown}`, { uri: shown });
}
