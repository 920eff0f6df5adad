/** Writes a document: the memory that holds its text, its record and its structure, all or nothing. */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { JsonValue, Metadata, PassageSpan } from '../../model/index.ts';
import type { RecordWrite } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { checkText, readFacts, type DraftFacts } from '../memory/draft.ts';
import { sha256 } from '../memory/prepare-text.ts';
import { collection } from '../records/collection.ts';
import { yieldToEventLoop } from '../within.ts';
import { cutDocument } from './cut-document.ts';
import {
  cutText,
  DOCUMENTS,
  STRUCTURES,
  toStructureRecord,
  type DocumentRecord,
  type KeptDocument,
} from './document-record.ts';
import type { FlatDocument } from './flatten.ts';

export const DOCUMENT_KIND = 'document';
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

export interface StoredDocument {
  readonly document: KeptDocument;
  readonly passages: number;
}

export function beginningOf(source: string): string {
  return cutText(source, MOST_PATH);
}

export async function storeDocument(
  deps: Deps,
  workspace: string,
  known: KeptDocument | null,
  read: { readonly origin: Origin; readonly flat: FlatDocument },
): Promise<StoredDocument> {
  const { origin, flat } = read;
  const text = checkLength(deps, flat);
  const passages = await cut(deps, { ...flat, text });
  const now = deps.clock.now();
  const key = known?.key ?? deps.ids.next();
  const memory = known?.value.memory ?? deps.ids.next();
  const value = await toRecord(deps, known, { ...origin, ...factsOf(flat), memory, state: 'ok', error: null });
  const records = writesOf(deps, { key, value, version: known?.version, flat });
  const facts = toFacts(flat, origin, key);
  const body = { text, hash: await sha256(text), passages };
  if (known?.value.memory) {
    const patch = { text: body, source: facts.source, metadata: facts.metadata, tags: facts.tags };
    await deps.storage.memories.update(workspace, memory, { ...patch, occurredAt: facts.occurredAt }, now, records);
  } else {
    const validFrom = facts.occurredAt ?? now;
    await deps.storage.memories.add([{ id: memory, workspace, ...body, ...facts, validFrom }], now, undefined, records);
  }
  deps.logger.log('info', 'document_stored', { document_id: key, memory_id: memory, chunks: passages.length });
  return { document: await reread(deps, workspace, key), passages: passages.length };
}

/** The same record with other facts; its text and structure stay. */
export async function amendDocument(
  deps: Deps,
  workspace: string,
  known: KeptDocument,
  changes: Partial<DocumentRecord>,
): Promise<KeptDocument> {
  const value = await toRecord(deps, known, changes);
  const options = { parent: value.memory, ifVersion: known.version };
  await collection(deps, DOCUMENTS).put(workspace, known.key, value, options);
  return reread(deps, workspace, known.key);
}

/** The text of a file that moved has another source; that is a change of the memory, with its history. */
export async function moveDocument(
  deps: Deps,
  workspace: string,
  known: KeptDocument,
  origin: Origin,
): Promise<KeptDocument> {
  const value = await toRecord(deps, known, origin);
  const { memory } = known.value;
  const [record] = writesOf(deps, { key: known.key, value, version: known.version });
  const patch = { source: cutText(origin.source ?? '', 2000) };
  if (memory && record) await deps.storage.memories.update(workspace, memory, patch, deps.clock.now(), [record]);
  return reread(deps, workspace, known.key);
}

/** Failed for the first time, or again: what was read of it earlier stays. */
export async function failDocument(
  deps: Deps,
  workspace: string,
  known: KeptDocument | null,
  { origin, error }: { readonly origin: Origin; readonly error: unknown },
): Promise<KeptDocument> {
  const { code, message } = toZapomniError(error);
  const changes = { ...origin, state: 'failed' as const, error: { code, message } };
  if (known) return amendDocument(deps, workspace, known, changes);
  const key = deps.ids.next();
  await collection(deps, DOCUMENTS).put(workspace, key, await toRecord(deps, null, changes), { ifVersion: 0 });
  return reread(deps, workspace, key);
}

/** The text goes and leaves a tombstone, as with everything that is forgotten; the record says that it was there. */
export async function buryDocument(
  deps: Deps,
  workspace: string,
  known: KeptDocument,
  changes: Partial<DocumentRecord> = { state: 'gone' },
): Promise<KeptDocument> {
  const value = await toRecord(deps, known, { ...changes, error: null, memory: null });
  const { memory } = known.value;
  const put = collection(deps, DOCUMENTS).writeFor(known.key, value);
  if (memory) await deps.storage.memories.remove(workspace, [memory], deps.clock.now(), [put]);
  else await deps.storage.records.write(workspace, [put], deps.clock.now());
  return reread(deps, workspace, known.key);
}

/** What the user has forgotten is not read again; the record says why, so that the next look at the file costs a stat. */
export async function leaveForgotten(
  deps: Deps,
  workspace: string,
  known: KeptDocument | null,
  origin: Origin,
): Promise<KeptDocument> {
  const changes = { ...origin, state: 'forgotten' as const };
  if (known) return buryDocument(deps, workspace, known, changes);
  const key = deps.ids.next();
  await collection(deps, DOCUMENTS).put(workspace, key, await toRecord(deps, null, changes), { ifVersion: 0 });
  return reread(deps, workspace, key);
}

async function reread(deps: Deps, workspace: string, key: string): Promise<KeptDocument> {
  const kept = await collection(deps, DOCUMENTS).get(workspace, key);
  if (kept) return kept;
  throw new ZapomniError('CONFLICT', 'The document was removed while it was being read.');
}

interface Writing {
  readonly key: string;
  readonly value: DocumentRecord;
  readonly version: number | undefined;
  readonly flat?: FlatDocument;
}

function writesOf(deps: Deps, { key, value, version = 0, flat }: Writing): RecordWrite[] {
  const documents = collection(deps, DOCUMENTS);
  const structures = collection(deps, STRUCTURES);
  return [
    documents.writeFor(key, value, { parent: value.memory, ifVersion: version }),
    ...(flat ? [structures.writeFor(key, toStructureRecord(flat.structure), { parent: key })] : []),
  ];
}

async function toRecord(
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
};

function factsOf({ format, title, text, warnings, structure }: FlatDocument) {
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

function checkLength({ config }: Deps, { text, warnings }: FlatDocument): string {
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
function toFacts(flat: FlatDocument, { source, name }: Origin, key: string): DraftFacts {
  const own = { ...fitting(flat.metadata), title: flat.title ?? name, format: flat.format, document_id: key };
  return readFacts({
    text: '',
    kind: DOCUMENT_KIND,
    source: cutText(source ?? name, 2000),
    metadata: own,
    tags: tagsOf(flat.metadata['tags']),
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

async function cut({ config }: Deps, { text, structure }: FlatDocument): Promise<PassageSpan[]> {
  const passages: PassageSpan[] = [];
  for (const span of cutDocument(text, structure, { size: config.chunk_size, overlap: config.chunk_overlap })) {
    passages.push(span);
    if (passages.length % PASSAGES_BETWEEN_BREATHS === 0) await yieldToEventLoop();
  }
  return passages;
}
