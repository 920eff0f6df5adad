/** The error codes of the guards, from the range that the protocol leaves to servers, and how their answers are made. */
import { RPC_ERROR } from '../protocol/protocol.ts';
import type { Refusal } from './guard.ts';

export const GUARD_ERROR = {
  /** Host or Origin; the number that the SDK's own guards use. */
  forbidden: -32000,
  unauthorized: -32010,
  rateLimited: RPC_ERROR.rateLimited,
  /** Who is calling cannot be found out at the moment. */
  unavailable: -32012,
} as const;

/** `message` is ours word for word: nothing that the client sent is repeated in it. */
export function forbidden(message: string): Refusal {
  return { status: 403, error: { code: GUARD_ERROR.forbidden, message } };
}
