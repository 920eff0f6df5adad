import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isUtf8 } from 'node:buffer';
import {
  sortMessage,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from '../../../protocol/json-rpc-message.ts';
import { RPC_ERROR } from '../../../protocol/protocol.ts';
import { HttpRefusal } from '../http-refusal.ts';

export interface ParsedBody {
  readonly message: RequestMessage | NotificationMessage | ResponseMessage;
  /** The same with only the members that JSON-RPC knows: the SDK drops a message that has others without a word. */
  readonly wire: JSONRPCMessage;
}

const BYTE_ORDER_MARK = /^\uFEFF/;

/** From the bytes of a body to a message. Throws an HttpRefusal with the error that the sender deserves. */
export function parseBody(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) throw unreadable('the body is not valid UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(BYTE_ORDER_MARK, ''));
  } catch {
    throw unreadable('the body is not valid JSON');
  }
  const message = sortMessage(value, 'required');
  if (message.kind !== 'invalid') return { message, wire: toWire(message, value as JSONRPCMessage) };
  const { id, error } = message;
  throw new HttpRefusal(400, error.message, { id, code: error.code });
}

function toWire(message: ParsedBody['message'], value: JSONRPCMessage): JSONRPCMessage {
  if (message.kind === 'response') return value;
  const { method, params } = message;
  const call = { jsonrpc: '2.0' as const, method, ...(params ? { params } : {}) };
  return message.kind === 'request' ? { ...call, id: message.id } : call;
}

function unreadable(why: string): HttpRefusal {
  return new HttpRefusal(400, `Parse error: ${why}`, { code: RPC_ERROR.parse });
}
