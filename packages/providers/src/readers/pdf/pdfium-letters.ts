/**
 * What PDFium tells of the letters of one page: where they stand, how large and how bold they are. Letters are counted as they stand in the
 * text of the page, which has none for signs that mean nothing: PDFium itself counts those too.
 */
import { isBoldFont } from './bold-font.ts';
import { memoryOf, type Pdfium } from './load-pdfium.ts';
import type { PdfiumHeap } from './pdfium-heap.ts';

/** The way in which the text runs over the page. */
export type Direction = 'right' | 'down' | 'up' | 'left';

interface Turn {
  /** Which number of a place grows or shrinks along a line, and what it and the other are to be taken times. */
  readonly along: 0 | 1;
  readonly sign: 1 | -1;
  readonly rising: 1 | -1;
  /** Which side of a letter's box (left, top, right, bottom) the next one stands at. */
  readonly end: 0 | 1 | 2 | 3;
}

const TURNS: Readonly<Record<Direction, Turn>> = {
  right: { along: 0, sign: 1, rising: 1, end: 2 },
  down: { along: 1, sign: -1, rising: 1, end: 3 },
  up: { along: 1, sign: 1, rising: -1, end: 1 },
  left: { along: 0, sign: -1, rising: -1, end: 0 },
};

/** Room for a matrix, which has six numbers of four bytes, and for the name of a font. */
const ROOM = 256;
const MATRIX = 24;
/** No letter that is meant to be read is smaller; the size of a font that is drawn letter by letter is in units of its own. */
const SMALLEST = 2.5;
/** How high letters are drawn, in sizes of the font. */
const HEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/[A-Z0-9bdfhkl]/u, 0.7],
  [/[acemnorsuvwxz]/u, 0.46],
  [/[gpqy]/u, 0.66],
];

export class PdfiumLetters {
  readonly #pdfium: Pdfium;
  readonly #raw: ReturnType<typeof memoryOf>;
  readonly #heap: PdfiumHeap;
  readonly #room: number;
  #page = 0;
  #text = '';
  #indices: Int32Array | null = null;
  #turn: Turn = TURNS.right;

  constructor(pdfium: Pdfium, heap: PdfiumHeap) {
    this.#pdfium = pdfium;
    this.#raw = memoryOf(pdfium);
    this.#heap = heap;
    this.#room = heap.room(ROOM);
  }

  /** The text of a page; what is asked from here on is asked of its letters. */
  open(page: number): string {
    this.#page = page;
    this.#turn = TURNS.right;
    const count = this.#pdfium.FPDFText_CountChars(page);
    this.#text =
      count <= 0
        ? ''
        : this.#heap.codeUnits(count, (address) => this.#pdfium.FPDFText_GetText(page, 0, count, address));
    this.#indices = this.#text.length === count ? null : this.#toIndices();
    return this.#text;
  }

  /** Places are told as they are on a page that is turned so that its text runs to the right. */
  turn(direction: Direction): void {
    this.#turn = TURNS[direction];
  }

  x(letter: number): number {
    const { along, sign } = this.#turn;
    return this.#origin(letter) ? sign * this.#heap.float64(along) : 0;
  }

  y(letter: number): number {
    const { along, rising } = this.#turn;
    return this.#origin(letter) ? rising * this.#heap.float64(1 - along) : 0;
  }

  /** Where the next one begins. */
  right(letter: number): number {
    if (!this.#raw._FPDFText_GetLooseCharBox(this.#page, this.#index(letter), this.#heap.numbers)) return 0;
    return this.#turn.sign * this.#heap.float32(this.#turn.end);
  }

  /** In points, as it is seen: a font of size 1 may be drawn twelve times as large. 0 where it cannot be told. */
  size(letter: number): number {
    const index = this.#index(letter);
    const nominal = this.#raw._FPDFText_GetFontSize(this.#page, index);
    const size = this.#raw._FPDFText_GetMatrix(this.#page, index, this.#room)
      ? nominal * Math.hypot(this.#float(2), this.#float(3))
      : nominal;
    return size >= SMALLEST ? size : this.#drawnSize(letter, index);
  }

  isBold(letter: number): boolean {
    const index = this.#index(letter);
    const name = this.#room + MATRIX;
    const length = this.#raw._FPDFText_GetFontInfo(this.#page, index, name, ROOM - MATRIX, this.#heap.numbers);
    const known = length > 1 && length <= ROOM - MATRIX ? this.#pdfium.pdfium.UTF8ToString(name) : '';
    return isBoldFont(known, this.#raw._FPDFText_GetFontWeight(this.#page, index));
  }

  /** The size of the font that letters of this height are of. */
  #drawnSize(letter: number, index: number): number {
    const height = HEIGHTS.find(([letters]) => letters.test(this.#text[letter] ?? ''))?.[1];
    if (height === undefined) return 0;
    const { numbers } = this.#heap;
    const isDrawn = this.#raw._FPDFText_GetCharBox(this.#page, index, numbers, numbers + 8, numbers + 16, numbers + 24);
    if (!isDrawn) return 0;
    const [from, to] = this.#turn.along === 0 ? [2, 3] : [0, 1];
    return Math.abs(this.#heap.float64(to) - this.#heap.float64(from)) / height;
  }

  #index(letter: number): number {
    return this.#indices?.[letter] ?? letter;
  }

  #toIndices(): Int32Array {
    const indices = new Int32Array(this.#text.length);
    for (let i = 0; i < indices.length; i++) {
      const index = this.#raw._FPDFText_GetCharIndexFromTextIndex(this.#page, i);
      indices[i] = index < 0 ? i : index;
    }
    return indices;
  }

  #origin(letter: number): boolean {
    const { numbers } = this.#heap;
    return this.#raw._FPDFText_GetCharOrigin(this.#page, this.#index(letter), numbers, numbers + 8) !== 0;
  }

  #float(n: number): number {
    return this.#raw.HEAPF32[this.#room / 4 + n] ?? 0;
  }
}
