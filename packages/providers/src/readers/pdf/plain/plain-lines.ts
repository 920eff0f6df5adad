/** Puts words that a page shows one after the other together to lines. */
import type { PdfCell, PdfLine } from '../pdf-file.ts';
import { isRaised, raised, SAME_SIZE } from '../raised.ts';

/** In sizes of the font. Wider than what letters are moved by, narrower than any space. */
const WORD_GAP = 0.13;
/** Wider than any space in a justified line. */
const CELL_GAP = 1.2;
/** Superscripts and the like stand this far from the line they belong to. */
const RAISED = 0.55;
/** Behind a word they point to a reference or a footnote. */
const FIGURES = /^\d{1,3}(?:[,–-]\d{1,3})*[.,;:]?$/u;
const ENDS_WORD = /[\p{L}.,;:)\]”’]$/u;

/** How a word stands on the page. */
export type WordLook = Pick<PdfLine, 'baseline' | 'size' | 'bold'>;

interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly look: WordLook;
}

export class PlainLines {
  readonly lines: PdfLine[] = [];
  #words: Word[] = [];

  /** Letters without a space in them, from here to there. */
  add(text: string, left: number, right: number, look: WordLook): void {
    const [first, last] = [this.#words[0], this.#words.at(-1)];
    if (first && last && !goesOn(first, last, left, look)) this.end();
    this.#words.push({ text, left, right, look });
  }

  end(): void {
    if (this.#words.length > 0) this.lines.push(toLine(this.#words));
    this.#words = [];
  }
}

function goesOn({ look }: Word, { right }: Word, left: number, { baseline, size }: WordLook): boolean {
  const rise = Math.abs(baseline - look.baseline);
  const most = Math.max(size, look.size);
  if (left < right - 0.5 * most) return false;
  return rise < 0.15 * most || (rise < RAISED * most && left - right < CELL_GAP * most);
}

function toLine(words: readonly Word[]): PdfLine {
  const first = words[0] as Word;
  const look = mostLook(words);
  const plain = joined(words, look, (word, before) =>
    FIGURES.test(word) && ENDS_WORD.test(before) ? raised(word) : word,
  );
  const printed = joined(words, look, raised);
  const hyphenated = /\p{L}[-\u2010\u00AD]$/u.test(plain.text);
  const whole = (text: string) => (hyphenated ? text.slice(0, -1) : text);
  return {
    text: whole(plain.text),
    left: first.left,
    right: (words.at(-1) as Word).right,
    ...look,
    hyphenated,
    cells: plain.cells,
    ...(printed.text === plain.text ? {} : { printed: { ...printed, text: whole(printed.text) } }),
  };
}

/** That of most of the letters. */
function mostLook(words: readonly Word[]): WordLook {
  let best = (words[0] as Word).look;
  if (words.every(({ look }) => look.size === best.size)) return best;
  let most = 0;
  for (const { look } of words) {
    const letters = words.reduce((sum, word) => sum + (isSame(word.look, look) ? word.text.length : 0), 0);
    if (letters > most) [most, best] = [letters, look];
  }
  return best;
}

const isSame = (one: WordLook, other: WordLook) => Math.abs(one.size - other.size) <= SAME_SIZE * one.size;

/** `write` is asked for what is raised, and told what stands before it. */
function joined(
  words: readonly Word[],
  { size, baseline }: WordLook,
  write: (word: string, before: string) => string,
): Pick<PdfLine, 'text' | 'cells'> {
  const cells: PdfCell[] = [];
  let [text, cell, cellLeft] = ['', '', 0];
  for (const [i, { text: word, left, look }] of words.entries()) {
    const gap = i === 0 ? 0 : left - (words[i - 1] as Word).right;
    const written = isRaised(look, { size, baseline }) ? write(word, gap > WORD_GAP * size ? '' : text) : word;
    if (gap > CELL_GAP * size) {
      cells.push({ text: cell, left: cellLeft });
      [text, cell, cellLeft] = [`${text} ${written}`, written, left];
      continue;
    }
    if (i === 0) cellLeft = left;
    const space = gap > WORD_GAP * size ? ' ' : '';
    text += space + written;
    cell += space + written;
  }
  if (cells.length > 0) cells.push({ text: cell, left: cellLeft });
  return { text, cells };
}
