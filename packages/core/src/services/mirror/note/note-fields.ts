/**
 * What the front matter of a note says, in both directions. Ours are the names below; every other name is metadata of the
 * user's, so that the properties of a vault stay what they are. Metadata that has one of our names stands below `metadata`.
 */
import { isOfDocument, parseIsoDate, type JsonValue, type Memory, type Metadata } from '../../../model/index.ts';
import { checkTags, isKind, occurredAt as saidBy } from '../../memory/draft.ts';

/** What a file may change, as it is stored. */
export interface NoteFacts {
  readonly kind: string;
  readonly tags: readonly string[];
  readonly source: string;
  readonly metadata: Metadata;
  readonly occurredAt: number | null;
}

export const ID_FIELD = 'memory_id';
/** In a copy that was kept because two edits met: the memory that it is an edit of. */
export const CONFLICT_FIELD = 'conflict_of';
const HAPPENED = 'happened';
/** Told to the reader; what a file says there is not read back. */
const TOLD = ['remembered', 'revised', 'memory_workspace', 'superseded_by'];
const OURS: ReadonlySet<string> = new Set([
  ID_FIELD,
  CONFLICT_FIELD,
  HAPPENED,
  'kind',
  'tags',
  'source',
  'metadata',
  ...TOLD,
]);
const DEFAULT_KIND = 'note';

export type Field = readonly [name: string, value: JsonValue];

export function fieldsOf(memory: Memory): Field[] {
  const { occurredAt, metadata } = memory;
  const [own, below] = [
    Object.entries(metadata).filter(([name]) => !OURS.has(name)),
    Object.entries(metadata).filter(([name]) => OURS.has(name)),
  ];
  return [
    [ID_FIELD, memory.id],
    ['kind', memory.kind],
    ...optional('tags', memory.tags.length > 0 ? [...memory.tags] : null),
    ...optional('source', memory.source === '' ? null : memory.source),
    // Where the metadata says it, it is said once.
    ...optional(HAPPENED, occurredAt === null || occurredAt === saidBy(metadata, []) ? null : toIso(occurredAt)),
    ['remembered', toIso(memory.createdAt)],
    ['revised', toIso(memory.updatedAt)],
    ['memory_workspace', memory.workspace],
    ...optional('superseded_by', memory.supersededBy),
    ...own,
    ...optional('metadata', below.length > 0 ? Object.fromEntries(below) : null),
  ];
}

function optional(name: string, value: JsonValue): Field[] {
  return value === null ? [] : [[name, value]];
}

/** What cannot be a tag, a source or a kind is metadata of that name: nothing that was written is thrown away. */
export function factsOf(fields: Metadata): NoteFacts {
  // A map, because a name may be `__proto__`, which an object would not take.
  const others = new Map(Object.entries(fields).filter(([name]) => !OURS.has(name)));
  const kind = taken(fields, others, 'kind', toKind) ?? DEFAULT_KIND;
  const tags = taken(fields, others, 'tags', toTags) ?? [];
  const source = taken(fields, others, 'source', toSource) ?? '';
  const happened = taken(fields, others, HAPPENED, toMoment);
  const below = fields['metadata'];
  if (isMap(below)) for (const [name, value] of Object.entries(below)) others.set(name, value);
  else if (below !== undefined && below !== null) others.set('metadata', below);
  const metadata: Metadata = Object.fromEntries(others);
  return { kind, tags: checkTags(tags), source, metadata, occurredAt: happened ?? saidBy(metadata, []) };
}

function taken<T>(
  fields: Metadata,
  others: Map<string, JsonValue>,
  name: string,
  read: (value: JsonValue) => T | undefined,
): T | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const found = read(value);
  if (found === undefined) others.set(name, value);
  return found;
}

/** Documents have a file already, and it is not this one. */
const toKind = (value: JsonValue): string | undefined =>
  typeof value === 'string' && isKind(value) && !isOfDocument(value) ? value : undefined;

const toSource = (value: JsonValue): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const toMoment = (value: JsonValue): number | undefined =>
  typeof value === 'string' ? parseIsoDate(value)?.at : undefined;

/** `#` before a tag is how it is written, not what it is; in one line, commas part them. */
function toTags(value: JsonValue): string[] | undefined {
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  if (!items.every((item) => typeof item === 'string' || typeof item === 'number')) return undefined;
  return items.map((item) => String(item).trim()).map((tag) => (tag.length > 1 ? tag.replace(/^#/, '') : tag));
}

function isMap(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toIso(at: number): string {
  return new Date(at).toISOString();
}

/** The fields in which the two differ. */
export function differing(one: NoteFacts, other: NoteFacts): (keyof NoteFacts)[] {
  const names: (keyof NoteFacts)[] = ['kind', 'tags', 'source', 'metadata', 'occurredAt'];
  return names.filter((name) => canonical(one[name]) !== canonical(other[name]));
}

/** The order of fields says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
