/** Reads a PDF file with PDFium, the first engine. */
import { ZapomniError } from '@zapomni/core/errors';
import { tooLarge } from '../reading.ts';
import { forgetPdfium, limitPdfium, loadPdfium, type Pdfium } from './load-pdfium.ts';
import {
  DamagedPdf,
  HEAD_PAGES,
  LockedPdf,
  PdfMemoryExceeded,
  type PdfFile,
  type PdfLimits,
  type PdfLink,
  type PdfOutlineItem,
  type PdfPage,
} from './pdf-file.ts';
import { PdfiumAnnotations } from './pdfium-annotations.ts';
import { PdfiumHeap } from './pdfium-heap.ts';
import { PdfiumLines } from './pdfium-lines.ts';
import { PlainPages } from './plain/plain-pages.ts';

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const OBJECT_IMAGE = 3;
const ACTION_URI = 3;
const INFORMATION = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate'];
/** An outline that goes round in circles, or without end, is cut. */
const MOST_OUTLINE_ITEMS = 10_000;
const MOST_LEVELS = 32;
const MOST_OBJECTS = 2000;

/** A LockedPdf for a file with a password; what is no error of ours means that the file is damaged. */
export async function readWithPdfium(bytes: Uint8Array, limits: PdfLimits): Promise<PdfFile> {
  limitPdfium(limits.maxMemoryMb);
  const pdfium = await loadPdfium();
  try {
    return readFile(pdfium, bytes, limits);
  } catch (error) {
    if (error instanceof LockedPdf || error instanceof DamagedPdf) throw error;
    // Whatever it held of the file goes with it.
    forgetPdfium();
    if (error instanceof ZapomniError) throw error;
    throw isOutOfMemory(error) ? new PdfMemoryExceeded('PDFium is out of memory.', { cause: error }) : error;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && /Aborted|memory/iu.test(error.message));
}

function readFile(pdfium: Pdfium, bytes: Uint8Array, limits: PdfLimits): PdfFile {
  const heap = new PdfiumHeap(pdfium);
  const address = heap.put(bytes);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, '');
  if (document === 0) {
    const error = pdfium.FPDF_GetLastError();
    heap.free(address);
    if (error === ERROR_PASSWORD || error === ERROR_SECURITY) throw new LockedPdf('The file has a password.');
    throw new DamagedPdf(`PDFium cannot open it (${error}).`);
  }
  const reader = new PdfiumReader(pdfium, heap, document);
  const count = pdfium.FPDF_GetPageCount(document);
  if (count > limits.maxPages) throw tooLarge(`It has ${count} pages, and ${limits.maxPages} are the limit.`);
  const plain = PlainPages.open(bytes, count);
  const file = {
    pages: Array.from({ length: count }, (_, index) => {
      const page = plain?.page(index);
      return page ? { ...page, label: reader.label(index), hasPicture: false, links: [] } : reader.page(index);
    }),
    outline: reader.outline(),
    information: reader.information(),
  };
  pdfium.FPDF_CloseDocument(document);
  heap.free(address);
  return file;
}

class PdfiumReader {
  readonly #pdfium: Pdfium;
  readonly #heap: PdfiumHeap;
  readonly #document: number;
  readonly #lines: PdfiumLines;
  readonly #annotations: PdfiumAnnotations;

  constructor(pdfium: Pdfium, heap: PdfiumHeap, document: number) {
    this.#pdfium = pdfium;
    this.#heap = heap;
    this.#document = document;
    this.#lines = new PdfiumLines(pdfium, heap);
    this.#annotations = new PdfiumAnnotations(pdfium, heap);
  }

  /** A page that cannot be read is an empty one. */
  page(index: number): PdfPage {
    const label = this.label(index);
    const page = this.#pdfium.FPDF_LoadPage(this.#document, index);
    if (page === 0) return { label, lines: [], hasPicture: false, links: [] };
    const text = this.#pdfium.FPDFText_LoadPage(page);
    const lines = text === 0 ? [] : this.#lines.read(text, index < HEAD_PAGES);
    const links = text === 0 ? [] : this.#links(page, text);
    const annotations = this.#annotations.read(page, text, index + 1);
    const hasPicture = lines.length < 3 && this.#hasPicture(page);
    if (text !== 0) this.#pdfium.FPDFText_ClosePage(text);
    this.#pdfium.FPDF_ClosePage(page);
    return { label, lines, hasPicture, links, ...(annotations.length > 0 ? { annotations } : {}) };
  }

  information(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const key of INFORMATION) {
      const value = this.#heap.utf16((at, size) => this.#pdfium.FPDF_GetMetaText(this.#document, key, at, size)).trim();
      if (value !== '') found[key] = value;
    }
    const language = this.#heap.utf16((at, size) => this.#pdfium.FPDFCatalog_GetLanguage(this.#document, at, size));
    return language === '' ? found : { ...found, Language: language };
  }

  outline(): PdfOutlineItem[] {
    const items: PdfOutlineItem[] = [];
    this.#collect(0, 1, items);
    return items;
  }

  #collect(parent: number, level: number, items: PdfOutlineItem[]): void {
    if (level > MOST_LEVELS) return;
    let bookmark = this.#pdfium.FPDFBookmark_GetFirstChild(this.#document, parent);
    while (bookmark !== 0 && items.length < MOST_OUTLINE_ITEMS) {
      const item = this.#outlineItem(bookmark, level);
      if (item) items.push(item);
      this.#collect(bookmark, level + 1, items);
      bookmark = this.#pdfium.FPDFBookmark_GetNextSibling(this.#document, bookmark);
    }
  }

  #outlineItem(bookmark: number, level: number): PdfOutlineItem | null {
    const title = this.#heap
      .utf16((at, size) => this.#pdfium.FPDFBookmark_GetTitle(bookmark, at, size))
      .replace(/\s+/gu, ' ')
      .trim();
    const target = this.#pdfium.FPDFBookmark_GetDest(this.#document, bookmark);
    if (title === '' || target === 0) return null;
    const page = this.#pdfium.FPDFDest_GetDestPageIndex(this.#document, target);
    return page < 0 ? null : { title, level, page, y: this.#heightOf(target) };
  }

  #heightOf(target: number): number | null {
    const at = this.#heap.numbers;
    // Three flags and three numbers: has x, y, zoom; x, y, zoom.
    if (!this.#pdfium.FPDFDest_GetLocationInPage(target, at, at + 4, at + 8, at + 12, at + 16, at + 20)) return null;
    return this.#heap.int32(1) === 0 ? null : this.#heap.float32(4);
  }

  label(index: number): string {
    const label = this.#heap.utf16((at, size) => this.#pdfium.FPDF_GetPageLabel(this.#document, index, at, size));
    return label.trim() || String(index + 1);
  }

  #hasPicture(page: number): boolean {
    const count = Math.min(this.#pdfium.FPDFPage_CountObjects(page), MOST_OBJECTS);
    for (let i = 0; i < count; i++) {
      if (this.#pdfium.FPDFPageObj_GetType(this.#pdfium.FPDFPage_GetObject(page, i)) === OBJECT_IMAGE) return true;
    }
    return false;
  }

  #links(page: number, text: number): PdfLink[] {
    const links: PdfLink[] = [];
    const { numbers } = this.#heap;
    // The place to go on at, and what was found there.
    for (let next = 0; links.length < MOST_OBJECTS;) {
      this.#heap.setInt32(0, next);
      if (!this.#pdfium.FPDFLink_Enumerate(page, numbers, numbers + 4)) break;
      next = this.#heap.int32(0);
      const link = this.#link(this.#heap.int32(1), text);
      if (link) links.push(link);
    }
    return links;
  }

  #link(link: number, text: number): PdfLink | null {
    const action = this.#pdfium.FPDFLink_GetAction(link);
    if (action === 0 || this.#pdfium.FPDFAction_GetType(action) !== ACTION_URI) return null;
    const target = this.#heap.utf8((at, size) => this.#pdfium.FPDFAction_GetURIPath(this.#document, action, at, size));
    if (target === '' || !this.#pdfium.FPDFLink_GetAnnotRect(link, this.#heap.numbers)) return null;
    const [left, top, right, bottom] = [0, 1, 2, 3].map((n) => this.#heap.float32(n)) as [
      number,
      number,
      number,
      number,
    ];
    const covered = (at: number, size: number) =>
      this.#pdfium.FPDFText_GetBoundedText(text, left, Math.max(top, bottom), right, Math.min(top, bottom), at, size);
    const length = covered(0, 0);
    const words = length > 0 ? this.#heap.codeUnits(length, (at) => covered(at, length) + 1) : '';
    const shown = words
      .replace(/[\0\uFFFE]/gu, '')
      .replace(/\s+/gu, ' ')
      .trim();
    return shown === '' ? null : { text: shown, target };
  }
}
