import { isObject } from '../../protocol/protocol.ts';

const known = new WeakMap<object, boolean>();

/** Whether a tool's schema wants some of its arguments repeated in headers, which then have to be held against them. */
export function declaresHeaders(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  let found = known.get(schema);
  if (found === undefined) {
    found = JSON.stringify(schema).includes('"x-mcp-header"');
    known.set(schema, found);
  }
  return found;
}
