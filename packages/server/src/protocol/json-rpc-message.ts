/**
 * Sorts a parsed JSON value into the kinds of JSON-RPC 2.0 messages, or says why it is none. The same rules hold for what
 * comes over a transport and for what a program hands to `handleRequest`.
 */
import { isObject, RPC_ERROR, type JsonObject, type RequestId } from './protocol.ts';
import type { RpcErrorBody } from './rpc-error.ts';

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
}
export interface NotificationMessage {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject | undefined;
}
export interface ResponseMessage {
  readonly kind: 'response';
  readonly id: RequestId | undefined;
}
export interface InvalidMessage {
  readonly kind: 'invalid';
  /** The sender's id when it has a usable one. */
  readonly id: RequestId | null;
  readonly error: RpcErrorBody;
  /** Under which it is logged. */
  readonly event: 'parse_error' | 'missing_method' | 'invalid_request';
}
export type SortedMessage = RequestMessage | NotificationMessage | ResponseMessage | InvalidMessage;

const FORMAT = 'Invalid request format';

/** `version` is what `jsonrpc` must say; a program that calls `handleRequest` may leave it out. */
export function sortMessage(value: unknown, version: 'required' | 'optional'): SortedMessage {
  if (!isObject(value)) return unreadable(Array.isArray(value) ? `${FORMAT}: batches are not supported` : FORMAT);
  const id = isRequestId(value['id']) ? value['id'] : null;
  if (value['jsonrpc'] !== '2.0' && !(version === 'optional' && value['jsonrpc'] === undefined)) {
    return invalid(id, 'Invalid request: jsonrpc must be "2.0"');
  }
  if (value['method'] !== undefined) return sortCall(value, id);
  if ('result' in value || 'error' in value) return { kind: 'response', id: id ?? undefined };
  return { ...invalid(id, 'Invalid request: missing method field'), event: 'missing_method' };
}

function sortCall(value: JsonObject, id: RequestId | null): SortedMessage {
  const { method, params } = value;
  if (typeof method !== 'string') return invalid(id, 'Invalid request: method must be a string');
  if (value['id'] !== undefined && id === null) {
    return invalid(null, 'Invalid request: id must be a string or an integer');
  }
  const usable = isObject(params) ? params : undefined;
  // A notification is never answered, not even to say that its parameters are wrong.
  if (id === null) return { kind: 'notification', method, params: usable };
  if (params !== undefined && usable === undefined) {
    return invalid(id, 'Invalid params: params must be an object', RPC_ERROR.invalidParams);
  }
  return { kind: 'request', id, method, params: usable };
}

/** Integers beyond 2^53 are refused: they would come back changed. */
function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function invalid(
  id: RequestId | null,
  message: string,
  code: number = RPC_ERROR.invalidRequest,
): InvalidMessage {
  return { kind: 'invalid', id, error: { code, message }, event: 'invalid_request' };
}

/** Input from which not even an id could be read. */
export function unreadable(message: string, code: number = RPC_ERROR.invalidRequest): InvalidMessage {
  return { kind: 'invalid', id: null, error: { code, message }, event: 'parse_error' };
}
