/**
 * From what a caller says to what is stored: checks that hold whatever door the call came through, and the reading of
 * `metadata`, which may carry tags, source and time (R138, D021).
 */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import { isAmbiguousDate, parseLooseDate, type JsonValue, type Metadata } from '../../model/index.ts';
import type { NewMemory } from '../../ports/index.ts';

export interface MemoryDraft {
  readonly text: string;
  readonly kind?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly key?: string | undefined;
  readonly supersedes?: string | undefined;
}

const DEFAULT_KIND = 'note';
const MAX_METADATA_BYTES = 100_000;
/** What the store itself says of a memory; metadata of these names could be taken for it. */
const RESERVED_METADATA = ['memory_id', 'chunks'] as const;
const KIND = /^[a-z][a-z0-9_-]{0,31}$/;
const MAX_SOURCE_LENGTH = 2000;
const MAX_KEY_LENGTH = 500;
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;

/** What a draft says beside its text and passages. */
export interface DraftFacts extends Pick<
  NewMemory,
  'kind' | 'tags' | 'source' | 'metadata' | 'occurredAt' | 'key' | 'supersedes'
> {
  /** Things that were accepted but not understood, for the caller to know. */
  readonly warnings: readonly string[];
}

/** Trimmed text, or INVALID_INPUT / TOO_LARGE that names `field`. */
export function checkText(text: string, maxLength: number, field = 'text'): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalidField(field, `${field} cannot be empty or whitespace-only`);
  if (trimmed.length > maxLength && countCharacters(trimmed) > maxLength) {
    const error = `exceeds max length of ${maxLength} characters`;
    throw new ZapomniError('TOO_LARGE', `${field} ${error}.`, {
      hint: 'Split it into several memories.',
      issues: [{ field, error }],
    });
  }
  if (!trimmed.isWellFormed()) {
    throw invalidField(
      field,
      'holds half of a surrogate pair, which no encoding can store',
      'Remove the broken character.',
    );
  }
  return trimmed;
}

export function readFacts(draft: MemoryDraft, field = ''): DraftFacts {
  const metadata = checkMetadata(draft.metadata ?? {}, `${field}metadata`);
  const warnings: string[] = [];
  return {
    kind: checkKind(draft.kind ?? DEFAULT_KIND, `${field}kind`),
    tags: checkTags(draft.tags ?? tagsOf(metadata.tags), `${field}tags`),
    source: checkSource(draft.source ?? textOf(metadata.source), `${field}source`),
    metadata,
    occurredAt: occurredAt(metadata, warnings),
    key: draft.key === undefined ? null : checkKey(draft.key, `${field}key`),
    supersedes: draft.supersedes ?? null,
    warnings,
  };
}

/** Unique, trimmed, in the order given. */
export function checkTags(tags: readonly string[], field = 'tags'): string[] {
  const clean = [...new Set(tags.map((tag) => checkWellFormed(tag.trim(), field)).filter((tag) => tag !== ''))];
  if (clean.length > MAX_TAGS) throw invalidField(field, `has ${clean.length} tags; at most ${MAX_TAGS} are kept`);
  const long = clean.find((tag) => tag.length > MAX_TAG_LENGTH);
  if (long !== undefined) throw invalidField(field, `holds a tag longer than ${MAX_TAG_LENGTH} characters`);
  return clean;
}

export function isKind(text: string): boolean {
  return KIND.test(text);
}

export function checkKind(kind: string, field = 'kind'): string {
  if (isKind(kind)) return kind;
  throw invalidField(
    field,
    'must be one lower-case word of up to 32 letters, digits, - and _',
    'For example: decision.',
  );
}

export function checkSource(source: string, field = 'source'): string {
  if (source.length > MAX_SOURCE_LENGTH) throw invalidField(field, `is longer than ${MAX_SOURCE_LENGTH} characters`);
  return checkWellFormed(source, field);
}

function checkKey(key: string, field: string): string {
  if (key === '' || key.length > MAX_KEY_LENGTH) throw invalidField(field, `must have 1–${MAX_KEY_LENGTH} characters`);
  return checkWellFormed(key, field);
}

export function checkMetadata(metadata: Metadata, field = 'metadata'): Metadata {
  const reserved = RESERVED_METADATA.find((key) => Object.hasOwn(metadata, key));
  if (reserved !== undefined)
    throw invalidField(`${field}.${reserved}`, 'is a reserved key', 'Choose another name, such as external_id.');
  const json = JSON.stringify(metadata);
  if (new TextEncoder().encode(json).length > MAX_METADATA_BYTES) {
    throw new ZapomniError('TOO_LARGE', `${field} is larger than ${MAX_METADATA_BYTES} bytes of JSON.`, {
      hint: 'Keep large content in the text.',
      issues: [{ field, error: `larger than ${MAX_METADATA_BYTES} bytes` }],
    });
  }
  // JSON writes a lone surrogate as an escape, so it is visible here and nowhere later.
  if (/\\ud[89a-f][0-9a-f]{2}/i.test(json)) throw invalidField(field, 'holds half of a surrogate pair');
  return metadata;
}

export function occurredAt(metadata: Metadata, warnings: string[]): number | null {
  const given = metadata.timestamp ?? metadata.date;
  if (given === undefined || given === null) return null;
  const moment = typeof given === 'string' || typeof given === 'number' ? parseLooseDate(given) : null;
  if (!moment) warnings.push(whyNotDated(given));
  return moment?.at ?? null;
}

function whyNotDated(given: JsonValue): string {
  return typeof given === 'string' && isAmbiguousDate(given)
    ? 'metadata.timestamp could be two days (day or month first?) and is kept as it is; use ISO 8601.'
    : 'metadata.timestamp was not understood as a date and is kept as it is; use ISO 8601.';
}

function checkWellFormed(text: string, field: string): string {
  if (!text.isWellFormed()) throw invalidField(field, 'holds half of a surrogate pair');
  return text;
}

function tagsOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return value.split(',');
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function countCharacters(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xdc00 && code <= 0xdfff) pairs++;
  }
  return text.length - pairs;
}
