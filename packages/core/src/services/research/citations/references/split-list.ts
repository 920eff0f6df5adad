/**
 * Takes a list of references apart.
 *
 *   numbers that count up, or labels ──▶ an item each
 *   layout ── first lines that hang out, or are set in, or stand apart ──▶ an item where one begins
 *   neither ──▶ where a line begins with people and the line before it could be the end
 *
 * What stands under one number and is several references, as physicists and chemists write, becomes several.
 */
import { isReferenceHeading, referenceHeadingEnd } from '../../../../model/papers/index.ts';
import { joinLines } from '../../reading/first-page/page-blocks.ts';
import { listLines, type ListLine } from './list-lines.ts';
import { labelledStarts, numberedStarts } from './number-markers.ts';
import { beginsWithPeople, hasYear, mayBegin, mayEnd } from './reference-starts.ts';
import { splitParagraph } from './split-paragraph.ts';
import { splitWithin } from './split-within.ts';

export interface RawReference {
  /** As it is printed, in one line, with its marker. */
  readonly raw: string;
  /** `[12]`, `3.`; null where the list has none. Further references under one marker have the same. */
  readonly marker: string | null;
  /** Of the item in the text; parts of one item have its place. */
  readonly start: number;
  readonly end: number;
}

export { isReferenceHeading };

export function splitReferences(text: string): RawReference[] {
  const lead = text.length - text.trimStart().length;
  const begun = lead + referenceHeadingEnd(text.slice(lead));
  const lines = listLines(text.slice(begun)).map((line) => ({ ...line, start: line.start + begun }));
  const inline = isParagraph(lines) ? splitParagraph(text.slice(begun), begun) : null;
  if (inline) return inline;
  const numbers = numberedStarts(lines) ?? labelledStarts(lines);
  const marks = new Map(numbers?.map(({ line, marker }) => [line, marker]));
  const starts = numbers
    ? new Set([...marks.keys(), ...setApart(lines, marks)])
    : withoutNumbersAlone(lines, unnumberedStarts(lines));
  return items(lines, starts).flatMap((item) => toReferences(item, marks));
}

const LONG_LINE = 600;

/** A list that lost its lines. */
function isParagraph(lines: readonly ListLine[]): boolean {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.length < 3 || length / lines.length > LONG_LINE;
}

interface Item {
  readonly first: number;
  readonly lines: readonly ListLine[];
}

/** What stands before the first of them is no reference. */
function items(lines: readonly ListLine[], starts: ReadonlySet<number>): Item[] {
  const at = [...starts].toSorted((a, b) => a - b);
  return at.map((first, i) => ({ first, lines: lines.slice(first, at[i + 1] ?? lines.length) }));
}

function toReferences({ first, lines }: Item, marks: ReadonlyMap<number, string>): RawReference[] {
  const marker = marks.get(first) ?? null;
  const last = lines.at(-1);
  const [start, end] = [lines[0]?.start ?? 0, last ? last.start + last.text.length : 0];
  const raw = joinLines(lines.map(({ text }) => text));
  return splitWithin(raw).map((part) => ({ raw: part, marker, start, end }));
}

/** Of a numbered list: further references below a number that the layout sets apart. */
function setApart(lines: readonly ListLine[], marks: ReadonlyMap<number, string>): number[] {
  const numbered = [...marks.keys()].slice(1);
  const isIndented =
    numbered.length > 0 && numbered.filter((i) => (lines[i]?.indent ?? 0) > 0).length > numbered.length * 0.8;
  if (!isIndented) return [];
  return lines.flatMap(({ text, indent }, i) => {
    const before = lines[i - 1]?.text ?? '';
    return indent > 0 && !marks.has(i) && !marks.has(i - 1) && mayBegin(text) && mayEnd(before) ? [i] : [];
  });
}

function unnumberedStarts(lines: readonly ListLine[]): Set<number> {
  const byLayout = layoutStarts(lines);
  if (byLayout) return byLayout;
  const starts = new Set<number>();
  let begun = 0;
  for (let i = 0; i < lines.length; i++) {
    if (i > 0 && !isStart(lines, i, begun)) continue;
    starts.add(i);
    begun = i;
  }
  return starts;
}

const NUMBER_ALONE = /^[[(]?\d{1,4}[\].)]{0,2}$/u;

/** A list that lost most of its numbers: one that is left on a line of its own is that of what follows. */
function withoutNumbersAlone(lines: readonly ListLine[], starts: ReadonlySet<number>): Set<number> {
  return new Set([...starts].filter((i) => !(starts.has(i - 1) && NUMBER_ALONE.test(lines[i - 1]?.text ?? ''))));
}

/** No item is longer; what stands before is not looked at again for each line. */
const MOST_LINES_EACH = 40;

/** Nothing but words to go by: the item so far must be whole, and the line must begin one. */
function isStart(lines: readonly ListLine[], i: number, begun: number): boolean {
  const text = lines[i]?.text ?? '';
  const before = lines[i - 1]?.text ?? '';
  if (!mayBegin(text)) return false;
  const soFar = joinLines(lines.slice(Math.max(begun, i - MOST_LINES_EACH), i).map((line) => line.text));
  if (!hasYear(soFar) && !mayEnd(before)) return false;
  // A list of authors that goes on begins like a reference too; it ends with a comma or a conjunction.
  if (/(?:[,&]|\b(?:and|et|und))$/iu.test(before)) return false;
  return mayEnd(before) || (beginsWithPeople(text) && hasYear(soFar) && soFar.length > 40);
}

/** The layout that makes most of the items begin like references; null where there is none. */
function layoutStarts(lines: readonly ListLine[]): Set<number> | null {
  const layouts = [
    lines.flatMap(({ apart }, i) => (i === 0 || apart ? [i] : [])),
    lines.flatMap(({ indent }, i) => (i === 0 || indent > 0 ? [i] : [])),
    lines.flatMap(({ indent }, i) => (indent === 0 ? [i] : [])),
  ];
  let best: { readonly starts: Set<number>; readonly share: number } | null = null;
  for (const starts of layouts) {
    if (starts.length < 2 || starts.length >= lines.length * 0.97) continue;
    const share = starts.filter((i) => mayBegin(lines[i]?.text ?? '')).length / starts.length;
    const begun = new Set(starts);
    const missed = lines.filter(
      ({ text }, i) => !begun.has(i) && beginsWithPeople(text) && mayEnd(lines[i - 1]?.text ?? ''),
    ).length;
    const score = share - missed / starts.length;
    if (score > LEAST_SHARE && score > (best?.share ?? 0)) best = { starts: begun, share: score };
  }
  return best?.starts ?? null;
}

const LEAST_SHARE = 0.4;
