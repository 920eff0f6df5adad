/** From the bytes of one line to a message, with the error that the sender deserves when there is none. */
import { isUtf8 } from 'node:buffer';
import { sortMessage, unreadable, type InvalidMessage, type SortedMessage } from '../../protocol/json-rpc-message.ts';
import { RPC_ERROR, type RequestId } from '../../protocol/protocol.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** The sorted message with the value it was read from, or `undefined` for a blank line. */
export function parseLine(bytes: Buffer): { message: SortedMessage; value: unknown } | undefined {
  if (!isUtf8(bytes)) return refused(unreadable('Parse error: the line is not valid UTF-8', RPC_ERROR.parse));
  const text = decode(bytes);
  if (text === undefined) return refused(tooLarge(null));
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (json.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refused(unreadable('Parse error: the line is not valid JSON', RPC_ERROR.parse));
  }
  return { message: sortMessage(value, 'required'), value };
}

export function tooLarge(id: RequestId | null): InvalidMessage {
  return { ...unreadable('Request too large'), id };
}

/** V8 cannot hold a string beyond half a gigabyte; a limit set higher than that ends here. */
function decode(bytes: Buffer): string | undefined {
  try {
    return bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

function refused(message: InvalidMessage): { message: SortedMessage; value: unknown } {
  return { message, value: undefined };
}
