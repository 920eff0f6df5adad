import { RPC_ERROR, type RequestId } from '../../../protocol/protocol.ts';
import type { ServerLogger } from '../../../server-logger.ts';

interface JsonRpcLike {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId | null | undefined;
  readonly [member: string]: unknown;
}

/** A message as JSON. A result that JSON cannot express becomes an error, so that its request is answered all the same. */
export function serialise(message: JsonRpcLike, logger: ServerLogger): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    logger.log('error', 'unserialisable_message', { error });
    const internal = { code: RPC_ERROR.internal, message: 'Internal error' };
    return JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, error: internal });
  }
}
