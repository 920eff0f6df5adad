/**
 * Lines of a page that belong together, by where they stand: each below the one before it, as far as lines of one text stand apart, in letters of
 * one size. Where two lines stand beside each other below one (names below a title), each begins something of its own.
 */
import type { Box } from './reading-order.ts';

export interface PlacedLine extends Box {
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
}

/** Sizes of one line differ a little where it has formulas. */
const OTHER_SIZE = 1.15;
/** In sizes of the letters. */
const MOST_LEADING = 1.7;
const LEAST_LEADING = 0.4;
/** Of the distance that lines had so far. */
const WIDER = 1.3;
const SLACK = 1.1;
const LONG = 40;
const FEWEST = 6;
const MOST_USUAL = 2.6;
/** Letters of another weight begin something else, but for a few at the end of a text. */
const SHORT = 12;
const PROSE = 55;

export function groupLines(lines: readonly PlacedLine[]): PlacedLine[][] {
  const groups: PlacedLine[][] = [];
  const sorted = lines.toSorted((a, b) => b.baseline - a.baseline || a.left - b.left);
  const leading = Math.max(MOST_LEADING, usualLeading(sorted) * SLACK);
  for (const line of sorted) {
    const above = groups.filter((group) => isBelow(lastOf(group), line, leading));
    const nearest = above.toSorted((a, b) => lastOf(a).baseline - lastOf(b).baseline)[0];
    if (nearest && goesOn(nearest, line) && !isBeside(above, nearest) && !hasNeighbour(sorted, lastOf(nearest), line))
      nearest.push(line);
    else groups.push([line]);
  }
  return groups;
}

const lastOf = (group: readonly PlacedLine[]) => group.at(-1) as PlacedLine;

/** Close below, and not beside it. */
function isBelow(above: PlacedLine, line: PlacedLine, leading: number): boolean {
  const size = Math.max(above.size, line.size);
  const step = above.baseline - line.baseline;
  return step > LEAST_LEADING * size && step <= leading * size && overlaps(above, line);
}

/** How far the lines of the text stand apart, in sizes of their letters: a manuscript has twice the room of print. */
function usualLeading(sorted: readonly PlacedLine[]): number {
  const long = sorted.filter(({ text }) => text.length > LONG);
  const steps = long.flatMap((line, i) => {
    const next = long.slice(i + 1).find((other) => overlaps(line, other) && !isLevel(line, other));
    return next ? [(line.baseline - next.baseline) / line.size] : [];
  });
  return steps.length < FEWEST ? 0 : Math.min(steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0, MOST_USUAL);
}

function overlaps(one: Box, other: Box): boolean {
  return Math.min(one.right, other.right) > Math.max(one.left, other.left);
}

function goesOn(group: readonly PlacedLine[], line: PlacedLine): boolean {
  const above = lastOf(group);
  if (Math.max(above.size, line.size) > Math.min(above.size, line.size) * OTHER_SIZE) return false;
  if (above.bold !== line.bold && !isRunIn(above, line)) return false;
  const before = group.at(-2);
  return !before || above.baseline - line.baseline <= (before.baseline - above.baseline) * WIDER;
}

/** A text may begin with bold words, and end with few that are not. */
function isRunIn(above: PlacedLine, line: PlacedLine): boolean {
  if (above.text.length <= SHORT || line.text.length <= SHORT) return true;
  const areLong = above.text.length > PROSE && line.text.length > PROSE;
  return areLong && Math.abs(above.left - line.left) < 2 * line.size;
}

/** Two stand above the line, side by side. */
function isBeside(above: readonly PlacedLine[][], nearest: readonly PlacedLine[]): boolean {
  return above.some((group) => group !== nearest && isLevel(lastOf(group), lastOf(nearest)));
}

/** Two stand below the one above, side by side. */
function hasNeighbour(lines: readonly PlacedLine[], above: PlacedLine, line: PlacedLine): boolean {
  return lines.some((other) => other !== line && isLevel(other, line) && overlaps(above, other));
}

const isLevel = (one: PlacedLine, other: PlacedLine) =>
  Math.abs(one.baseline - other.baseline) < LEAST_LEADING * Math.max(one.size, other.size);
