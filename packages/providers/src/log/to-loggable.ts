/**
 * Turns any value into plain, small, harmless JSON: secrets masked, errors written out, cycles, depth and length cut.
 * Never throws, whatever getters, proxies or `toJSON` do.
 */
import { isSecretName, MASK, maskCredentials } from './secrets.ts';

export type Loggable = string | number | boolean | null | Loggable[] | { [name: string]: Loggable };

const MAX_TEXT = 2000;
const MAX_STACK = 4000;
const MAX_ITEMS = 50;
/** Every setting has its place in the line that says with which the server was started. */
const MAX_NAMES = 200;
const MAX_DEPTH = 6;

/** The fields of a record, one by one; those that have nothing to show are left out. */
export function toLoggableFields(fields: object): Record<string, Loggable> {
  return convertEntries(fields, [fields]);
}

function convert(value: unknown, parents: readonly object[]): Loggable | undefined {
  switch (typeof value) {
    case 'string':
      return toText(value, MAX_TEXT);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : convertSafely(value, parents);
    case 'undefined':
      return undefined;
    case 'bigint':
      return toText(value.toString(), MAX_TEXT);
    default:
      return `[${typeof value}]`;
  }
}

function convertSafely(value: object, parents: readonly object[]): Loggable {
  if (parents.includes(value)) return '[circular]';
  if (parents.length >= MAX_DEPTH) return '[deep]';
  try {
    return convertObject(value, [...parents, value]);
  } catch {
    return '[unreadable]';
  }
}

function convertObject(value: object, parents: readonly object[]): Loggable {
  if (value instanceof Error) return convertError(value, parents);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof URL || value instanceof RegExp) return toText(String(value), MAX_TEXT);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return convertEntries(Object.fromEntries(value), parents);
  if (Array.isArray(value)) return convertItems(value, value.length, parents);
  if (value instanceof Set) return convertItems(value, value.size, parents);
  return convertEntries(value, parents);
}

function convertItems(items: Iterable<unknown>, size: number, parents: readonly object[]): Loggable[] {
  const shown: Loggable[] = [];
  for (const item of items) {
    if (shown.length === MAX_ITEMS) return [...shown, `[${size - MAX_ITEMS} more]`];
    shown.push(convert(item, parents) ?? null);
  }
  return shown;
}

function convertEntries(record: object, parents: readonly object[]): Record<string, Loggable> {
  const shown: Record<string, Loggable> = {};
  const names = Object.keys(record);
  for (const name of names.slice(0, MAX_NAMES)) {
    const value = isSecretName(name) ? MASK : convert(readField(record, name), parents);
    if (value !== undefined) shown[toText(name, 100)] = value;
  }
  if (names.length > MAX_NAMES) shown['more_fields'] = names.length - MAX_NAMES;
  return shown;
}

function readField(record: object, name: string): unknown {
  try {
    return (record as Record<string, unknown>)[name];
  } catch {
    return '[unreadable]';
  }
}

/** Name, code, message and stack, then what caused it. */
function convertError(error: Error, parents: readonly object[]): Loggable {
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  const shown: Record<string, Loggable> = { name: toText(String(error.name), 100) };
  if (code !== undefined) shown['code'] = convert(code, parents) ?? null;
  shown['message'] = toText(String(error.message), MAX_TEXT);
  if (error.stack) shown['stack'] = toText(String(error.stack), MAX_STACK);
  if (error.cause !== undefined) shown['cause'] = convert(error.cause, parents) ?? null;
  if (Array.isArray(errors)) shown['errors'] = convertItems(errors, errors.length, parents);
  return shown;
}

function toText(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}… [${text.length - limit} more]` : text;
  return maskCredentials(cut.toWellFormed());
}
