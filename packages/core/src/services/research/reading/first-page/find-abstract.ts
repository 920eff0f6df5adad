/** The abstract: what follows its heading, or the first sentences where there is none. */
import { abstractHeading, endsAbstract, isMeta, isPart, isPlace, isProse } from './block-kinds.ts';
import { joinLines, type PageBlock } from './page-blocks.ts';

export interface FoundAbstract {
  readonly text: string;
  /** The block it begins in. */
  readonly block: number;
}

export function findAbstract(blocks: readonly PageBlock[]): FoundAbstract | null {
  const headed = headedAt(blocks);
  if (headed !== null) {
    const text = fromHeading(blocks, headed.block, headed.line);
    if (text !== '') return { text, block: headed.block };
  }
  const first = blocks.findIndex((block) => isSentences(block));
  return first < 0 ? null : { text: continued(blocks, first, ''), block: first };
}

/** Without the lines before them that say when it was received. */
function isSentences({ lines, text }: PageBlock): boolean {
  if (!endsAbstract(text) && !isMeta(lines[0] ?? '')) return isProse(text) && !(isPlace(text) && /^\W*\d/u.test(text));
  return isProse(joinLines(withoutLead(lines)));
}

function withoutLead(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !endsAbstract(line) && !isMeta(line));
  return first < 0 ? [] : lines.slice(first);
}

function headedAt(blocks: readonly PageBlock[]): { readonly block: number; readonly line: number } | null {
  for (const [block, { lines }] of blocks.entries())
    for (const [line, text] of lines.entries()) if (abstractHeading(text) > 0) return { block, line };
  return null;
}

function fromHeading(blocks: readonly PageBlock[], block: number, line: number): string {
  const lines = (blocks[block]?.lines ?? []).slice(line);
  const [first = '', ...rest] = lines;
  const own = [first.slice(abstractHeading(first)), ...rest];
  const cut = upToEnd(own);
  const text = joinLines(cut);
  return cut.length < own.length && text !== '' ? text : continued(blocks, block + 1, text, true);
}

/** Goes on through blocks of sentences, and through headings of its parts. */
function continued(blocks: readonly PageBlock[], from: number, begun: string, headed = false): string {
  const first = begun === '' ? openingAt(blocks, from, headed) : from;
  const texts = [begun];
  for (const [i, block] of blocks.slice(first).entries()) {
    const opens = begun === '' && i === 0;
    if (!opens && !goesOn(block, texts.at(-1) ?? '')) break;
    const cut = upToEnd(opens ? withoutLead(block.lines) : block.lines);
    texts.push(joinLines(cut));
    if (cut.length < block.lines.length) break;
  }
  return texts.join(' ').trim();
}

/** Where the first sentences stand; behind all blocks where there are none. */
function openingAt(blocks: readonly PageBlock[], from: number, headed: boolean): number {
  const found = blocks
    .slice(from, headed ? from + MOST_BETWEEN : from + 1)
    .findIndex((block) => (headed ? isOpening(block) : isSentences(block)));
  return found < 0 ? blocks.length : from + found;
}

/** Blocks that a layout of two columns may have put between the heading and the text. */
const MOST_BETWEEN = 8;

function isOpening(block: PageBlock): boolean {
  return (
    isSentences(block) ||
    (isPart(block.text) && !isMeta(block.text)) ||
    (block.text.length > 80 && !isMeta(block.text) && !isPlace(block.text))
  );
}

function goesOn({ text }: PageBlock, before: string): boolean {
  if (endsAbstract(text)) return false;
  if (isPart(text)) return true;
  if (isMeta(text) || (isPlace(text) && !isProse(text))) return false;
  return isProse(text) || (!/[.!?"”)]$/u.test(before) && /^\p{Ll}/u.test(text));
}

function upToEnd(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line, i) => i > 0 && endsAbstract(line) && !isPart(line));
  return end < 0 ? lines : lines.slice(0, end);
}
