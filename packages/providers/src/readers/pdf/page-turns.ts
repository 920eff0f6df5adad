/** What goes on from one page to the next: an item of a list of references, or a sentence. */
import type { PdfLine } from './pdf-file.ts';
import type { PdfParagraph } from './paragraphs.ts';

const ENDED = /[.!?:;]["”’»)\]]*[⁰¹²³⁴⁵⁶⁷⁸⁹,–]*$/u;
/** Fewer letters are a label, or the last of a table. */
const SHORT = 40;

/** An item that goes on stands last on its page and first on the next, whatever stands at the foot of the one and above the other. */
export function acrossPages(pages: readonly (readonly PdfParagraph[])[]): (readonly PdfParagraph[])[] {
  return pages.map((paragraphs, n) => {
    const [before, after] = [shared(pages[n - 1], paragraphs), shared(paragraphs, pages[n + 1])];
    const first = paragraphs.filter(({ item }) => item !== undefined && item === before && item !== after);
    const last = paragraphs.filter(({ item }) => item !== undefined && item === after);
    const others = paragraphs.filter((one) => !first.includes(one) && !last.includes(one));
    return [...first, ...others, ...last];
  });
}

function shared(one: readonly PdfParagraph[] = [], next: readonly PdfParagraph[] = []): number | undefined {
  const items = new Set(next.map(({ item }) => item));
  return one.findLast(({ item }) => item !== undefined && items.has(item))?.item;
}

/** Whether the first paragraph of a page goes on with the last of the page before. */
export function goesOn(last: PdfParagraph, first: PdfParagraph): boolean {
  if (last.item !== undefined || first.item !== undefined) return last.item === first.item;
  if (last.rows || first.rows) return false;
  const [end, start] = [last.lines.at(-1), first.lines[0]];
  return end !== undefined && start !== undefined && isOneText(end, start) && isSentence(last.lines, start);
}

function isOneText(end: PdfLine, start: PdfLine): boolean {
  return Math.abs(end.size - start.size) < 0.1 * end.size && end.bold === start.bold;
}

function isSentence(lines: readonly PdfLine[], start: PdfLine): boolean {
  const text = lines.map((line) => line.text).join(' ');
  const isOpen = lines.at(-1)?.hyphenated || !ENDED.test(text);
  return isOpen && text.length > SHORT && /^\p{Ll}/u.test(start.text);
}
