/** A part of a document's text: a section, a page, or from where the part before ended. */
import { invalidField, ZapomniError } from '../../errors/index.ts';
import type { Deps } from '../deps.ts';
import type { DocumentRecord } from './document-record.ts';
import { earlierVersions, openVersion, type EarlierVersion } from './document-versions.ts';
import { findDocument, withText, type OpenDocument } from './find-document.ts';
import type { Structure } from './flatten.ts';
import { cite, locate } from './locate.ts';

export interface ReadRequest {
  readonly workspace: string;
  /** Id, name, path or URL. */
  readonly document: string;
  /** The title of a section, or the beginning of one. */
  readonly section?: string | undefined;
  /** The label of a page, slide, sheet … */
  readonly page?: string | undefined;
  /** `next` of the part before, or an offset. */
  readonly cursor?: string | undefined;
  readonly maxChars: number;
  /** As it was before it changed: the number that the outline tells. */
  readonly version?: number | undefined;
  /** Sections and pages in the place of text. */
  readonly outline?: boolean | undefined;
}

export interface OutlineItem {
  readonly title: string;
  readonly level: number;
  readonly start: number;
  readonly page: string | null;
}

export interface DocumentPart {
  readonly id: string;
  readonly document: DocumentRecord;
  readonly outline: readonly OutlineItem[] | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly citation: string;
  /** Of the outline: what it was before. */
  readonly versions: readonly EarlierVersion[];
  /** Null at the end of what was asked for. */
  readonly next: string | null;
}

const MOST_OUTLINE = 500;

export async function readPart(deps: Deps, request: ReadRequest): Promise<DocumentPart> {
  const { workspace, version, outline } = request;
  const known = await findDocument(deps, workspace, request.document);
  const isNow = version === undefined;
  const open = isNow ? await withText(deps, workspace, known) : await openVersion(deps, workspace, known, version);
  const versions = outline && isNow ? await earlierVersions(deps, workspace, known) : [];
  return { ...partOf(open, request), versions };
}

/** Of a document that is open already. */
export function partOf(open: OpenDocument, request: Omit<ReadRequest, 'workspace' | 'document'>): DocumentPart {
  const { document, structure, text } = open;
  const facts = { id: document.key, document: document.value, versions: [] };
  if (request.outline) return { ...facts, outline: outlineOf(structure), ...noText(open) };
  const span = spanOf(open, request);
  const end = cutAt(text, span.start, Math.min(span.end, span.start + request.maxChars));
  const next = end < span.end ? `${end}-${span.end}` : null;
  const citation = cite(document.value, locate(structure, span.start, text));
  return { ...facts, outline: null, text: text.slice(span.start, end), start: span.start, end, citation, next };
}

function noText({ document }: OpenDocument) {
  return { text: '', start: 0, end: 0, citation: document.value.name, next: null };
}

/** Sections, or where there are none the pages. */
export function outlineOf(structure: Structure): OutlineItem[] {
  const { sections, pages } = structure;
  const items =
    sections.length > 0
      ? sections.map(({ title, level, start }) => ({
          title,
          level,
          start,
          page: locate(structure, start).page?.label ?? null,
        }))
      : pages.map(({ label, start }) => ({ title: label, level: 1, start, page: label }));
  return items.slice(0, MOST_OUTLINE);
}

type Wanted = Pick<ReadRequest, 'section' | 'page' | 'cursor'>;

/** Fails as `partOf` does where there is no such part. */
export function mustHavePart(open: Pick<OpenDocument, 'structure' | 'text'>, wanted: Wanted): void {
  spanOf(open, wanted);
}

function spanOf({ structure, text }: Pick<OpenDocument, 'structure' | 'text'>, { section, page, cursor }: Wanted) {
  const given = [section, page, cursor].filter((one) => one !== undefined).length;
  if (given > 1) throw invalidField('section', 'give one of section, page and cursor');
  if (section !== undefined) return sectionSpan(structure, section, text.length);
  if (page !== undefined) return pageSpan(structure, page, text.length);
  return cursor === undefined ? { start: 0, end: text.length } : cursorSpan(cursor, text.length);
}

function cursorSpan(cursor: string, length: number) {
  const [start = 0, end = length] = cursor.split('-').map(Number);
  const isOne = /^\d{1,9}(-\d{1,9})?$/.test(cursor) && start < length && end > start;
  if (!isOne) throw invalidField('cursor', 'is none of this document', 'Use next_cursor of the part before.');
  return { start, end: Math.min(end, length) };
}

function sectionSpan({ sections }: Structure, wanted: string, length: number) {
  const titles = sections.map(({ title }) => folded(title));
  const name = folded(wanted);
  const tests = [(title: string) => title === name, (title: string) => title.startsWith(name)];
  const index = [...tests, (title: string) => title.includes(name)]
    .map((test) => titles.findIndex(test))
    .find((at) => at >= 0);
  const found = index === undefined ? undefined : sections[index];
  if (index === undefined || !found || name === '')
    throw none('section', 'outline: true (--outline) shows the sections');
  const next = sections.slice(index + 1).find(({ level }) => level <= found.level);
  return { start: found.start, end: next?.start ?? length };
}

function pageSpan({ pages }: Structure, wanted: string, length: number) {
  const index = pages.findIndex(({ label }) => folded(label) === folded(wanted));
  const found = pages[index];
  if (!found)
    throw none('page', pages.length === 0 ? 'It has no pages' : 'outline: true (--outline) shows what there is');
  return { start: found.start, end: pages[index + 1]?.start ?? length };
}

function none(field: string, hint: string): ZapomniError {
  return new ZapomniError('NOT_FOUND', `${field}: the document has no such ${field}.`, {
    hint: `${hint}.`,
    issues: [{ field, error: 'not found' }],
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** At the end of a line or a word where there is one near, never inside a character. */
function cutAt(text: string, start: number, end: number): number {
  if (end >= text.length) return text.length;
  const near = Math.max(start + 1, end - Math.floor((end - start) / 5));
  for (const sign of ['\n', ' ']) {
    const at = text.lastIndexOf(sign, end - 1);
    if (at >= near) return at + 1;
  }
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff && end - 1 > start ? end - 1 : end;
}
