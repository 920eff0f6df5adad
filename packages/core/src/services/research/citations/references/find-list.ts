/** Where the list of references of a paper stands: below its heading, else the last stretch that counts up like one. */
import { hasYear } from './reference-starts.ts';
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

export function findReferenceList(text: string): ReferenceList | null {
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
  const dated = references.filter(({ raw }) => hasYear(raw)).length;
  // Below its own heading, numbers are enough: not every style has years in every entry.
  const isNumbered = heading < start && references.every(({ marker }) => marker !== null);
  if (references.length < FEWEST || (!isNumbered && dated / references.length < LEAST_DATED)) return null;
  return { start, end, heading, references };
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
