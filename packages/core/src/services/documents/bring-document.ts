/**
 * Brings a document in, or up to date, for as little as that can cost:
 *
 *   file as it was when last read ─── a stat, and nothing else
 *   same bytes ────────────────────── the bytes; the record learns of the new stamp
 *   same bytes as a file that is no longer where it was ── moved: the document stays, its source changes
 *   other bytes ───────────────────── read again; what it said before is in the memory's history
 *   no file any more ──────────────── gone: the text is forgotten, the record says so
 *   what the user has forgotten ───── left out by folders; said by name it is read, and known again
 */
import { toZapomniError, ZapomniError, type ErrorCode } from '../../errors/index.ts';
import type { FileStat, ReadDocument } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { forgottenAmong, liftForgotten, textHash } from '../forgotten/index.ts';
import { sha256 } from '../memory/prepare-text.ts';
import { collection } from '../records/collection.ts';
import { DOCUMENTS, type KeptDocument } from './document-record.ts';
import {
  fetchFile,
  fetchPage,
  hashOf,
  isGone,
  isUrl,
  nameOf,
  statFile,
  type Asker,
  type Fetched,
} from './fetch-source.ts';
import { flatten } from './flatten.ts';
import {
  amendDocument,
  buryDocument,
  failDocument,
  leaveForgotten,
  moveDocument,
  storeDocument,
  type Origin,
} from './store-document.ts';

export type BroughtStatus = 'read' | 'updated' | 'unchanged' | 'moved' | 'failed' | 'gone' | 'forgotten';

export interface Brought {
  readonly status: BroughtStatus;
  readonly document: KeptDocument;
  /** Passages that wait for their vectors because of this. */
  readonly passages: number;
  /** Why it failed; of one that failed before and is as it was, what was said then. */
  readonly error: ZapomniError | null;
}

export interface Bringing extends Asker {
  readonly workspace: string;
  /** Read it though it seems to be as it was. */
  readonly again?: boolean | undefined;
  /** Leave out what the user has forgotten. Otherwise it counts as said by hand, and may be known again. */
  readonly leaveForgotten?: boolean | undefined;
}

/** Failures that lie in the file itself: as long as it is the same, reading it again says the same. */
const LASTING: ReadonlySet<string> = new Set(['INVALID_INPUT', 'TOO_LARGE']);

export async function findBySource(deps: Deps, workspace: string, source: string): Promise<KeptDocument | null> {
  const query = { index: 'by_place' as const, where: { place: await sha256(source) }, limit: 1 };
  return (await collection(deps, DOCUMENTS).list(workspace, query)).items[0] ?? null;
}

/** `seen`: the file as a walk has just seen it, and what is known of it. Throws what has nothing to do with the file. */
export async function bringFile(
  deps: Deps,
  path: string,
  bringing: Bringing,
  seen?: { readonly stat: FileStat; readonly known: KeptDocument | null },
): Promise<Brought> {
  const { workspace, again = false } = bringing;
  const stat = seen?.stat ?? (await statFile(deps, path, bringing));
  if (stat.kind === 'folder')
    throw new ZapomniError('INVALID_INPUT', 'path: is a folder.', { hint: 'add_folder reads all files of a folder.' });
  const known = seen ? seen.known : await findBySource(deps, workspace, path);
  if (known && !again && known.value.modified === stat.version && isSettled(known, bringing)) return asItWas(known);
  const origin: Origin = {
    source: path,
    name: nameOf(path),
    hash: null,
    size: stat.size,
    modified: stat.version,
    blob: null,
  };
  return orFailed(deps, { bringing, known, origin }, async () => {
    const fetched = await fetchFile(deps, path, bringing, stat);
    return digest(deps, { bringing, known, origin, fetched });
  });
}

export async function bringPage(deps: Deps, url: string, bringing: Bringing): Promise<Brought> {
  const known = await findBySource(deps, bringing.workspace, url);
  const origin: Origin = { source: url, name: url, hash: null, size: 0, modified: null, blob: null };
  const fetched = await fetchPage(deps, url, bringing);
  const named = { ...origin, name: fetched.name, blob: fetched.blob, size: fetched.bytes.length };
  return orFailed(deps, { bringing, known, origin: named }, () =>
    digest(deps, { bringing, known, origin: named, fetched }),
  );
}

/** Given once more under the same name, a text is the same document. */
export async function bringText(
  deps: Deps,
  given: { readonly text: string; readonly name: string },
  bringing: Bringing,
): Promise<Brought> {
  const bytes = new TextEncoder().encode(given.text);
  const { name } = given;
  const origin: Origin = { source: null, name, hash: null, size: bytes.length, modified: null, blob: null };
  const hash = await hashOf(bytes);
  const same = (await withHash(deps, bringing.workspace, hash)).find(
    ({ value }) => value.source === null && value.name === name && value.state === 'ok',
  );
  if (same) return asItWas(same);
  return digest(deps, { bringing, known: null, origin, fetched: { bytes, name, blob: null, modified: null } });
}

/** From where it came from. */
export async function bringAgain(deps: Deps, known: KeptDocument, bringing: Bringing): Promise<Brought> {
  const { source } = known.value;
  if (source === null)
    throw new ZapomniError('INVALID_INPUT', 'document: was given as text; there is nothing to read again.', {
      hint: 'Give the new text to add_document, and remove the old one.',
    });
  if (isUrl(source)) return bringPage(deps, source, bringing);
  if (await isGone(deps, source, bringing)) return bury(deps, bringing.workspace, known);
  return bringFile(deps, source, bringing);
}

export async function bury(deps: Deps, workspace: string, known: KeptDocument): Promise<Brought> {
  const document = known.value.state === 'gone' ? known : await buryDocument(deps, workspace, known);
  return { status: 'gone', document, passages: 0, error: null };
}

interface Digesting {
  readonly bringing: Bringing;
  readonly known: KeptDocument | null;
  readonly origin: Origin;
  readonly fetched: Fetched;
}

async function digest(deps: Deps, { bringing, known, origin: bare, fetched }: Digesting): Promise<Brought> {
  const { workspace, again = false } = bringing;
  const hash = await hashOf(fetched.bytes);
  const origin = { ...bare, hash, size: fetched.bytes.length };
  if (known && !again && known.value.hash === hash && known.value.state === 'ok')
    return { ...asItWas(known), document: await amendDocument(deps, workspace, known, origin) };
  const from = known ? null : await movedFrom(deps, bringing, origin);
  if (from) {
    const document = await moveDocument(deps, workspace, from, origin);
    return { status: 'moved', document, passages: 0, error: null };
  }
  return readAndStore(deps, { bringing, known, origin, fetched }, hash);
}

async function readAndStore(deps: Deps, digesting: Digesting, hash: string): Promise<Brought> {
  const { bringing, known, origin, fetched } = digesting;
  const { workspace, leaveForgotten: leaves = false, signal } = bringing;
  if (leaves && (await isForgotten(deps, workspace, hash))) return leave(deps, digesting);
  const flat = flatten(await readBytes(deps, fetched, signal));
  const said = await textHash(flat.text);
  if (leaves && (await isForgotten(deps, workspace, said))) return leave(deps, digesting);
  if (!leaves) await liftForgotten(deps, workspace, [hash, said]);
  const { document, passages } = await storeDocument(deps, workspace, known, { origin, flat });
  return { status: known?.value.memory ? 'updated' : 'read', document, passages, error: null };
}

async function leave(deps: Deps, { bringing, known, origin }: Digesting): Promise<Brought> {
  const document = await leaveForgotten(deps, bringing.workspace, known, origin);
  return { status: 'forgotten', document, passages: 0, error: null };
}

async function isForgotten(deps: Deps, workspace: string, hash: string): Promise<boolean> {
  return (await forgottenAmong(deps, workspace, [hash])).size > 0;
}

function readBytes(deps: Deps, { bytes, name, mimeType }: Fetched, signal?: AbortSignal): Promise<ReadDocument> {
  const source = { bytes, name, ...(mimeType === undefined ? {} : { mimeType }) };
  // A character may take two code units; how many characters there are is counted when it is stored.
  const limits = { maxCharacters: deps.config.max_text_length * 2 };
  return deps.documentReader.read(source, { limits, ...(signal ? { signal } : {}) });
}

/** A document with the same bytes whose file is not there any more. */
async function movedFrom(deps: Deps, bringing: Bringing, { source, hash }: Origin): Promise<KeptDocument | null> {
  if (source === null || isUrl(source) || hash === null) return null;
  for (const kept of await withHash(deps, bringing.workspace, hash)) {
    const { source: was, state } = kept.value;
    if (state !== 'ok' || was === null || isUrl(was)) continue;
    if (await isGone(deps, was, bringing)) return kept;
  }
  return null;
}

const MOST_ALIKE = 50;

async function withHash(deps: Deps, workspace: string, hash: string): Promise<readonly KeptDocument[]> {
  const query = { index: 'by_hash' as const, where: { hash }, limit: MOST_ALIKE };
  return (await collection(deps, DOCUMENTS).list(workspace, query)).items;
}

function isSettled({ value: { state, error } }: KeptDocument, { leaveForgotten: leaves = false }: Bringing): boolean {
  if (state === 'forgotten') return leaves;
  return state === 'ok' || (state === 'failed' && LASTING.has(error?.code ?? ''));
}

function asItWas(document: KeptDocument): Brought {
  const { state, error } = document.value;
  if (state === 'forgotten') return { status: state, document, passages: 0, error: null };
  if (state !== 'failed' || !error) return { status: 'unchanged', document, passages: 0, error: null };
  return { status: 'failed', document, passages: 0, error: new ZapomniError(error.code as ErrorCode, error.message) };
}

type Failing = Omit<Digesting, 'fetched'>;

/** What is wrong with the file is written down; that somebody stopped it, or that the store is away, is not its fault. */
async function orFailed(
  deps: Deps,
  { bringing, known, origin }: Failing,
  bring: () => Promise<Brought>,
): Promise<Brought> {
  try {
    return await bring();
  } catch (error) {
    const failure = toZapomniError(error);
    const other = failure.code === 'CONFLICT' ? await broughtMeanwhile(deps, bringing, origin) : null;
    if (other) return asItWas(other);
    if (!isOfTheFile(failure)) throw failure;
    const document = await failDocument(deps, bringing.workspace, known, { origin, error: failure });
    return { status: 'failed', document, passages: 0, error: failure };
  }
}

/** Another process was quicker. */
async function broughtMeanwhile(deps: Deps, bringing: Bringing, origin: Origin): Promise<KeptDocument | null> {
  const known = origin.source === null ? null : await findBySource(deps, bringing.workspace, origin.source);
  return known && known.value.modified === origin.modified && isSettled(known, bringing) ? known : null;
}

function isOfTheFile({ code }: ZapomniError): boolean {
  return LASTING.has(code) || ['FORBIDDEN', 'NOT_FOUND', 'TIMEOUT', 'INTERNAL'].includes(code);
}
