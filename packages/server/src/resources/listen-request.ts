/** `subscriptions/listen` of the stateless revision, as far as it is ours: which resources a client may hear of. */
import { isObject, METHOD } from '../protocol/protocol.ts';
import type { ResourceSubscriptions } from './resource-subscriptions.ts';
import type { WatchContext } from './watch-context.ts';

interface AnyRequest {
  readonly method: string;
  readonly params?: unknown;
}

/** The URIs it asks for; `undefined` when there are none or it is no such request. What is malformed is the SDK's to refuse. */
export function listenedUris({ method, params }: AnyRequest): string[] | undefined {
  const filter = method === METHOD.listen && isObject(params) ? params['notifications'] : undefined;
  const uris = isObject(filter) ? filter['resourceSubscriptions'] : undefined;
  return Array.isArray(uris) && uris.length > 0 && uris.every((uri) => typeof uri === 'string') ? uris : undefined;
}

/** The same request for those of its URIs that are granted, which are watched until the signal fires. */
export async function grantListen<Request extends AnyRequest>(
  subscriptions: ResourceSubscriptions,
  request: Request,
  context: WatchContext,
): Promise<Request> {
  const uris = listenedUris(request);
  if (uris === undefined) return request;
  const granted = await subscriptions.grant(uris, context);
  const params = request.params as { readonly notifications: object };
  const notifications = { ...params.notifications, resourceSubscriptions: granted };
  return { ...request, params: { ...params, notifications } };
}
