/**
 * Where the list of references of a paper stands: where a reader saw how its items are set, else below its heading, else the last stretch that
 * counts up like one.
 */
import type { Span } from '../../reading/running-lines.ts';
import { hasYear } from './reference-starts.ts';
import { setLists } from './set-list.ts';
import { isReferenceHeading, splitReferences, type RawReference } from './split-list.ts';

export interface ReferenceList {
  /** Of the list in the text, without its heading. */
  readonly start: number;
  readonly end: number;
  /** Where the heading begins; `start` where there is none. */
  readonly heading: number;
  readonly references: readonly RawReference[];
}

/** What may follow a list on a line of its own. */
const AFTER =
  /^(?:(?:appendix|appendices|annex|supplement(?:ary|al)?(?: (?:material|information|data|figures?|tables?))?|acknowledge?ments?|author contributions?|about the authors?|biograph(?:y|ies)|figure legends|tables?|notes|funding|competing interests|additional information|data availability)\b.{0,60}|[A-Z](?:\.\d+)?\.?\s+\p{Lu}[\p{L}\s]{3,60})$/iu;
const FEWEST = 3;
const LEAST_DATED = 0.6;
const LEAST_MARKED = 0.9;

/** The last, which is that of the paper as a whole. `entries`: items that a reader saw. */
export function findReferenceList(text: string, entries: readonly Span[] = []): ReferenceList | null {
  return findReferenceLists(text, entries).at(-1) ?? null;
}

/** All of them, in their order; a book may have one for each chapter. */
export function findReferenceLists(text: string, entries: readonly Span[] = []): ReferenceList[] {
  const set = setLists(text, entries).filter((list) => isList(list));
  if (set.length > 0) return set;
  const list = printedList(text);
  return list ? [list] : [];
}

function printedList(text: string): ReferenceList | null {
  for (const { start, end } of headings(text)) {
    const list = listFrom(text, end, start);
    if (list) return list;
  }
  return numberedTail(text);
}

/** The last heading first: a table of contents has one, too. */
function headings(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    if (line.length < 60 && isReferenceHeading(line)) found.push({ start: at, end: at + line.length + 1 });
    at += line.length + 1;
  }
  return found.toReversed();
}

function listFrom(text: string, start: number, heading: number): ReferenceList | null {
  const end = start + endOf(text.slice(start));
  const references = splitReferences(text.slice(start, end)).map((one) => ({
    ...one,
    start: one.start + start,
    end: one.end + start,
  }));
  const list = { start, end, heading, references };
  return references.length >= FEWEST && isList(list) ? list : null;
}

function isList({ start, heading, references }: ReferenceList): boolean {
  const dated = references.filter(({ raw }) => hasYear(raw)).length;
  // Below its own heading, numbers are enough: not every style has years in every entry.
  const marked = references.filter(({ marker }) => marker !== null).length;
  const isNumbered = heading < start && marked >= references.length * LEAST_MARKED;
  return references.length > 0 && (isNumbered || dated / references.length >= LEAST_DATED);
}

function endOf(text: string): number {
  let at = 0;
  for (const [i, line] of text.split('\n').entries()) {
    if (i >= FEWEST && AFTER.test(line.trim()) && !hasYear(line)) return at;
    at += line.length + 1;
  }
  return text.length;
}

const FIRST = /^[ \t]*(?:\[1\]|1[.)])[ \t]+\p{Lu}/gmu;

/** Without a heading: from the last item 1 in the second half of the text on. */
function numberedTail(text: string): ReferenceList | null {
  const starts = [...text.matchAll(FIRST)].map(({ index }) => index).filter((at) => at > text.length / 3);
  for (const at of starts.toReversed().slice(0, 3)) {
    const list = listFrom(text, at, at);
    if (list && list.references.length >= FEWEST + 2) return list;
  }
  return null;
}
