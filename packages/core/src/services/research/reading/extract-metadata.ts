/** What a PDF, or the text of a first page, says of itself: nothing is stored, nobody is asked. */
import { aboutField, invalidField } from '../../../errors/index.ts';
import type { JsonValue } from '../../../model/index.ts';
import type { DocumentAnnotation, ReadDocument } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { readBytes } from '../../documents/digest.ts';
import type { Asker } from '../../documents/fetch-source.ts';
import type { FlatDocument } from '../../documents/flatten.ts';
import { readPaper } from '../../documents/paper/read-paper.ts';
import { fetchPdf } from '../../documents/process-pdf.ts';
import { entriesIn, findReferenceList } from '../citations/index.ts';
import { readFirstPage, toItem } from './first-page/index.ts';
import { frontPage, type FrontPage } from './front-page.ts';

export interface MetadataRequest extends Asker {
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly preview: boolean;
  readonly structure: boolean;
}

export interface PaperStructure {
  readonly pages: number;
  readonly characters: number;
  readonly sections: readonly { readonly title: string; readonly level: number; readonly page: string | null }[];
  readonly captions: number;
  readonly tables: number;
  readonly references: number;
  readonly annotations: readonly DocumentAnnotation[];
  /** Pages that are pictures of text. */
  readonly scans: number;
}

export interface PaperMetadata extends FrontPage {
  readonly item: ReturnType<typeof toItem>;
  /** What the file says of itself. */
  readonly file: Readonly<Record<string, JsonValue>>;
  readonly name: string | null;
  readonly pages: number | null;
  readonly preview: string | null;
  readonly structure: PaperStructure | null;
  readonly warnings: readonly string[];
}

const PREVIEW = 1000;

export async function extractMetadata(deps: Deps, request: MetadataRequest): Promise<PaperMetadata> {
  const { path, text } = request;
  if ((path === undefined) === (text === undefined)) throw invalidField('pdf_path', 'give either pdf_path or text');
  if (path?.trim() === '') throw invalidField('pdf_path', 'is empty');
  if (text?.trim() === '') throw invalidField('text', 'is empty', 'Give the text of the first page.');
  if (text !== undefined) return ofText(text, request);
  const fetched = await fetchPdf(deps, { path: path ?? '', ...request });
  const read = await readBytes(deps, fetched, request.signal).catch((error: unknown) => {
    throw aboutField(error, 'path');
  });
  return ofDocument(read, readPaper(read), { ...request, name: fetched.name });
}

function ofText(text: string, { preview, structure }: MetadataRequest): PaperMetadata {
  const page = readFirstPage(text);
  const flat = { ...EMPTY, text };
  return {
    ...page,
    item: toItem(page),
    titleFrom: page.title === null ? null : 'page',
    file: {},
    name: null,
    pages: null,
    preview: preview ? text.trim().slice(0, PREVIEW).toWellFormed() : null,
    structure: structure ? structureOf(flat, { annotations: [], scans: [] }) : null,
    warnings: [],
  };
}

const EMPTY: FlatDocument = {
  format: 'text',
  title: null,
  text: '',
  metadata: {},
  warnings: [],
  structure: { sections: [], pageKind: null, pages: [], blocks: [], lines: [], links: [] },
};

function ofDocument(
  read: ReadDocument,
  flat: FlatDocument,
  request: MetadataRequest & { readonly name: string },
): PaperMetadata {
  const page = frontPage(read, flat);
  return {
    ...page,
    item: toItem(page),
    file: flat.metadata,
    name: request.name,
    pages: flat.structure.pages.length,
    preview: request.preview ? flat.text.slice(0, PREVIEW).toWellFormed() : null,
    structure: request.structure ? structureOf(flat, read) : null,
    warnings: flat.warnings,
  };
}

function structureOf(
  { text, structure }: FlatDocument,
  { annotations = [], scans }: Pick<ReadDocument, 'annotations' | 'scans'>,
): PaperStructure {
  const { sections, pages, blocks } = structure;
  const count = (kind: string) => blocks.filter((block) => block.kind === kind).length;
  return {
    pages: pages.length,
    characters: text.length,
    sections: sections.map(({ title, level, start }) => ({
      title,
      level,
      page: pages.findLast((page) => page.start <= start)?.label ?? null,
    })),
    captions: count('caption'),
    tables: count('table'),
    references: findReferenceList(text, entriesIn(blocks))?.references.length ?? 0,
    annotations,
    scans: scans.length,
  };
}
