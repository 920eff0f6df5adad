/**
 * `resources/read`: fixed URIs first, then the templates that match, the more specific ones first. One that has no such
 * thing lets the next one try.
 */
import { InputRequired } from '../client/input-required.ts';
import { RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { HandlerContext, RequestContext } from '../dispatch/request-context.ts';
import type { ResourceCandidate, ResourceRegistry } from './resource-registry.ts';
import type { ResourceContent } from './resource.ts';
import { RpcError } from '../protocol/rpc-error.ts';

export async function readResource(
  resources: ResourceRegistry,
  params: JsonObject,
  context: HandlerContext,
): Promise<JsonObject | InputRequired> {
  const uri = readUri(params);
  for (const candidate of resources.candidates(uri)) {
    const { template } = candidate;
    context.logger.log('info', 'resource_read', { uri, ...(template === undefined ? {} : { template }) });
    const content = await candidate.read(context);
    if (content instanceof InputRequired) return content;
    if (content !== undefined) return toResult(uri, content, candidate, context);
  }
  throw resourceNotFound(uri, context);
}

export function readUri(params: JsonObject): string {
  const { uri } = params;
  if (typeof uri === 'string' && uri !== '') return uri;
  throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: missing uri');
}

export function resourceNotFound(uri: string, { era, logger }: RequestContext): RpcError {
  const shown = uri.slice(0, 500);
  logger.log('warning', 'resource_not_found', { uri: shown });
  const code = era === 'modern' ? RPC_ERROR.invalidParams : RPC_ERROR.resourceNotFound;
  return new RpcError(code, `Resource not found: ${shown}`, { uri: shown });
}

/** A client of the stateless revision is told how long it may keep what it got; by default not at all. */
function toResult(
  uri: string,
  content: ResourceContent,
  { mimeType, cache }: ResourceCandidate,
  { era }: RequestContext,
): JsonObject {
  const contents = [{ uri, ...(mimeType === undefined ? {} : { mimeType }), ...content }];
  if (era === 'legacy') return { contents };
  return { contents, ttlMs: cache?.ttlMs ?? 0, cacheScope: cache?.scope ?? 'private' };
}
