/** A value of a collection as the store keeps it: its JSON, its index keys, what it belongs to. */
import type { z } from 'zod';
import { invalidField, ZapomniError } from '../../errors/index.ts';
import type { IndexEntry, RecordParent } from '../../model/index.ts';
import type { RecordPut } from '../../ports/index.ts';
import type { CollectionDefinition } from './define-collection.ts';
import { encodeParts, type IndexPart } from './index-key.ts';

/** What the store takes, in bytes of UTF-8. */
const LONGEST_INDEX_KEY = 1024;
/** Of one UTF-16 unit. */
const MOST_BYTES = 3;

type Definition = CollectionDefinition<z.ZodObject, string>;
type Fields = Readonly<Record<string, unknown>>;

export interface PutOptions {
  /** The id of the memory, or the key of the record, that this one goes with. */
  readonly parent?: string | null;
  /** Only if the record has this version; 0: only if there is none. CONFLICT otherwise. */
  readonly ifVersion?: number;
}

/** INVALID_INPUT names the field. */
export function toPut(definition: Definition, key: string, value: unknown, options: PutOptions = {}): RecordPut {
  const fields = checkValue(definition, value);
  return {
    op: 'put',
    collection: definition.name,
    key,
    value: JSON.stringify(fields),
    entries: Object.entries(definition.indexes).flatMap(([index, { fields: of, unique = false }]) =>
      entriesOf(fields, { index, of, unique }),
    ),
    parent: parentOf(definition, options.parent ?? null),
    blobs: definition.blobs.flatMap((field) => textsIn(fields, field)),
    ...(options.ifVersion === undefined ? {} : { ifVersion: options.ifVersion }),
  };
}

function checkValue({ schema }: Definition, value: unknown): Fields {
  const { data, error } = schema.safeParse(value);
  if (data) return data;
  const issues = error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.') || 'record',
    error: message,
  }));
  const [first] = issues;
  throw new ZapomniError('INVALID_INPUT', `${first?.field ?? 'record'}: ${first?.error ?? 'is not valid'}.`, {
    issues,
  });
}

interface Asked {
  readonly index: string;
  readonly of: readonly string[];
  readonly unique: boolean;
}

/** One, or one for each item of the fields that are lists. */
function entriesOf(fields: Fields, asked: Asked): IndexEntry[] {
  const { of } = asked;
  if (!of.some((name) => Array.isArray(fields[name])))
    return [
      entryOf(
        of.map((name) => toPart(fields[name], name)),
        asked,
      ),
    ];
  const entries = new Map<string, IndexEntry>();
  for (const parts of tuplesOf(fields, of)) {
    const entry = entryOf(parts, asked);
    entries.set(entry.value, entry);
  }
  return [...entries.values()];
}

function entryOf(parts: readonly IndexPart[], { index, of, unique }: Asked): IndexEntry {
  const value = encodeParts(parts);
  if (value.length * MOST_BYTES > LONGEST_INDEX_KEY && Buffer.byteLength(value) > LONGEST_INDEX_KEY)
    throw invalidField(of.join(', '), 'is too long to be found by', 'Keep it shorter, or index a hash of it.');
  return { index, value, unique: unique && !parts.includes(null) };
}

function tuplesOf(fields: Fields, names: readonly string[]): IndexPart[][] {
  let tuples: IndexPart[][] = [[]];
  for (const name of names) {
    const value = fields[name];
    const parts = (Array.isArray(value) ? value : [value]).map((one) => toPart(one, name));
    tuples = tuples.flatMap((tuple) => parts.map((part) => [...tuple, part]));
  }
  return tuples;
}

export function toPart(value: unknown, field: string): IndexPart {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw invalidField(field, 'cannot be found by: it is neither text, number, truth value nor null');
}

function parentOf({ parent }: Definition, name: string | null): RecordParent | null {
  if (name === null) return null;
  if (!parent) throw invalidField('parent', 'is given, but the collection has none');
  return parent === 'memory' ? { memory: name } : { collection: parent.collection, key: name };
}

function textsIn(fields: Fields, field: string): string[] {
  const value = fields[field];
  if (value === undefined || value === null) return [];
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return texts.map((text) => {
    if (typeof text === 'string') return text;
    throw invalidField(field, 'must be text');
  });
}
