/** What a request brings of its client beside the call itself: what it can do, what it answered, how to ask it. */
import { CAPABILITIES_KEY, isObject, type JsonObject } from '../protocol/protocol.ts';

export interface ClientSide {
  /** What the client says that it can do. */
  readonly capabilities: JsonObject;
  /** Answers to what the result of an earlier request asked for, as they came. */
  readonly responses?: unknown;
  /** What that result gave the client to bring back, as it came. */
  readonly state?: unknown;
  /** Asks the client and waits. Only in the older revisions, and only where there is a way back. */
  readonly ask?: (method: string, params: JsonObject | undefined, signal: AbortSignal) => Promise<unknown>;
}

/** Of whom nothing is known: can do nothing. */
export const UNKNOWN_CLIENT: ClientSide = { capabilities: {} };

/** From the parameters of a request of the stateless revision. */
export function clientSideOf({ _meta: meta, inputResponses, requestState }: JsonObject): ClientSide {
  return { capabilities: capabilitiesOf(meta), responses: inputResponses, state: requestState };
}

/** From the envelope of a request of the stateless revision. */
export function capabilitiesOf(envelope: unknown): JsonObject {
  const declared = isObject(envelope) ? envelope[CAPABILITIES_KEY] : undefined;
  return isObject(declared) ? declared : {};
}
