/** The lines of a page as PDFium sees them, each with its place and its font. */
import { hasAccents, withAccents, type Placed } from './accents.ts';
import type { Pdfium } from './load-pdfium.ts';
import type { PdfCell, PdfLine } from './pdf-file.ts';
import type { PdfiumHeap } from './pdfium-heap.ts';
import { PdfiumLetters, type Direction } from './pdfium-letters.ts';
import { isRaised, mostSize, raised, SAME_SIZE } from './raised.ts';

/** PDFium's sign for a hyphen at the end of a line; the line break itself is then left out. */
const LINE_END_HYPHEN = '\uFFFE';
/** Wider than any space in a justified line, in sizes of the font. */
const CELL_GAP = 1.2;
/** A space that takes less room than this was drawn and then gone back over: the word goes on. */
const PHANTOM = 0.1;
/** Letters of a line that are looked at for its size; they are of one, but for a capital or what is raised. */
const SAMPLE = 12;

const FIGURES = /(?<=[\p{L}.,;:)\]”’])\d{1,3}(?:[,–-]\d{1,3})*(?!\d)/gu;

interface Gaps {
  readonly words: string;
  readonly cells: readonly PdfCell[];
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly hyphenated: boolean;
}

export class PdfiumLines {
  readonly #letters: PdfiumLetters;

  constructor(pdfium: Pdfium, heap: PdfiumHeap) {
    this.#letters = new PdfiumLetters(pdfium, heap);
  }

  /** `head`: of a first page, where it matters which letters are raised. */
  read(page: number, head = false): PdfLine[] {
    const drawn = this.#letters.open(page);
    const spans = spansOf(drawn);
    const directions = spans.map((span) => this.#directionOf(span));
    const usual = mostOf(directions, spans);
    this.#letters.turn(usual);
    const text = this.#withRaised(drawn);
    return spans.map((span, i) => {
      const line = this.#line(text, span);
      if ((directions[i] ?? usual) !== usual) return { ...line, turned: true };
      return head ? { ...line, ...this.#printed(line, text, span) } : line;
    });
  }

  /** With all that is raised as it looks. */
  #printed(line: PdfLine, text: string, span: Span): Pick<PdfLine, 'printed'> {
    let written = '';
    for (let letter = span.first; letter <= span.last; letter++) {
      const sign = text[letter] ?? '';
      const isUp = /[a-z\d]/u.test(sign) && isRaised(this.#lookOf(letter), line);
      written += isUp ? raised(sign) : sign;
    }
    if (!isDifferent(written, text, span)) return {};
    const { text: words, cells } = this.#line(text.slice(0, span.first) + written, span);
    return { printed: { text: words, cells } };
  }

  #directionOf({ first, last }: Span): Direction | null {
    if (first === last) return null;
    const x = this.#letters.x(last) - this.#letters.x(first);
    const y = this.#letters.y(last) - this.#letters.y(first);
    if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? 'right' : 'left';
    return y > 0 ? 'up' : 'down';
  }

  /** Figures that stand above the line, behind a word, point to a reference or a footnote; as plain figures they would be part of the word. */
  #withRaised(text: string): string {
    let written = '';
    let from = 0;
    for (const { index, 0: figures } of text.matchAll(FIGURES)) {
      if (!this.#isRaised(index, index - 1)) continue;
      written += text.slice(from, index) + raised(figures);
      from = index + figures.length;
    }
    return from === 0 ? text : written + text.slice(from);
  }

  #isRaised(letter: number, beside: number): boolean {
    const [here, other] = [this.#lookOf(letter), this.#lookOf(beside)];
    return isRaised(here, other);
  }

  #lookOf(letter: number): { readonly size: number; readonly baseline: number } {
    return { size: this.#letters.size(letter), baseline: this.#letters.y(letter) };
  }

  #line(text: string, { first, last, hyphenated }: Span): PdfLine {
    const { size, baseline, bold } = this.#look(text, first, last);
    const placed = this.#placed(text, first, last);
    const { words, cells } = this.#gaps(placed, size);
    const [left, right] = [this.#letters.x(first), this.#letters.right(last)];
    return { text: words, left, right, baseline, size, bold, hyphenated, cells };
  }

  /** The size and the height that most of its letters have. */
  #look(text: string, first: number, last: number): Pick<PdfLine, 'size' | 'baseline' | 'bold'> {
    const step = Math.max(1, Math.floor((last - first + 1) / SAMPLE));
    const seen: { readonly letter: number; readonly size: number }[] = [];
    for (let letter = first; letter <= last; letter += step) {
      const size = isSpace(text, letter) ? 0 : this.#letters.size(letter);
      if (size > 0) seen.push({ letter, size });
    }
    const size = mostSize(seen.map((one) => one.size));
    const usual = seen.filter((one) => Math.abs(one.size - size) <= SAME_SIZE * size);
    const middle = usual[usual.length >> 1]?.letter ?? first;
    return { size: size || 1, baseline: this.#letters.y(middle), bold: this.#letters.isBold(middle) };
  }

  #placed(text: string, first: number, last: number): Placed {
    const line = text.slice(first, last + 1);
    if (!hasAccents(line)) return { text: line, letters: first };
    const boxOf = (letter: number) => ({ left: this.#letters.x(letter), right: this.#letters.right(letter) });
    return withAccents(line, first, boxOf);
  }

  /**
   * Looks at the room that each space takes. Some programs write a space and step back over it in the middle of a word, and
   * cells of a table have nothing between them but room.
   */
  #gaps({ text, letters }: Placed, size: number): Gaps {
    const at = typeof letters === 'number' ? (i: number) => letters + i : (i: number) => letters[i] ?? 0;
    const cells: PdfCell[] = [];
    let [words, cell, start] = ['', '', 0];
    let left = -1;
    let [spaces, phantoms] = [0, 0];
    const take = (end: number, space: string) => {
      const piece = text.slice(start, end);
      words += piece + space;
      cell += piece + space;
    };
    for (let i = text.indexOf(' '); i > 0 && i < text.length - 1; i = text.indexOf(' ', i + 1)) {
      if (isSpace(text, i + 1) || isSpace(text, i - 1)) continue;
      const next = this.#letters.x(at(i + 1));
      const gap = next - this.#letters.right(at(i - 1));
      const isPhantom = Math.abs(gap) < PHANTOM * size;
      spaces++;
      if (isPhantom) phantoms++;
      take(i, isPhantom ? '' : ' ');
      start = i + 1;
      if (gap < CELL_GAP * size) continue;
      cells.push({ text: toText(cell), left: cells.length === 0 ? this.#letters.x(at(0)) : left });
      [cell, left] = ['', next];
    }
    take(text.length, '');
    if (cells.length > 0) cells.push({ text: toText(cell), left });
    // Where most spaces have no room it is the font that lies about its widths.
    if (phantoms * 4 > spaces) return { words: toText(text), cells: [] };
    return { words: toText(words), cells };
  }
}

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const character = text[i];
    if (i < text.length && character !== '\n' && character !== LINE_END_HYPHEN) continue;
    let [first, last] = [start, i - 1];
    while (first <= last && isSpace(text, first)) first++;
    while (last > first && isSpace(text, last)) last--;
    if (first <= last) spans.push({ first, last, hyphenated: character === LINE_END_HYPHEN });
    start = i + 1;
  }
  return spans;
}

/** The way most of the letters run. */
function mostOf(directions: readonly (Direction | null)[], spans: readonly Span[]): Direction {
  const letters = new Map<Direction, number>([['right', 0]]);
  for (const [i, { first, last }] of spans.entries()) {
    const direction = directions[i];
    if (direction) letters.set(direction, (letters.get(direction) ?? 0) + last - first);
  }
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

const isDifferent = (written: string, text: string, { first }: Span) => !text.startsWith(written, first);

const isSpace = (text: string, index: number) => text.charCodeAt(index) <= 32;

const toText = (text: string) => (/\s\s|[^\S ]/u.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
