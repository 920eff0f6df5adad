/**
 * Which client wants to hear of which URI. The older revisions subscribe one by one (`resources/subscribe`) and the
 * subscriptions are kept here; in the stateless one the SDK keeps them, and is told here which of them are granted.
 */
import { rankOf, rankOfScope } from '../dispatch/caller-scope.ts';
import { RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import { readUri, resourceNotFound } from './read-resource.ts';
import type { RequestContext } from '../dispatch/request-context.ts';
import type { ResourceRegistry } from './resource-registry.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import type { Session } from '../connection/session.ts';
import type { WatchContext } from './watch-context.ts';

/** More than any client needs, and too few to fill the memory with. */
const MAX_AT_ONCE = 1000;

interface Subscription {
  readonly life: AbortController;
  /** Settles when it is granted or refused. */
  readonly granted: Promise<void>;
}

export class ResourceSubscriptions {
  readonly #resources: ResourceRegistry;
  readonly #wanted = new WeakMap<Session, Map<string, Subscription>>();
  readonly #ended = new WeakSet<Session>();

  constructor(resources: ResourceRegistry) {
    this.#resources = resources;
  }

  has(session: Session, uri: string): boolean {
    return this.#wanted.get(session)?.has(uri) ?? false;
  }

  /** Only what is there and says that it changes can be subscribed to. */
  async subscribe(params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const uri = readUri(params);
    const wanted = this.#wanted.get(context.session) ?? new Map<string, Subscription>();
    this.#wanted.set(context.session, wanted);
    const subscription = wanted.get(uri) ?? this.#open(uri, context, wanted);
    try {
      await subscription.granted;
    } catch (error) {
      if (wanted.get(uri) === subscription) wanted.delete(uri);
      throw error;
    }
    return {};
  }

  /** What was not subscribed to is no error. */
  unsubscribe(params: JsonObject, { session }: RequestContext): JsonObject {
    const uri = readUri(params);
    const wanted = this.#wanted.get(session);
    wanted?.get(uri)?.life.abort();
    wanted?.delete(uri);
    return {};
  }

  /** The session is over, and so is all that it wanted. */
  end(session: Session): void {
    this.#ended.add(session);
    for (const { life } of this.#wanted.get(session)?.values() ?? []) life.abort();
    this.#wanted.delete(session);
  }

  /** Those of the URIs that a client of the stateless revision may hear of, watched until the signal fires. */
  async grant(uris: readonly string[], context: WatchContext): Promise<string[]> {
    if (rankOf(context.caller) < rankOfScope('read')) return [];
    const wanted = [...new Set(uris)].slice(0, MAX_AT_ONCE);
    const watch = async (uri: string) => (await this.#find(uri)?.watch(context)) ?? false;
    const granted = await Promise.all(wanted.map((uri) => watch(uri).catch((error) => noteRefusal(error, context))));
    return wanted.filter((_, index) => granted[index]);
  }

  #open(uri: string, context: RequestContext, wanted: Map<string, Subscription>): Subscription {
    if (wanted.size >= MAX_AT_ONCE) {
      const message = `No more than ${MAX_AT_ONCE} subscriptions at once: unsubscribe from one first.`;
      throw new RpcError(RPC_ERROR.invalidParams, message);
    }
    const life = new AbortController();
    if (this.#ended.has(context.session)) life.abort();
    const subscription = { life, granted: this.#watch(uri, context, life.signal) };
    wanted.set(uri, subscription);
    return subscription;
  }

  async #watch(uri: string, context: RequestContext, signal: AbortSignal): Promise<void> {
    const [found] = this.#resources.candidates(uri);
    if (found?.changes === false) {
      throw new RpcError(RPC_ERROR.invalidParams, 'This resource does not change.', { uri });
    }
    const { caller, logger } = context;
    const isThere = (await found?.watch({ caller, logger, signal })) ?? false;
    if (!isThere) throw resourceNotFound(uri, context);
  }

  #find(uri: string) {
    const [found] = this.#resources.candidates(uri);
    return found?.changes === true ? found : undefined;
  }
}

/** A refusal is the URI's alone: the client sees from the acknowledgement what it was granted. */
function noteRefusal(error: unknown, { logger }: WatchContext): boolean {
  logger.log('warning', 'subscription_refused', { error });
  return false;
}
