/** Which block is the title: what stands above the names, in the largest letters, and is neither where the paper appeared nor who wrote it. */
import { hasInitials } from '../../citations/names/name-shape.ts';
import { abstractHeading, endsAbstract, isMeta, isPlace, isProse } from './block-kinds.ts';
import { namesIn } from './find-authors.ts';
import type { PageBlock } from './page-blocks.ts';

export interface FoundTitle {
  readonly text: string;
  /** The block it ends in, and how many of that block's lines it has. */
  readonly block: number;
  readonly lines: number;
}

const LABEL = /^(?:(?:full |article |paper )?title|titre|titel|título)\s*:\s*/iu;
const MOST_WORDS = 45;
const MOST_BLOCKS = 40;
const LEAST_SCORE = 0.5;

export function findTitle(blocks: readonly PageBlock[]): FoundTitle | null {
  const largest = blocks.reduce((most, { size }) => Math.max(most, size ?? 0), 0);
  let best: FoundTitle | null = null;
  let bestScore = LEAST_SCORE;
  for (const [i, block] of blocks.slice(0, MOST_BLOCKS).entries()) {
    const labelled = LABEL.exec(block.text);
    const lines = titleLines(blocks, i);
    const text = titleText(block.lines.slice(0, lines));
    if (labelled && text !== '') return { text, block: i, lines };
    const score = scoreOf(blocks, i, { text, lines, largest });
    if (score <= bestScore) continue;
    [best, bestScore] = [{ text, block: i, lines }, score];
  }
  return best;
}

function titleText(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replace(LABEL, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/(?<=\p{L})-\s(?=\p{Ll})/gu, '')
    .replace(/\s*[*†‡¶∗⁎⋆§]+$/u, '')
    .trim();
}

/** Names and addresses that follow in the same block are not of it; a line of names is one only where no block of names follows. */
function titleLines(blocks: readonly PageBlock[], at: number): number {
  const { lines, isHeading, size } = blocks[at] as PageBlock;
  const next = blocks[at + 1];
  // Names are not printed as large as a title above smaller letters.
  const isAlone = isHeading && size !== null && (next?.size ?? 0) < size;
  const namesFollow = isAlone || namesIn(next?.text ?? '') > 0.5;
  const end = lines.findIndex((line, i) => i > 0 && endsTitle(line, lines[i - 1] ?? '', namesFollow));
  return end < 0 ? lines.length : end;
}

function endsTitle(line: string, before: string, namesFollow: boolean): boolean {
  if (isMeta(line) || abstractHeading(line) > 0 || (isPlace(line) && !namesFollow)) return true;
  if (/\b(?:and|of|the|for|in)$/iu.test(before) || namesIn(line) < SURE) return false;
  return !namesFollow || hasInitials(line);
}

const SURE = 0.9;

interface Candidate {
  readonly text: string;
  readonly lines: number;
  readonly largest: number;
}

function scoreOf(blocks: readonly PageBlock[], i: number, { text, lines, largest }: Candidate): number {
  const block = blocks[i];
  const words = text.split(/\s+/u).length;
  if (!block || words > MOST_WORDS || isNoTitle(text, words)) return 0;
  // The name of a journal, with its volume in the next line.
  if (lines === 1 && lines < block.lines.length && isMeta(block.lines[1] ?? '')) return 0;
  const rest = block.lines.slice(lines).join(' ');
  const early = 2 - Math.min(i, 20) * 0.08;
  return (
    early + shapeOf(text, words) + sizeOf(block, largest) + namesAround(blocks, i, text) + followed(blocks, i, rest)
  );
}

function shapeOf(text: string, words: number): number {
  const length = words >= 4 ? 1 : 0.3;
  return length - (/[.;,]$/u.test(text) ? 0.6 : 0) - (/^\p{Ll}/u.test(text) ? 0.4 : 0);
}

function sizeOf({ size }: PageBlock, largest: number): number {
  if (largest === 0 || size === null) return 0;
  return size >= largest * 0.97 ? 2 : size >= largest * 0.8 ? 0.5 : -0.5;
}

/** A title may have the shape of names, and then real ones follow. */
function namesAround(blocks: readonly PageBlock[], i: number, text: string): number {
  if (namesIn(text) <= SURE) return 0;
  if (hasInitials(text)) return -2.5;
  return namesIn(blocks[i + 1]?.text ?? '') > 0.6 ? 0 : -0.8;
}

function isNoTitle(text: string, words: number): boolean {
  if (isMeta(text) || isProse(text) || abstractHeading(text) > 0 || endsAbstract(text)) return true;
  if (letters(text) < LEAST_LETTERS) return true;
  return (isPlace(text) && words < 14 && !/:|\b(?:the|a|an)\b/iu.test(text)) || words < 2;
}

const LEAST_LETTERS = 0.6;

/** The share of it that words are made of: a formula is no title. */
function letters(text: string): number {
  return (text.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0) / Math.max(1, text.length);
}

/** The next block that is not about where it appeared names people. */
function followed(blocks: readonly PageBlock[], i: number, rest: string): number {
  if (rest !== '' && namesIn(rest) > 0.5) return 1.2;
  for (let k = i + 1; k < Math.min(blocks.length, i + 4); k++) {
    const text = blocks[k]?.text ?? '';
    const names = namesIn(text);
    if (names > 0.6) return k === i + 1 ? 1.2 : 0.7;
    if (isPlace(text)) return 0.3;
    if (isProse(text) || !isMeta(text)) return 0;
  }
  return 0;
}
