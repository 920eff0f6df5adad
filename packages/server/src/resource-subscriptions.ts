/** `resources/subscribe` and `resources/unsubscribe` of the older revisions: which session wants to hear of which URI. */
import { RPC_ERROR, type JsonObject } from './protocol.ts';
import { readUri, resourceNotFound } from './read-resource.ts';
import type { RequestContext } from './request-context.ts';
import type { ResourceRegistry } from './resource-registry.ts';
import { RpcError } from './rpc-error.ts';
import type { Session } from './session.ts';

/** More than any client needs, and too few to fill the memory with. */
const MAX_PER_SESSION = 1000;

/** Forgets a session with the session itself. */
export class ResourceSubscriptions {
  readonly #resources: ResourceRegistry;
  readonly #wanted = new WeakMap<Session, Set<string>>();

  constructor(resources: ResourceRegistry) {
    this.#resources = resources;
  }

  has(session: Session, uri: string): boolean {
    return this.#wanted.get(session)?.has(uri) ?? false;
  }

  /** Only what is there and says that it changes can be subscribed to. */
  subscribe(params: JsonObject, context: RequestContext): JsonObject {
    const uri = readUri(params);
    const [found] = this.#resources.candidates(uri);
    if (found === undefined) throw resourceNotFound(uri, context);
    if (!found.changes) throw new RpcError(RPC_ERROR.invalidParams, 'This resource does not change.', { uri });
    const wanted = this.#wanted.get(context.session) ?? new Set();
    if (wanted.size >= MAX_PER_SESSION && !wanted.has(uri)) {
      const message = `No more than ${MAX_PER_SESSION} subscriptions at once: unsubscribe from one first.`;
      throw new RpcError(RPC_ERROR.invalidParams, message);
    }
    this.#wanted.set(context.session, wanted.add(uri));
    return {};
  }

  /** What was not subscribed to is no error. */
  unsubscribe(params: JsonObject, { session }: RequestContext): JsonObject {
    this.#wanted.get(session)?.delete(readUri(params));
    return {};
  }
}
