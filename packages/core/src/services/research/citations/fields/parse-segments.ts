/**
 * Takes one reference apart, in four steps: what its shape alone tells, the people at its beginning, the title behind them, and what is left.
 * One without a title is told before.
 */
import { findContainers } from './find-container.ts';
import { findMarks } from './find-marks.ts';
import { editorsWord, findPeople } from './find-people.ts';
import { findTitle } from './find-title.ts';
import { findUntitled } from './find-untitled.ts';
import { Segments, type Segment } from './segment.ts';

const MOST_LENGTH = 4000;

export function parseSegments(raw: string): { readonly text: string; readonly segments: readonly Segment[] } {
  const text = raw.slice(0, MOST_LENGTH).replaceAll(/\s+/gu, ' ').trim();
  const segments = new Segments(text);
  findMarks(segments);
  const number = segments.first('citation-number');
  const from = number ? skipSpace(text, number.end) : 0;
  if (addUntitled(segments, from)) return { text, segments: segments.all };
  const people = findPeople(segments, from);
  const editors = editorsWord(text, people);
  const end = editors > 1 ? people + editors : people;
  if (people > from) segments.add(editors > 0 ? 'editor' : 'author', from, trimmedEnd(text, end));
  const date = segments.first('date');
  const isEarly = date !== undefined && date.start >= people && date.start <= end + 2;
  const behind = findTitle(segments, isEarly ? date.end : end);
  findContainers(segments, behind);
  return { text, segments: segments.all };
}

function addUntitled(segments: Segments, from: number): boolean {
  const found = findUntitled(segments, from);
  if (!found || !segments.isFree(...found.journal)) return false;
  segments.add('author', from, trimmedEnd(segments.text, found.people));
  segments.add('journal', ...found.journal);
  return true;
}

function skipSpace(text: string, at: number): number {
  return at + (/^\s*/u.exec(text.slice(at))?.[0].length ?? 0);
}

function trimmedEnd(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}
