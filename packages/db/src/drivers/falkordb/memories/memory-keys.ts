/**
 * What filters ask for, as the engine can look it up. Equality is asked of hashes: the engine's indexes miss empty texts
 * and some signs, and compare the order of texts wrongly. Order is asked of `facts`, which no index holds.
 *
 * Metadata is spread out: each field that a filter can name, nested ones by their path, becomes one key for its value, one
 * for its being there, and a fact where it has an order.
 */
import { createHash } from 'node:crypto';
import type { JsonValue, MetadataScalar, Metadata } from '@zapomni/core/model';
import { sortable } from '../sortable.ts';

interface KeyedMemory {
  readonly kind: string;
  readonly source: string;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
}

export interface MemoryKeys {
  readonly keys: readonly string[];
  readonly facts: readonly string[];
}

export function keysOf({ kind, source, tags, metadata }: KeyedMemory): MemoryKeys {
  const fields = [...flatten(metadata)];
  return {
    keys: [
      kindKey(kind),
      sourceKey(source),
      ...new Set(tags.map(tagKey)),
      ...fields.map(([field]) => fieldKey(field)),
      ...fields.flatMap(([field, value]) => (isScalar(value) ? [valueKey(field, value)] : [])),
    ],
    facts: fields.flatMap(([field, value]) => (isOrdered(value) ? [factOf(field, value)] : [])),
  };
}

export const kindKey = (kind: string): string => `k${hash(kind)}`;
export const sourceKey = (source: string): string => `s${hash(source)}`;
export const tagKey = (tag: string): string => `t${hash(tag)}`;
/** The field exists. */
export const fieldKey = (field: string): string => `e${hash(field)}`;

/** The field has this very value, and is of its type. */
export function valueKey(field: string, value: MetadataScalar): string {
  return `m${hash(JSON.stringify([field, value]))}`;
}

/** Facts of one field and one type lie between `start` (inclusive) and `end`, in the order of their values. */
export function factsOf(field: string, type: 'number' | 'string'): { readonly start: string; readonly end: string } {
  const start = `${hash(field)}${type === 'number' ? 'n' : 's'}`;
  return { start, end: `${hash(field)}${type === 'number' ? 'o' : 't'}` };
}

export function factOf(field: string, value: number | string): string {
  const { start } = factsOf(field, typeof value === 'number' ? 'number' : 'string');
  return start + (typeof value === 'number' ? sortable(value) : value);
}

/** For the idempotency key. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Every field that a filter can name: by its whole name or, where no such name is, by a path of names without dots. */
function flatten(metadata: Metadata): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>(Object.entries(metadata));
  const names = new Set(found.keys());
  const visit = (value: JsonValue, path: string): void => {
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('.')) continue;
      const at = `${path}.${name}`;
      if (!names.has(at)) found.set(at, inner);
      visit(inner, at);
    }
  };
  for (const [name, value] of Object.entries(metadata)) if (!name.includes('.')) visit(value, name);
  return found;
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: JsonValue): value is MetadataScalar {
  return value === null || typeof value !== 'object';
}

function isOrdered(value: JsonValue): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}
