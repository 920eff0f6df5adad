/** Which paragraphs are headings: those the outline names, and without an outline those that look like one. */
import type { PdfLine, PdfOutlineItem, PdfPage } from './pdf-file.ts';
import type { PdfParagraph } from './paragraphs.ts';

const LARGER = 1.12;
const LONGEST = 160;
const MOST_LEVELS = 4;
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u;

/** Levels by the look of the letters, over the whole document. */
export class Looks {
  readonly #body: number;
  readonly #sizes: readonly number[];

  constructor(pages: readonly PdfPage[]) {
    const characters = new Map<number, number>();
    for (const { size, text } of pages.flatMap(({ lines }) => lines)) {
      characters.set(round(size), (characters.get(round(size)) ?? 0) + text.length);
    }
    const most = [...characters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0]);
    this.#body = most[0];
    this.#sizes = [...characters.keys()].filter((size) => size > this.#body * LARGER).sort((a, b) => b - a);
  }

  /** 1 is the highest; null is no heading. */
  levelOf(paragraph: PdfParagraph, text: string): number | null {
    const [first] = paragraph.lines;
    if (!first || !isShort(paragraph, text)) return null;
    const number = NUMBERED.exec(text)?.[1];
    const isLarge = first.size > this.#body * LARGER;
    const isBold = first.bold && first.size >= this.#body * 0.95;
    if (!isLarge && !(isBold && isHeadline(text, number))) return null;
    if (number) return Math.min(number.split('.').length, MOST_LEVELS);
    const rank = isLarge ? this.#sizes.indexOf(round(first.size)) : this.#sizes.length;
    return Math.min(Math.max(rank, 0) + 1, MOST_LEVELS);
  }

  /** The largest letters of the first page, if they are larger than the rest. */
  title(paragraphs: readonly PdfParagraph[], textOf: (paragraph: PdfParagraph) => string): string | null {
    const sizeOf = ({ lines }: PdfParagraph) => lines[0]?.size ?? 0;
    const largest = paragraphs.reduce<PdfParagraph | null>(
      (best, paragraph) => (!best || sizeOf(paragraph) > sizeOf(best) ? paragraph : best),
      null,
    );
    if (!largest || sizeOf(largest) <= this.#body * LARGER) return null;
    const text = textOf(largest);
    return text.length <= 300 && /\p{L}{2}/u.test(text) ? text : null;
  }
}

const round = (size: number) => Math.round(size * 2) / 2;
const isShort = ({ lines, rows }: PdfParagraph, text: string) =>
  !rows && lines.length <= 3 && text.length <= LONGEST && /\p{L}{2}/u.test(text);
const isHeadline = (text: string, number: string | undefined) => number !== undefined || !/[.,;:]$/u.test(text);

/** The paragraph an item of the outline stands for: the one that says its words, else the first below where it leads to. */
export function findHeading(
  item: PdfOutlineItem,
  paragraphs: readonly PdfParagraph[],
  textOf: (paragraph: PdfParagraph) => string,
): { readonly paragraph: PdfParagraph; readonly isHeading: boolean } | null {
  const wanted = bare(item.title);
  const says = paragraphs.find((paragraph) => paragraph.lines.length <= 4 && isSame(bare(textOf(paragraph)), wanted));
  if (says) return { paragraph: says, isHeading: true };
  const { y } = item;
  const below = y === null ? undefined : paragraphs.find(({ lines }) => isBelow(lines, y));
  const paragraph = below ?? paragraphs[0];
  return paragraph ? { paragraph, isHeading: false } : null;
}

const isBelow = (lines: readonly PdfLine[], y: number) => (lines[0]?.baseline ?? Infinity) <= y;
/** The page may have the number that the outline has not, and the other way round. */
const isSame = (text: string, wanted: string) =>
  wanted !== '' && (text === wanted || unnumbered(text) === unnumbered(wanted));
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const unnumbered = (text: string) => text.replace(/^(?:(?:chapter|section|appendix) )?(?:[\divxlc]+ )+(?=\p{L})/u, '');
