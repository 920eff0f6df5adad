/** A list whose items a reader saw by how they are set: each is as long as it says, and what is left to do is to tell which of them are of one list. */
import { isReferenceHeading } from '../../../../model/papers/index.ts';
import type { DocumentBlock } from '../../../../ports/index.ts';
import { joinLines } from '../../reading/first-page/page-blocks.ts';
import type { Span } from '../../reading/running-lines.ts';
import { printedMarker } from './number-markers.ts';
import type { RawReference } from './split-list.ts';
import { splitWithin } from './split-within.ts';

export interface SetList {
  readonly start: number;
  readonly end: number;
  readonly heading: number;
  readonly references: readonly RawReference[];
}

/** So much may stand between two items of a list: a running foot, a figure on its page. */
const BETWEEN = 1500;
const LONGEST_HEADING = 60;
/** So many of the items have a number or a label where they are known by it. */
const LEAST_MARKED = 0.6;

/** Of what a reader marked, the items of lists of references. */
export function entriesIn(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  return blocks.filter(({ kind }) => kind === 'entry');
}

/** In the order of the text. */
export function setLists(text: string, entries: readonly Span[]): SetList[] {
  const lists: Span[][] = [];
  for (const entry of entries) {
    const last = lists.at(-1)?.at(-1);
    if (last && isOneList(text.slice(last.end, entry.start))) lists.at(-1)?.push(entry);
    else lists.push([entry]);
  }
  return lists.map((list) => toList(text, list));
}

function isOneList(between: string): boolean {
  return between.length <= BETWEEN && !between.split('\n').some((line) => isHeading(line));
}

function isHeading(line: string): boolean {
  return line.length < LONGEST_HEADING && isReferenceHeading(line);
}

function toList(text: string, entries: readonly Span[]): SetList {
  const [start, end] = [entries[0]?.start ?? 0, entries.at(-1)?.end ?? 0];
  const raws = entries.map((entry) => ({ ...entry, raw: joinLines([text.slice(entry.start, entry.end)]) }));
  const markers = raws.map(({ raw }) => printedMarker(raw));
  const isMarked = markers.filter((marker) => marker !== null).length >= entries.length * LEAST_MARKED;
  const references = raws.flatMap(({ raw, ...place }, i): RawReference[] => {
    if (!isMarked) return [{ raw, marker: null, ...place }];
    return splitWithin(raw).map((part) => ({ raw: part, marker: markers[i] ?? null, ...place }));
  });
  return { start, end, heading: headingBefore(text, start), references };
}

/** Where the heading of a list begins; where there is none, the list. */
function headingBefore(text: string, start: number): number {
  const before = text.slice(0, start).trimEnd();
  const line = before.lastIndexOf('\n') + 1;
  return isHeading(before.slice(line)) ? line : start;
}
