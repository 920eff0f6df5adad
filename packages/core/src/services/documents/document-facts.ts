/** What a document's memory and record say, from what was read of it. */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import { DOCUMENT_KIND, type JsonValue, type Metadata, type PassageSpan } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { checkText, readFacts, type DraftFacts } from '../memory/draft.ts';
import { sha256 } from '../memory/prepare-text.ts';
import { yieldToEventLoop } from '../within.ts';
import { cutDocument } from './cut-document.ts';
import { cutText, type DocumentRecord, type KeptDocument } from './document-record.ts';
import type { FlatDocument } from './flatten.ts';

const MOST_WARNINGS = 20;
const MOST_WARNING = 500;
const MOST_TITLE = 500;
const MOST_METADATA = 20_000;
const MOST_TAGS = 100;
const MOST_TAG = 200;
const PASSAGES_BETWEEN_BREATHS = 64;
/** Of the source, so that an index key holds it in any script. */
const MOST_PATH = 300;

/** What is known before a document is read. */
export type Origin = Pick<DocumentRecord, 'source' | 'name' | 'hash' | 'size' | 'modified' | 'blob'>;

/** What the memory of a text is where it is the text of something else than a document. */
export type DocumentGuise = Pick<DraftFacts, 'kind' | 'metadata' | 'tags' | 'occurredAt'>;

export function beginningOf(source: string): string {
  return cutText(source, MOST_PATH);
}

export async function toRecord(
  { clock }: Deps,
  known: KeptDocument | null,
  changes: Partial<DocumentRecord>,
): Promise<DocumentRecord> {
  const now = clock.now();
  const value = { ...EMPTY, added_at: now, ...known?.value, ...changes, updated_at: now };
  const { source } = value;
  const name = cutText(value.name, 200);
  const place = source === null ? null : await sha256(source);
  return { ...value, name, place, path: beginningOf(source ?? '') };
}

/** As it would be kept. */
export function recordOf(
  deps: Deps,
  { flat, ...origin }: Pick<DocumentRecord, 'source' | 'name' | 'size'> & { readonly flat: FlatDocument },
): Promise<DocumentRecord> {
  return toRecord(deps, null, { ...origin, ...factsOf(flat) });
}

const EMPTY: Omit<DocumentRecord, 'added_at' | 'updated_at'> = {
  source: null,
  place: null,
  path: '',
  name: '',
  format: null,
  title: null,
  hash: null,
  size: 0,
  modified: null,
  blob: null,
  state: 'ok',
  error: null,
  warnings: [],
  page_kind: null,
  pages: 0,
  sections: 0,
  characters: 0,
  memory: null,
  text_hash: null,
};

export function factsOf({ format, title, text, warnings, structure }: FlatDocument) {
  return {
    format,
    title: title === null ? null : cutText(title, MOST_TITLE),
    warnings: warnings.slice(0, MOST_WARNINGS).map((warning) => cutText(warning, MOST_WARNING)),
    page_kind: structure.pageKind,
    pages: structure.pages.length,
    sections: structure.sections.length,
    characters: text.length,
  };
}

export function checkLength({ config }: Deps, { text, warnings }: FlatDocument): string {
  if (text === '') {
    const why = warnings[0] === undefined ? '' : ` ${cutText(warnings[0], MOST_WARNING)}`;
    throw new ZapomniError('INVALID_INPUT', `The document has no text.${why}`);
  }
  try {
    return checkText(text, config.max_text_length);
  } catch (error) {
    throw toZapomniError(error).code === 'TOO_LARGE' ? tooLong(config.max_text_length) : error;
  }
}

function tooLong(most: number): ZapomniError {
  return new ZapomniError('TOO_LARGE', `The document has more text than ${most} characters.`, {
    hint: 'Split the file, or raise ZAPOMNI_MAX_TEXT_LENGTH.',
  });
}

/** What the file says of itself is metadata of the memory: its date is when it happened, its tags are tags. */
export function toFacts(flat: FlatDocument, { source, name }: Origin, key: string): DraftFacts {
  const own = { ...fitting(flat.metadata), title: flat.title ?? name, format: flat.format, document_id: key };
  return readFacts({
    text: '',
    kind: DOCUMENT_KIND,
    source: cutText(source ?? name, 2000),
    metadata: own,
    tags: tagsOf(flat.metadata['tags']),
  });
}

/** The same in the guise: what the file says of itself gives way to what is known of the thing. */
export function guisedFacts(facts: DraftFacts, guise: DocumentGuise): DraftFacts {
  const { title, format, document_id } = facts.metadata;
  const kept = { title: title ?? null, format: format ?? null, document_id: document_id ?? null };
  const { kind, tags, occurredAt } = guise;
  return { ...facts, kind, tags, occurredAt, metadata: { ...guise.metadata, ...kept } };
}

/** Passages without the stretches that stand apart: cut at their edges, so that no passage is part of both. */
export async function cutAround(deps: Deps, flat: FlatDocument, apart: readonly PassageSpan[]): Promise<PassageSpan[]> {
  if (apart.length === 0) return cut(deps, flat);
  const blocks = flat.structure.blocks.filter((block) => !apart.some((span) => overlaps(span, block)));
  const edges = apart.map(({ start, end }) => ({ kind: 'quote' as const, start, end }));
  const structure = {
    ...flat.structure,
    blocks: [...blocks, ...edges].toSorted((one, other) => one.start - other.start),
  };
  const passages = await cut(deps, { ...flat, structure });
  return passages.flatMap((span) => outside(span, apart, flat.text));
}

function overlaps(one: PassageSpan, other: PassageSpan): boolean {
  return one.start < other.end && other.start < one.end;
}

/** What is left of a passage; nothing where only white space is. */
function outside(span: PassageSpan, apart: readonly PassageSpan[], text: string): PassageSpan[] {
  const cuts = apart.filter((one) => overlaps(one, span));
  const starts = [span.start, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), span.end];
  return starts.flatMap((start, i) => {
    const end = ends[i] ?? span.end;
    const part = text.slice(start, end);
    const from = start + part.length - part.trimStart().length;
    const to = start + part.trimEnd().length;
    return to > from ? [{ start: from, end: to }] : [];
  });
}

const RESERVED = new Set(['memory_id', 'chunks', 'source', 'tags', 'kind']);

function fitting(metadata: FlatDocument['metadata']): Metadata {
  const kept: Record<string, JsonValue> = {};
  let length = 0;
  for (const [name, value] of Object.entries(metadata)) {
    const json = JSON.stringify(value).toWellFormed();
    length += name.length + json.length;
    if (RESERVED.has(name) || length > MOST_METADATA || /\\ud[89a-f]/i.test(json)) continue;
    kept[name] = value;
  }
  return kept;
}

function tagsOf(value: JsonValue | undefined): string[] {
  const given = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const tags = given.filter((tag) => typeof tag === 'string').map((tag) => cutText(tag.trim(), MOST_TAG));
  return [...new Set(tags)].slice(0, MOST_TAGS);
}

export async function cut(
  { config }: Deps,
  { text, structure }: Pick<FlatDocument, 'text' | 'structure'>,
): Promise<PassageSpan[]> {
  const passages: PassageSpan[] = [];
  for (const span of cutDocument(text, structure, { size: config.chunk_size, overlap: config.chunk_overlap })) {
    passages.push(span);
    if (passages.length % PASSAGES_BETWEEN_BREATHS === 0) await yieldToEventLoop();
  }
  return passages;
}
