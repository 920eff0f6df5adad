/**
 * Words that the end of a line has broken in two. Most hyphens there came with the line and go with it; one that belongs to
 * the word (`well-known`) stays. What the document says elsewhere decides.
 */
import type { PdfLine, PdfPage } from './pdf-file.ts';

const LAST_WORD = /[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*$/u;
/** What no word has in it; what is left between may begin or end with a hyphen. */
const BETWEEN = /[^\p{L}\p{N}’'-]+/u;
const FIRST_WORD = /^[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/u;
const LONGEST_WORD = 60;
/** A first part that is written with a hyphen more often than not. */
const COMPOUND =
  /^(?:all|co|cross|ex|full|half|high|ill|long|low|mid|multi|non|one|post|pre|pro|quasi|real|self|semi|short|so|state|two|well)$/u;

export class Hyphens {
  readonly #known = new Set<string>();

  constructor(pages: readonly PdfPage[]) {
    // Nobody asks where nothing is broken.
    if (!pages.some(({ lines }) => lines.some(({ hyphenated }) => hyphenated))) return;
    for (const { lines } of pages) lines.forEach((line, n) => this.#learn(line, lines[n - 1]));
  }

  /** What stands between the two parts when the lines are joined. */
  between(before: string, after: string): '' | '-' {
    const piece = before.slice(Math.max(before.lastIndexOf(' ') + 1, before.length - LONGEST_WORD));
    const left = LAST_WORD.exec(piece)?.[0].toLowerCase();
    const first = FIRST_WORD.exec(after)?.[0];
    if (!left || !first) return '-';
    const right = first.toLowerCase();
    if (this.#known.has(left + right)) return '';
    if (this.#known.has(`${left}-${right}`) || first !== right || /\d$/u.test(left)) return '-';
    if (COMPOUND.test(left)) return '-';
    return this.#known.has(left) && this.#known.has(right) ? '-' : '';
  }

  #learn({ text, hyphenated }: PdfLine, before: PdfLine | undefined): void {
    const words = text.toLowerCase().split(BETWEEN);
    // Halves are no words.
    const from = before?.hyphenated ? 1 : 0;
    const to = hyphenated ? words.length - 1 : words.length;
    for (let i = from; i < to; i++) this.#known.add(words[i] ?? '');
  }
}
