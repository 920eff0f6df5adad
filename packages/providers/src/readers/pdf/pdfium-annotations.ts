/** What readers have marked on a page: highlights with the words below them, notes, and what is written beside. */
import type { DocumentAnnotation } from '@zapomni/core/ports';
import type { Pdfium } from './load-pdfium.ts';
import type { PdfiumHeap } from './pdfium-heap.ts';
import { toIsoDate } from './pdf-dates.ts';

/** Those that people make; links, fields of forms and popups are none. */
const KINDS: Readonly<Record<number, string>> = {
  1: 'note',
  3: 'text',
  9: 'highlight',
  10: 'underline',
  11: 'squiggly',
  12: 'strikeout',
  14: 'note',
};
const MOST = 2000;
const MOST_QUADS = 200;
const MOST_TEXT = 5000;
const EDGE = 0.3;
/** Annotations have several colours; this is the one of the mark itself. */
const COLOUR = 0;

export class PdfiumAnnotations {
  readonly #pdfium: Pdfium;
  readonly #heap: PdfiumHeap;

  constructor(pdfium: Pdfium, heap: PdfiumHeap) {
    this.#pdfium = pdfium;
    this.#heap = heap;
  }

  /** `number` is that of the page, from 1. */
  read(page: number, text: number, number: number): DocumentAnnotation[] {
    const found: DocumentAnnotation[] = [];
    const count = Math.min(this.#pdfium.FPDFPage_GetAnnotCount(page), MOST);
    for (let i = 0; i < count; i++) {
      const annotation = this.#pdfium.FPDFPage_GetAnnot(page, i);
      if (annotation === 0) continue;
      const one = this.#annotation(annotation, text, number);
      if (one) found.push(one);
      this.#pdfium.FPDFPage_CloseAnnot(annotation);
    }
    return found;
  }

  #annotation(annotation: number, text: number, page: number): DocumentAnnotation | null {
    const kind = KINDS[this.#pdfium.FPDFAnnot_GetSubtype(annotation)];
    if (kind === undefined) return null;
    const quads = this.#quads(annotation);
    const comment = this.#said(annotation, 'Contents');
    const marked =
      text === 0
        ? ''
        : quads
            .map((quad) => this.#below(text, quad))
            .join(' ')
            .trim();
    if (comment === '' && marked === '') return null;
    return {
      kind,
      page,
      text: marked.slice(0, MOST_TEXT).toWellFormed(),
      comment,
      author: this.#said(annotation, 'T') || null,
      colour: this.#colour(annotation),
      at: toIsoDate(this.#said(annotation, 'M') || this.#said(annotation, 'CreationDate')) ?? null,
      quads,
    };
  }

  #said(annotation: number, key: string): string {
    return this.#heap
      .utf16((at, size) => this.#pdfium.FPDFAnnot_GetStringValue(annotation, key, at, size))
      .replaceAll(/\r\n?/gu, '\n')
      .slice(0, MOST_TEXT)
      .toWellFormed()
      .trim();
  }

  /** Left, top, right, bottom of each stretch that is marked. */
  #quads(annotation: number): [number, number, number, number][] {
    const quads: [number, number, number, number][] = [];
    const count = Math.min(this.#pdfium.FPDFAnnot_CountAttachmentPoints(annotation), MOST_QUADS);
    for (let i = 0; i < count; i++) {
      if (!this.#pdfium.FPDFAnnot_GetAttachmentPoints(annotation, i, this.#heap.numbers)) continue;
      const [x, y] = [
        [0, 2, 4, 6].map((n) => this.#heap.float32(n)),
        [1, 3, 5, 7].map((n) => this.#heap.float32(n)),
      ] as const;
      quads.push([Math.min(...x), Math.max(...y), Math.max(...x), Math.min(...y)]);
    }
    return quads;
  }

  /** Marks reach a little into the lines above and below, whose letters are not meant. */
  #below(text: number, [left, top, right, bottom]: readonly [number, number, number, number]): string {
    const edge = (top - bottom) * EDGE;
    const fill = (at: number, size: number) =>
      this.#pdfium.FPDFText_GetBoundedText(text, left, top - edge, right, bottom + edge, at, size);
    const length = fill(0, 0);
    const words = length > 0 ? this.#heap.codeUnits(length, (at) => fill(at, length) + 1) : '';
    return words
      .replaceAll(/[\0\uFFFE]/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim();
  }

  #colour(annotation: number): string | null {
    const at = this.#heap.numbers;
    if (!this.#pdfium.FPDFAnnot_GetColor(annotation, COLOUR, at, at + 4, at + 8, at + 12)) return null;
    return `#${[0, 1, 2].map((n) => (this.#heap.int32(n) & 255).toString(16).padStart(2, '0')).join('')}`;
  }
}
