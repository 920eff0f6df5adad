/**
 * Finds the id of a request too long to be read, so that its sender gets the error instead of waiting for its timeout.
 * Clients write the id as the first or the last member of the object. Both patterns are sound for valid JSON: the end
 * pattern runs into the brace that closes the message, and inside a string the quotes around `id` would be escaped.
 */
import type { RequestId } from '../../protocol/protocol.ts';

const VALUE = String.raw`"id"\s*:\s*(0|-?[1-9]\d{0,14}|"[^"\\\u0000-\u001f]{0,128}")\s*`;
const AT_START = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${VALUE},`);
const AT_END = new RegExp(String.raw`,\s*${VALUE}(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** `null` when neither end of the line shows one. */
export function oversizedRequestId(head: Buffer, tail: Buffer): RequestId | null {
  const found = AT_START.exec(head.toString('utf8')) ?? AT_END.exec(tail.toString('utf8'));
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as RequestId);
}
