/** Puts words that a page shows one after the other together to lines. */
import type { PdfCell, PdfLine } from '../pdf-file.ts';

/** In sizes of the font. Wider than what letters are moved by, narrower than any space. */
const WORD_GAP = 0.13;
/** Wider than any space in a justified line. */
const CELL_GAP = 1.2;
/** Superscripts and the like stand this far from the line they belong to. */
const RAISED = 0.55;

/** How a word stands on the page. */
export type WordLook = Pick<PdfLine, 'baseline' | 'size' | 'bold'>;

export class PlainLines {
  readonly lines: PdfLine[] = [];
  #text = '';
  #cell = '';
  #cells: PdfCell[] = [];
  #left = 0;
  #cellLeft = 0;
  #right = 0;
  #baseline = 0;
  #size = 0;
  #bold = false;

  /** Letters without a space in them, from here to there. */
  add(text: string, left: number, right: number, { baseline, size, bold }: WordLook): void {
    if (this.#text === '' || !this.#goesOn(left, baseline, size)) {
      this.end();
      this.#left = this.#cellLeft = left;
      this.#baseline = baseline;
      this.#size = size;
      this.#bold = bold;
      this.#text = this.#cell = text;
      this.#right = right;
      return;
    }
    const gap = left - this.#right;
    if (gap > CELL_GAP * this.#size) {
      this.#cells.push({ text: this.#cell, left: this.#cellLeft });
      this.#cell = text;
      this.#cellLeft = left;
      this.#text += ` ${text}`;
    } else {
      const space = gap > WORD_GAP * this.#size ? ' ' : '';
      this.#cell += space + text;
      this.#text += space + text;
    }
    this.#right = right;
  }

  end(): void {
    if (this.#text !== '') this.lines.push(this.#line());
    this.#text = '';
    this.#cells = [];
  }

  #goesOn(left: number, baseline: number, size: number): boolean {
    const rise = Math.abs(baseline - this.#baseline);
    const most = Math.max(size, this.#size);
    if (left < this.#right - 0.5 * most) return false;
    return rise < 0.15 * most || (rise < RAISED * most && left - this.#right < CELL_GAP * most);
  }

  #line(): PdfLine {
    const text = this.#text;
    const hyphenated = /\p{L}[-\u2010\u00AD]$/u.test(text);
    return {
      text: hyphenated ? text.slice(0, -1) : text,
      left: this.#left,
      right: this.#right,
      baseline: this.#baseline,
      size: this.#size,
      bold: this.#bold,
      hyphenated,
      cells: this.#cells.length > 0 ? [...this.#cells, { text: this.#cell, left: this.#cellLeft }] : [],
    };
  }
}
