/**
 * Regions of a note's text that are ours, each between two lines that the reader is not shown:
 *
 *   %% zapomni:begin abstract %%
 *   …
 *   %% zapomni:end abstract %%
 *
 * Everything else is the user's. What we would have written where the user had changed a region stands below it, once:
 *
 *   %% zapomni:conflict abstract 2026-11-17 %%
 *   …
 *   %% zapomni:end conflict %%
 *
 * A region whose lines are missing, doubled or around another's is nobody's to change: it is told, and left as it is.
 */
import { findMarks, type Mark } from './marks.ts';

export interface Region {
  readonly name: string;
  /** Of the text between the lines. */
  readonly from: number;
  readonly to: number;
  /** With its lines. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type Fault = 'no_end' | 'no_begin' | 'twice' | 'around_another' | 'altered';

export interface BrokenRegion {
  readonly region: string;
  readonly fault: Fault;
}

export interface ReadRegions {
  /** Those that are whole. */
  readonly regions: ReadonlyMap<string, Region>;
  readonly broken: readonly BrokenRegion[];
  /** Conflict blocks, by the region that they are of. */
  readonly conflicts: readonly { readonly name: string; readonly text: string }[];
  /** Where something of ours stands that is not the user's word: whole regions, conflict blocks, single lines. */
  readonly ours: readonly { readonly start: number; readonly end: number }[];
}

const CONFLICT = 'conflict';

export function readRegions(body: string): ReadRegions {
  const marks = findMarks(body);
  const regions = new Map<string, Region>();
  const broken: BrokenRegion[] = [];
  const names = new Set(marks.filter(({ kind }) => kind !== 'conflict').map(({ name }) => name));
  names.delete(CONFLICT);
  for (const name of names) {
    const found = regionIn(body, marks, name);
    if (typeof found === 'string') broken.push({ region: name, fault: found });
    else regions.set(name, found);
  }
  const blocks = conflictsIn(body, marks);
  if (blocks.fault !== null) broken.push({ region: CONFLICT, fault: blocks.fault });
  const whole = [...regions.values(), ...blocks.whole];
  const single = marks.filter(({ start }) => !whole.some((one) => start >= one.start && start < one.end));
  return {
    regions,
    broken,
    conflicts: blocks.whole,
    ours: [...whole, ...single].toSorted((a, b) => a.start - b.start),
  };
}

function regionIn(body: string, marks: readonly Mark[], name: string): Region | Fault {
  const own = marks.filter((one) => one.name === name && one.kind !== 'conflict');
  if (own.some(({ isAltered }) => isAltered)) return 'altered';
  const begins = own.filter(({ kind }) => kind === 'begin');
  const ends = own.filter(({ kind }) => kind === 'end');
  const [begin, end] = [begins[0], ends[0]];
  if (!begin) return 'no_begin';
  if (begins.length > 1 || ends.length > 1) return 'twice';
  if (!end || end.start < begin.start) return 'no_end';
  if (marks.some(({ start }) => start > begin.start && start < end.start)) return 'around_another';
  const [from, to] = [begin.end, end.start];
  return { name, from, to, start: begin.start, end: end.end, text: normal(body.slice(from, to)) };
}

interface Block {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Each is followed by its own end. */
function conflictsIn(
  body: string,
  marks: readonly Mark[],
): { readonly whole: readonly Block[]; readonly fault: Fault | null } {
  const begins = marks.filter(({ kind }) => kind === 'conflict');
  const ends = marks.filter(isConflictEnd);
  const whole = begins.flatMap((begin): Block[] => {
    const next = marks[marks.indexOf(begin) + 1];
    if (!next || !isConflictEnd(next) || begin.isAltered || next.isAltered) return [];
    return [{ name: begin.name, text: normal(body.slice(begin.end, next.start)), start: begin.start, end: next.end }];
  });
  const isAltered = [...begins, ...ends].some((mark) => mark.isAltered);
  const isShort: Fault | null =
    begins.length > whole.length ? 'no_end' : ends.length > whole.length ? 'no_begin' : null;
  return { whole, fault: isAltered ? 'altered' : isShort };
}

function isConflictEnd({ kind, name }: Mark): boolean {
  return kind === 'end' && name === CONFLICT;
}

export function hasMarks(body: string): boolean {
  return findMarks(body).length > 0;
}

/** As it is compared: line ends are the editor's. */
export function normal(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** What the user wrote: the body without what is ours. */
export function usersText(body: string): string {
  let text = '';
  let at = 0;
  for (const { start, end } of readRegions(body).ours) {
    text += body.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return normal(text + body.slice(at)).replaceAll(/\n{3,}/g, '\n\n');
}
