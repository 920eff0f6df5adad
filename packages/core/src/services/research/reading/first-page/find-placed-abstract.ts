/**
 * The abstract of a page whose lines have places: what stands below its heading, beside it or behind it, down its column and into the next one, as
 * long as it looks the same. Without a heading it is what is set otherwise than the text of the paper, or stands before its first section.
 */
import { abstractHeading, beginsBody, endsAbstract, isLegal, isMeta, isPart, isPlace, isProse } from './block-kinds.ts';
import { isSentences } from './find-authors.ts';
import { rowsAlike, rowsBelow, type Column } from './layout/column-text.ts';
import type { PlacedLine } from './layout/group-lines.ts';
import type { Box } from './layout/reading-order.ts';
import { joinLines, toBlocks, type PageBlock, type PageLine } from './page-blocks.ts';

export interface PlacedAbstract {
  readonly text: string;
  readonly block: number;
  /** The end of the page stands in the middle of a sentence of it. */
  readonly isCut: boolean;
}

type PlacedBlock = PageBlock & Required<Pick<PageBlock, 'box' | 'placed'>>;

export function isPlaced(blocks: readonly PageBlock[]): blocks is readonly PlacedBlock[] {
  return blocks.length > 0 && blocks.every(({ box, placed }) => box && placed);
}

export function headedAbstract(blocks: readonly PlacedBlock[]): PlacedAbstract | null {
  for (const [at, block] of blocks.entries())
    for (const [i, line] of block.placed.entries()) {
      const length = abstractHeading(line.text);
      if (length === 0) continue;
      const found = line.text.length > length ? runIn(blocks, block, i, length) : belowHeading(blocks, at, i);
      if (found && found.text.split(' ').length >= FEWEST_WORDS) return { ...found, block: at };
    }
  return null;
}

const FEWEST_WORDS = 6;

function runIn(blocks: readonly PlacedBlock[], block: PlacedBlock, i: number, heading: number): Found {
  const [line, ...rest] = block.placed.slice(i) as [PlacedLine, ...PlacedLine[]];
  return read(blocks, line, columnOf(rest.length > 0 ? rest : [line]), heading);
}

function belowHeading(blocks: readonly PlacedBlock[], at: number, i: number): Found | null {
  const { placed } = blocks[at] as PlacedBlock;
  const rest = placed.slice(i + 1);
  if (rest[0]) return read(blocks, rest[0], columnOf(rest), 0);
  const heading = placed[i] as PlacedLine;
  const opening = blocks.filter((block, k) => k !== at && isOpening(block));
  const nearest =
    close(opening, heading) ??
    opening.find((block) => isBeside(heading, block)) ??
    blocks.slice(at + 1).find(isOpening);
  return nearest ? read(blocks, nearest.placed[0] as PlacedLine, columnOf(nearest.placed), 0) : null;
}

/** The first below it, if that is not far. */
function close(opening: readonly PlacedBlock[], heading: PlacedLine): PlacedBlock | undefined {
  return opening
    .filter(({ box }) => box.top < heading.top && box.left < heading.right && box.right > heading.left)
    .toSorted((a, b) => b.box.top - a.box.top)
    .find(({ box }) => heading.bottom - box.top < FAR * heading.size);
}

const FAR = 6;

/** A heading may stand in the margin. */
function isBeside(heading: PlacedLine, { box }: PlacedBlock): boolean {
  return box.left > heading.right && Math.abs(box.top - heading.top) < 2 * heading.size;
}

function isOpening({ text, lines }: PlacedBlock): boolean {
  if (isMeta(lines[0] ?? '') || isLegal(text)) return false;
  return isProse(text) || isPart(text) || (text.length > 80 && !isPlace(text));
}

/** What the end of the page cut off: where the next one goes on with a sentence. */
export function continuedAbstract(text: string, nextPage: readonly PageLine[]): string {
  const blocks = toBlocks(nextPage);
  const first = blocks.find((block) => block.text.length > LONG);
  if (!isPlaced(blocks) || !first?.placed?.[0] || !GOES_ON.test(first.text)) return text;
  return joinLines([text, readColumn(blocks, first.placed[0], columnOf(first.placed), 0).text]);
}

const LONG = 40;

/** How the text of the paper is set: the size of its letters, and how wide its columns are. */
export interface Body {
  readonly size: number;
  readonly width: number;
}

/** The first sentences behind the title, if something says that they are not where the paper itself begins. */
export function unheadedAbstract(
  blocks: readonly PlacedBlock[],
  from: number,
  body: Body | null,
): PlacedAbstract | null {
  for (const [at, block] of blocks.entries()) {
    if (at <= from) continue;
    if (beginsBody(block.text)) return null;
    const line = block.placed.find(({ text }) => !endsAbstract(text) && !isMeta(text));
    if (!line || !isSentences(block) || isLegal(block.text) || isAddress(block.text)) continue;
    const column = columnOf(block.placed);
    const { end, last } = readColumn(blocks, line, column, 0);
    const isOwn = end || isPart(line.text) || isSetOff(line, column, body) || beginsBody(below(blocks, column, last));
    return isOwn ? { ...read(blocks, line, column, 0), block: at } : null;
  }
  return null;
}

const OTHER_SIZE = 1.04;
const OTHER_WIDTH = 1.08;
const isAddress = (text: string) => isPlace(text) && /^\W*[\d¹²³ᵃᵇ*†]/u.test(text);

function isSetOff(line: PlacedLine, { left, right }: Column, body: Body | null): boolean {
  if (!body) return false;
  return isOther(line.size, body.size, OTHER_SIZE) || isOther(right - left, body.width, OTHER_WIDTH);
}

const isOther = (one: number, other: number, most: number) => Math.max(one, other) > Math.min(one, other) * most;

const isUnder = (box: Box, column: Column, bottom: number) =>
  box.top < bottom && box.left < column.right && box.right > column.left;

/** The line that stands next below in a column. */
function below(blocks: readonly PlacedBlock[], column: Column, bottom: number): string {
  const under = blocks.filter(({ box }) => isUnder(box, column, bottom));
  return under.toSorted((a, b) => b.box.top - a.box.top)[0]?.lines[0] ?? '';
}

function columnOf(lines: readonly PlacedLine[]): Column {
  return { left: Math.min(...lines.map(({ left }) => left)), right: Math.max(...lines.map(({ right }) => right)) };
}

type Found = Pick<PlacedAbstract, 'text' | 'isCut'>;

/** Down the column, and on in the next one where a sentence is not at its end. */
function read(blocks: readonly PlacedBlock[], first: PlacedLine, column: Column, heading: number): Found {
  const { text, end, last } = readColumn(blocks, first, column, heading);
  if (end || /[.!?]["”’)]?$/u.test(text)) return { text, isCut: false };
  const next = nextColumn(blocks, first, column);
  const more = next ? readColumn(blocks, next.placed[0] as PlacedLine, columnOf(next.placed), 0).text : '';
  if (GOES_ON.test(more) || isPart(more)) return { text: joinLines([text, more]), isCut: false };
  const under = blocks.some(({ box, size }) => isUnder(box, column, last) && (size ?? 0) * OTHER_SIZE > first.size);
  return { text, isCut: !under };
}

const GOES_ON = /^[\p{Ll}\d(]/u;

function nextColumn(blocks: readonly PlacedBlock[], first: PlacedLine, column: Column): PlacedBlock | undefined {
  return blocks.find(({ box, size, text }) => {
    const isAlike = size !== null && Math.max(size, first.size) <= Math.min(size, first.size) * OTHER_SIZE;
    return isAlike && box.left > column.right && text.length > 40;
  });
}

interface ColumnText {
  readonly text: string;
  /** Words ended it. */
  readonly end: boolean;
  /** The height of its last row. */
  readonly last: number;
}

function readColumn(blocks: readonly PlacedBlock[], first: PlacedLine, column: Column, heading: number): ColumnText {
  const lines = blocks.flatMap(({ placed }) => placed);
  const rows = rowsBelow(lines, first, column);
  const alike = rows.slice(0, rowsAlike(rows, column, isPart)).map(({ text }) => text);
  const texts = [(alike[0] ?? '').slice(heading), ...alike.slice(1)];
  const ended = texts.findIndex((text, i) => i > 0 && endsAbstract(text) && !isPart(text));
  const kept = ended < 0 ? texts : texts.slice(0, ended);
  return { text: joinLines(kept), end: ended >= 0, last: rows[kept.length - 1]?.main.baseline ?? first.baseline };
}
