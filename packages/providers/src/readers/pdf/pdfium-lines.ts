/** The lines of a page as PDFium sees them, each with its place and its font. */
import { memoryOf, type Pdfium } from './load-pdfium.ts';
import type { PdfCell, PdfLine } from './pdf-file.ts';
import type { PdfiumHeap } from './pdfium-heap.ts';

/** PDFium's sign for a hyphen at the end of a line; the line break itself is then left out. */
const LINE_END_HYPHEN = '\uFFFE';
/** Wider than any space in a justified line, in sizes of the font. */
const CELL_GAP = 1.2;
/** A space that takes less room than this was drawn and then gone back over: the word goes on. */
const PHANTOM = 0.1;
const BOLD = 600;
/** What nobody could read is no size of letters. */
const SMALLEST = 2;
/** Usual letters are about half as wide as their size. */
const WIDTH = 2.1;
const FEW_LETTERS = 6;
const TOO_LARGE = 4;

const FIGURES = /(?<=[\p{L}.,;:)\]”’])\d{1,3}(?:[,–-]\d{1,3})*(?!\d)/gu;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Of the letters before them, in sizes of the font. */
const SMALLER = 0.85;
const HIGHER = 0.15;

interface Gaps {
  readonly words: string;
  readonly cells: readonly PdfCell[];
}

export class PdfiumLines {
  readonly #pdfium: Pdfium;
  readonly #raw: ReturnType<typeof memoryOf>;
  readonly #heap: PdfiumHeap;
  /** Signs that have no letter are drawn and counted, and are not in the text: what follows them stands at other places than it has. */
  #isShifted = false;

  constructor(pdfium: Pdfium, heap: PdfiumHeap) {
    this.#pdfium = pdfium;
    this.#raw = memoryOf(pdfium);
    this.#heap = heap;
  }

  read(page: number): PdfLine[] {
    const count = this.#pdfium.FPDFText_CountChars(page);
    if (count <= 0) return [];
    const drawn = this.#heap.codeUnits(count, (address) => this.#pdfium.FPDFText_GetText(page, 0, count, address));
    this.#isShifted = drawn.length !== count;
    const text = this.#withRaised(page, drawn);
    const lines: PdfLine[] = [];
    let start = 0;
    for (let i = 0; i <= text.length; i++) {
      const character = text[i];
      if (i < text.length && character !== '\n' && character !== LINE_END_HYPHEN) continue;
      const line = this.#line(page, text, start, i);
      if (line) lines.push(line);
      start = i + 1;
    }
    return lines;
  }

  /** Figures that stand above the line, behind a word, point to a reference or a footnote; as plain figures they would be part of the word. */
  #withRaised(page: number, text: string): string {
    let raised = '';
    let from = 0;
    for (const { index, 0: figures } of text.matchAll(FIGURES)) {
      if (!this.#isRaised(page, index)) continue;
      raised += text.slice(from, index) + figures.replaceAll(/\d/gu, (figure) => RAISED[Number(figure)] ?? figure);
      from = index + figures.length;
    }
    return from === 0 ? text : raised + text.slice(from);
  }

  #isRaised(page: number, index: number): boolean {
    const size = this.#sizeAt(page, index - 1);
    if (this.#sizeAt(page, index) > SMALLER * size) return false;
    const [, before] = this.#origin(page, index - 1);
    const [, here] = this.#origin(page, index);
    return here > before + HIGHER * size && here < before + size;
  }

  #line(page: number, text: string, from: number, to: number): PdfLine | null {
    let [first, last] = [from, to - 1];
    while (first <= last && isSpace(text, first)) first++;
    while (last > first && isSpace(text, last)) last--;
    if (first > last) return null;
    const [left, baseline] = this.#origin(page, first);
    const right = this.#right(page, last);
    const size = fitting(this.#sizeAt(page, first), right - left, last - first + 1);
    const { words, cells } = this.#gaps(page, text, [first, last], size);
    return {
      text: words,
      left,
      right,
      baseline,
      size,
      bold: this.#pdfium.FPDFText_GetFontWeight(page, this.#drawn(page, first)) >= BOLD,
      hyphenated: text[to] === LINE_END_HYPHEN,
      cells,
    };
  }

  /**
   * Looks at the room that each space takes. Some programs write a space and step back over it in the middle of a word, and
   * cells of a table have nothing between them but room.
   */
  #gaps(page: number, text: string, [first, last]: readonly [number, number], size: number): Gaps {
    const cells: PdfCell[] = [];
    let [words, cell, start] = ['', '', first];
    let left = -1;
    let [spaces, phantoms] = [0, 0];
    const take = (end: number, space: string) => {
      const piece = text.slice(start, end);
      words += piece + space;
      cell += piece + space;
    };
    for (let i = text.indexOf(' ', first); i > 0 && i < last; i = text.indexOf(' ', i + 1)) {
      if (isSpace(text, i + 1) || isSpace(text, i - 1)) continue;
      const next = this.#originX(page, i + 1);
      const gap = next - this.#right(page, i - 1);
      const isPhantom = Math.abs(gap) < PHANTOM * size;
      spaces++;
      if (isPhantom) phantoms++;
      take(i, isPhantom ? '' : ' ');
      start = i + 1;
      if (gap < CELL_GAP * size) continue;
      cells.push({ text: toText(cell), left: cells.length === 0 ? this.#originX(page, first) : left });
      [cell, left] = ['', next];
    }
    take(last + 1, '');
    if (cells.length > 0) cells.push({ text: toText(cell), left });
    // Where most spaces have no room it is the font that lies about its widths.
    if (phantoms * 4 > spaces) return { words: toText(text.slice(first, last + 1)), cells: [] };
    return { words: toText(words), cells };
  }

  /** Which of what is drawn on the page a letter of its text is. */
  #drawn(page: number, index: number): number {
    return this.#isShifted ? this.#pdfium.FPDFText_GetCharIndexFromTextIndex(page, index) : index;
  }

  #originX(page: number, index: number): number {
    const { numbers } = this.#heap;
    return this.#raw._FPDFText_GetCharOrigin(page, this.#drawn(page, index), numbers, numbers + 8)
      ? this.#heap.float64(0)
      : 0;
  }

  #origin(page: number, index: number): readonly [x: number, y: number] {
    const { numbers } = this.#heap;
    if (!this.#raw._FPDFText_GetCharOrigin(page, this.#drawn(page, index), numbers, numbers + 8)) return [0, 0];
    return [this.#heap.float64(0), this.#heap.float64(1)];
  }

  #right(page: number, index: number): number {
    const drawn = this.#drawn(page, index);
    return this.#raw._FPDFText_GetLooseCharBox(page, drawn, this.#heap.numbers) ? this.#heap.float32(2) : 0;
  }

  /** As it is seen: a font of size 1 may be drawn twelve times as large. Of fonts that are drawings only the room of a letter tells. */
  #sizeAt(page: number, index: number): number {
    const drawn = this.#drawn(page, index);
    const nominal = this.#pdfium.FPDFText_GetFontSize(page, drawn);
    const { numbers } = this.#heap;
    if (this.#raw._FPDFText_GetMatrix(page, drawn, numbers)) {
      const size = nominal * Math.hypot(this.#heap.float32(2), this.#heap.float32(3));
      if (size >= SMALLEST) return size;
    }
    if (!this.#raw._FPDFText_GetLooseCharBox(page, drawn, numbers)) return nominal || 1;
    return Math.max(this.#heap.float32(1) - this.#heap.float32(3), 1);
  }
}

/** A font that is drawings may have more room around its letters than any letter needs. */
function fitting(size: number, width: number, letters: number): number {
  const wide = (WIDTH * width) / letters;
  return letters >= FEW_LETTERS && size > TOO_LARGE * wide ? wide : size;
}

const isSpace = (text: string, index: number) => text.charCodeAt(index) <= 32;

const toText = (text: string) => (/\s\s|[^\S ]/u.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
