/**
 * Answers `initialize` before the SDK is loaded. The request still goes to the SDK, which needs it for its own state;
 * its answer comes second and is kept back, after a check that the client was told the same.
 */
import { isDeepStrictEqual } from 'node:util';
import { answerInitialize, isInitializeParams, type Greeting } from '../../protocol/handshake.ts';
import type { RequestMessage } from '../../protocol/json-rpc-message.ts';
import { METHOD, VERSION_KEY, isObject, type JsonObject, type RequestId } from '../../protocol/protocol.ts';
import type { ServerLogger } from '../../server-logger.ts';

export class EarlyGreeting {
  readonly #greeting: Greeting;
  readonly #logger: ServerLogger;
  #given: { readonly id: RequestId; readonly result: JsonObject } | undefined;

  constructor(greeting: Greeting, logger: ServerLogger) {
    this.#greeting = greeting;
    this.#logger = logger;
  }

  /** The result to send at once for the connection's first message, or `undefined` when the SDK has to answer. */
  answer(first: RequestMessage): JsonObject | undefined {
    if (first.method !== METHOD.initialize || !isInitializeParams(first.params)) return undefined;
    const meta = first.params['_meta'];
    if (isObject(meta) && VERSION_KEY in meta) return undefined;
    const result = answerInitialize(this.#greeting, first.params.protocolVersion);
    this.#given = { id: first.id, result };
    return result;
  }

  /** Whether this response repeats the early answer and must not be sent. True once at most. */
  repeats(response: { readonly id?: RequestId; readonly result?: unknown }): boolean {
    if (this.#given === undefined || response.id !== this.#given.id) return false;
    if (!isDeepStrictEqual(response.result, this.#given.result)) this.#logger.log('error', 'greeting_mismatch');
    this.#given = undefined;
    return true;
  }
}
