/**
 * A page as blocks of lines. An empty line, an indented one and one of another size begin a block. Where a text has none of these, a block ends
 * where its lines become something else: names after a title, addresses after names.
 */
import { groupLines, type PlacedLine } from './layout/group-lines.ts';
import { readingOrder, type Box } from './layout/reading-order.ts';
import { lineKinds } from './line-kinds.ts';
import { withAccents } from './with-accents.ts';

export interface PageLine {
  readonly text: string;
  /** Of the letters, in points, if it is known. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly place?: { readonly left: number; readonly right: number; readonly baseline: number };
  /** In another direction than the text of the page. */
  readonly turned?: boolean;
  /** On other pages too. */
  readonly running?: boolean;
}

export interface PageBlock {
  /** Without white space at the ends; none is empty. */
  readonly lines: readonly string[];
  /** All of them, joined as running text. */
  readonly text: string;
  /** The largest of its lines; null where nobody knows. */
  readonly size: number | null;
  /** All of its lines are of one size, larger than the text of the page. */
  readonly isHeading: boolean;
  /** Where it stands, if that is known. */
  readonly box?: Box;
  /** Its lines, with their places. */
  readonly placed?: readonly PlacedLine[];
}

const MOST_LINES = 400;
const MOST_LENGTH = 40_000;
/** Sizes of one line differ a little where it has formulas. */
const OTHER_SIZE = 1.15;

export function linesOf(text: string): PageLine[] {
  return text
    .slice(0, MOST_LENGTH)
    .split(/\r\n?|\n|\f/u)
    .slice(0, MOST_LINES)
    .map((line) => ({ text: line }));
}

export function toBlocks(given: readonly PageLine[]): PageBlock[] {
  const body = bodySize(given);
  const placed = placedLines(given);
  if (placed.length > 0) return laidOut(placed, body);
  const lines = withoutGaps(given, body).map((line) => ({ ...line, text: withAccents(line.text) }));
  const blocks: PageBlock[] = [];
  let open: PageLine[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(toBlock(open, body));
    open = [];
  };
  const kinds = hasLayout(lines) ? null : lineKinds(lines.map(({ text }) => text));
  for (const [i, line] of lines.entries()) {
    const [before, behind] = atGluedHeading(line.text);
    if (beginsBlock(before, line, open.at(-1)) || (kinds && kinds[i] !== kinds[i - 1])) close();
    if (before.trim() !== '') open.push({ ...line, text: before.trim() });
    if (behind === '') continue;
    close();
    open.push({ ...line, text: behind });
  }
  close();
  return blocks;
}

/** Of the page itself: what stands on its margin or on every page is not in its text. */
function placedLines(lines: readonly PageLine[]): PlacedLine[] {
  return lines.flatMap(({ text, size = 1, bold = false, place, turned = false, running = false }) => {
    if (!place || turned || running || text.trim() === '') return [];
    const { left, right, baseline } = place;
    const printed = withAccents(text.trim());
    return [
      { text: printed, left, right, baseline, size, bold, top: baseline + size * 0.8, bottom: baseline - size * 0.2 },
    ];
  });
}

function laidOut(lines: readonly PlacedLine[], body: number | null): PageBlock[] {
  const groups = groupLines(lines);
  const boxes = groups.map((group) => boxOf(group));
  return readingOrder(boxes).flatMap((at) =>
    atGluedHeadings(groups[at] as PlacedLine[]).map((part) => ({
      ...toBlock(part, body),
      box: boxOf(part),
      placed: part,
    })),
  );
}

function atGluedHeadings(lines: readonly PlacedLine[]): PlacedLine[][] {
  const parts: PlacedLine[][] = [[]];
  for (const line of lines) {
    const [before, behind] = atGluedHeading(line.text);
    if (before !== '') parts.at(-1)?.push({ ...line, text: before });
    if (behind !== '') parts.push([{ ...line, text: behind }]);
  }
  return parts.filter((part) => part.length > 0);
}

function boxOf(lines: readonly PlacedLine[]): Box {
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    top: Math.max(...lines.map(({ top }) => top)),
    bottom: Math.min(...lines.map(({ bottom }) => bottom)),
  };
}

/** Letters that are so much larger than those of the text are of a title or heading. */
const LARGE = 1.15;
const SAME_SIZE = 1.03;

/** Lines of a title, the largest of the page, stand far apart because their letters are large; the gap between them is none between paragraphs. */
function withoutGaps(lines: readonly PageLine[], body: number | null): readonly PageLine[] {
  if (body === null) return lines;
  const largest = lines.slice(0, HEAD).reduce((most, { size = 0 }) => Math.max(most, size), 0);
  const least = Math.max(body * LARGE, largest / SAME_SIZE);
  return lines.filter(({ text }, i) => {
    const [before, behind] = [lines[i - 1], lines[i + 1]];
    return text.trim() !== '' || !before || !behind || !areOneTitle(before, behind, least);
  });
}

function areOneTitle(one: PageLine, other: PageLine, least: number): boolean {
  const [a = 0, b = 0] = [one.size, other.size];
  const isText = one.text.trim() !== '' && other.text.trim() !== '';
  const isSame = Math.max(a, b) <= Math.min(a, b) * SAME_SIZE && one.bold === other.bold;
  return isText && isSame && Math.min(a, b) >= least;
}

/** Half of the letters are no larger; null where nobody knows sizes. */
function bodySize(lines: readonly PageLine[]): number | null {
  const sized = lines
    .flatMap(({ text, size }) => (size === undefined || text === '' ? [] : [{ size, length: text.length }]))
    .toSorted((a, b) => a.size - b.size);
  const half = sized.reduce((sum, { length }) => sum + length, 0) / 2;
  let seen = 0;
  return sized.find(({ length }) => (seen += length) >= half)?.size ?? null;
}

const HEAD = 40;

function hasLayout(lines: readonly PageLine[]): boolean {
  return lines.slice(1, HEAD).some(({ text, size }) => size !== undefined || /^\s|^$/u.test(text));
}

function beginsBlock(text: string, line: PageLine, last: PageLine | undefined): boolean {
  if (/^\s|^$/u.test(text)) return true;
  if (line.size === undefined || last?.size === undefined) return false;
  return Math.max(line.size, last.size) > Math.min(line.size, last.size) * OTHER_SIZE;
}

const GLUED =
  /^(.*\S)\s+((?:abstract|a b s t r a c t|summary)(?:\s+(?:Background|Objectives?|Aims?|Purpose|Introduction|Importance|Summary|Context|Motivation))?[:.]?)$/iu;

/** The heading of the abstract at the end of another line, where a page lost the space between them. */
function atGluedHeading(text: string): readonly [string, string] {
  const glued = GLUED.exec(text);
  return glued ? [glued[1] ?? '', glued[2] ?? ''] : [text, ''];
}

function toBlock(lines: readonly PageLine[], body: number | null): PageBlock {
  const sizes = lines.flatMap(({ size }) => size ?? []);
  const texts = lines.map(({ text }) => text);
  const [size, least] = sizes.length > 0 ? [Math.max(...sizes), Math.min(...sizes)] : [null, 0];
  const isHeading = size !== null && body !== null && size <= least * SAME_SIZE && least > body * LARGE;
  return { lines: texts, text: joinLines(texts), size, isHeading };
}

/** A word that the end of a line broke is whole again; one that has its hyphen anyway cannot be told from it, and loses it. */
export function joinLines(lines: readonly string[]): string {
  return lines
    .reduce((text, line) => {
      if (/\p{Ll}[-\u00AD\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
      return text === '' ? line : `${text} ${line}`;
    }, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
