/** One PDF through everything: read, kept as a document unless that is not wanted, and told with its outline and a part of it. */
import { aboutField, toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { JsonValue } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { bringFile, bringPage, type Bringing, type Brought } from './bring-document.ts';
import { readBytes } from './digest.ts';
import { recordOf } from './document-facts.ts';
import type { DocumentRecord } from './document-record.ts';
import {
  fetchFile,
  fetchPage,
  filesOf,
  nameOf,
  request as asker,
  statFile,
  toUrl,
  type Asker,
  type Fetched,
} from './fetch-source.ts';
import { withText, type OpenDocument } from './find-document.ts';
import type { FlatDocument } from './flatten.ts';
import {
  mustHavePart,
  outlineOf,
  partOf,
  type DocumentPart,
  type OutlineItem,
  type ReadRequest,
} from './read-document.ts';

export type PdfRequest = Bringing &
  Pick<ReadRequest, 'section' | 'page' | 'cursor' | 'maxChars'> & {
    /** Keep it as a document. */
    readonly add: boolean;
  } & ({ readonly path: string } | { readonly url: string });

export interface ProcessedPdf {
  /** Null when it was not to be kept. */
  readonly brought: Brought | null;
  readonly document: DocumentRecord;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly outline: readonly OutlineItem[];
  readonly part: DocumentPart;
}

/** What it fails with says whether there is no such file, or it is no PDF, or what is wrong with it. */
export async function processPdf(deps: Deps, request: PdfRequest): Promise<ProcessedPdf> {
  const opening = request.add ? bringPdf(deps, request) : lookAtPdf(deps, request);
  const { open, brought, metadata } = await opening.catch((error: unknown) => {
    throw aboutField(error, 'url' in request ? 'url' : 'path');
  });
  const outline = outlineOf(open.structure);
  return { brought, document: open.document.value, metadata, outline, part: partOf(open, request) };
}

interface Opened {
  readonly open: OpenDocument;
  readonly brought: Brought | null;
  readonly metadata: ProcessedPdf['metadata'];
}

async function bringPdf(deps: Deps, request: PdfRequest): Promise<Opened> {
  const { workspace } = request;
  const bringing = { ...request, fits: (flat: FlatDocument) => mustHavePart(flat, request) };
  const brought = await ('url' in request
    ? bringPage(deps, toUrl(request.url), { ...bringing, accept: (fetched) => mustBePdf(fetched, 'url') })
    : checkFile(deps, request, request.path).then(() => bringFile(deps, request.path, bringing)));
  if (brought.error) throw brought.error;
  const open = await withText(deps, workspace, brought.document);
  const memory = brought.document.value.memory ?? '';
  const [summary] = await deps.storage.memories.summaries(workspace, [memory]);
  const { title: _title, format: _format, document_id: _id, ...metadata } = summary?.metadata ?? {};
  return { open, brought, metadata };
}

async function lookAtPdf(deps: Deps, request: PdfRequest): Promise<Opened> {
  const fetched = await fetchPdf(deps, request);
  // Loaded with the first document.
  const { readPaper } = await import('./paper/read-paper.ts');
  const flat = readPaper(await readBytes(deps, fetched, request.signal));
  const source = 'url' in request ? toUrl(request.url) : request.path;
  const value = await recordOf(deps, { source, name: fetched.name, flat, size: fetched.bytes.length });
  const document = { key: '', value, version: 0, createdAt: 0, updatedAt: 0, parent: null };
  return { open: { document, text: flat.text, structure: flat.structure }, brought: null, metadata: flat.metadata };
}

type PdfPlace = Asker & ({ readonly path: string } | { readonly url: string });

/** Its bytes, of which nothing is kept. */
export async function fetchPdf(deps: Deps, request: PdfPlace): Promise<Fetched> {
  const fetched =
    'url' in request
      ? await fetchPage(deps, toUrl(request.url), request, false)
      : await fetchFile(deps, request.path, request, await statPdf(deps, request, request.path));
  mustBePdf(fetched, 'url' in request ? 'url' : 'path');
  return fetched;
}

/** Before anything is written down of it: what is no PDF was not asked for. */
export async function checkFile(deps: Deps, request: Asker, path: string): Promise<void> {
  await statPdf(deps, request, path);
  const parts: Uint8Array[] = [];
  const beginning = { ...asker(request), start: 0, end: WITHIN };
  for await (const part of filesOf(deps).bytes({ path }, beginning)) parts.push(part);
  mustBePdf({ bytes: Buffer.concat(parts), name: nameOf(path) }, 'path');
}

async function statPdf(deps: Deps, request: Asker, path: string) {
  try {
    const stat = await statFile(deps, path, request);
    if (stat.kind !== 'folder') return stat;
  } catch (error) {
    const { code, hint } = toZapomniError(error);
    if (code !== 'NOT_FOUND') throw error;
    throw new ZapomniError('NOT_FOUND', 'path: PDF not found. There is no such file, or it may not be read.', {
      hint,
      issues: [{ field: 'path', error: 'PDF not found' }],
    });
  }
  throw noPdf('path', 'It is a folder; add_folder reads all of its files.');
}

/** Readers have always looked for the signature in the first kilobyte. */
const WITHIN = 1024;

function mustBePdf({ bytes }: Pick<Fetched, 'bytes' | 'name'>, field: 'path' | 'url'): void {
  if (!Buffer.from(bytes.subarray(0, WITHIN)).includes('%PDF-'))
    throw noPdf(field, 'add_document reads other formats.');
}

function noPdf(field: 'path' | 'url', hint: string): ZapomniError {
  return new ZapomniError('INVALID_INPUT', `${field}: this is no PDF.`, {
    hint,
    issues: [{ field, error: 'is no PDF' }],
  });
}
