/**
 * A list that was pasted or read as one paragraph: its numbers tell its items, or people who are followed by a year, as they are in nearly all
 * styles without numbers.
 */
import { joinLines } from '../../reading/first-page/page-blocks.ts';
import { shareOfNames } from '../names/name-shape.ts';
import { mayBegin, mayEnd } from './reference-starts.ts';
import type { RawReference } from './split-list.ts';
import { splitWithin } from './split-within.ts';

const BRACKETED = /\[(\d{1,4})\]/gu;
/** Also volumes and years look so: they count where an item ends before them, and from the very beginning of the list. */
const BEHIND = String.raw`(?=\s+(?:\(?a\)\s+)?(?:[\p{Lu}"“]|https?:|(?:van|von|de|da|del|der|di)\s))`;
const POINTED: readonly RegExp[] = [String.raw`(\d{1,3})\.`, String.raw`\(?(\d{1,3})\)`, String.raw`(\d{1,3})`].map(
  (number) => new RegExp(String.raw`(?<=^\s*|\s)${number}${BEHIND}`, 'gu'),
);
const FEWEST = 3;
const LONGEST_END = 80;

export function splitParagraph(text: string, offset: number): RawReference[] | null {
  const bracketed = countingUp(text, [...text.matchAll(BRACKETED)]);
  const cuts = bracketed.length > 1 ? bracketed : (pointed(text) ?? peopleStarts(text));
  if (cuts.length < 2) return null;
  return cuts.flatMap(({ at, marker }, i) => {
    const end = cuts[i + 1]?.at ?? text.length;
    const raw = joinLines([text.slice(at, end).trim()]);
    return splitWithin(raw).map((part) => ({ raw: part, marker, start: offset + at, end: offset + end }));
  });
}

interface Cut {
  readonly at: number;
  readonly marker: string | null;
}

function pointed(text: string): Cut[] | null {
  for (const form of POINTED) {
    const matches = [...text.matchAll(form)].filter(({ index }) => isAtEnd(text, index));
    const cuts = text.slice(0, matches[0]?.index).trim() === '' ? countingUp(text, matches) : [];
    if (cuts.length >= FEWEST) return cuts;
  }
  return null;
}

function isAtEnd(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_END), at).trimEnd();
  // An id may have any end.
  return before === '' || mayEnd(before) || /\d\S*$/u.test(before);
}

/** From 1 or 2 on, or from whatever stands at the very beginning: the list may be a part of one. */
function countingUp(text: string, matches: readonly RegExpExecArray[]): Cut[] {
  const cuts: Cut[] = [];
  let last = 0;
  for (const match of matches) {
    const n = Number(match[1]);
    const mayBeFirst = n <= 2 || text.slice(0, match.index).trim() === '';
    if (cuts.length === 0 ? !mayBeFirst : n !== last + 1) continue;
    cuts.push({ at: match.index, marker: match[0] });
    last = n;
  }
  return cuts;
}

const BREAK = /(?:^|[.)\]\d;]\s+)(?=(?:(?:van|von|de|der|den|da|di|del|la|le)\s)*\p{Lu})/gu;
const YEAR = /[\s(](?:1[89]|20)\d\d[a-z]?(?!\d)/u;
/** No list of authors is longer. */
const FARTHEST = 500;
const NAMES = 0.75;

function peopleStarts(text: string): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  for (const match of text.matchAll(BREAK)) {
    const at = match.index + match[0].length;
    if (at < from) continue;
    const year = yearBehindPeople(text.slice(at, at + FARTHEST));
    if (year === null) continue;
    cuts.push({ at, marker: null });
    from = at + year;
  }
  return cuts;
}

/** How far away the year is, if nothing but names stands before it. */
function yearBehindPeople(text: string): number | null {
  if (!mayBegin(text)) return null;
  const year = YEAR.exec(text);
  if (!year) return null;
  const people = text.slice(0, year.index).replaceAll(/\bet al\b\.?|\(?\beds?\b\.?\)?|[.,(\s]+$/giu, ' ');
  return !SENTENCE.test(people) && isPeople(people) ? year.index + year[0].length : null;
}

/** Behind a word that was written out a full stop ends a sentence, such as the place of what stands before. */
const SENTENCE = /\p{Ll}{3}\.\s+\p{Lu}\p{Ll}/u;

/** `Smith, J., Lee, K.` is taken apart at every comma: family names alone, and initials alone, are names here. */
function isPeople(text: string): boolean {
  const alone = /^(?:(?:\p{Lu}[.\s-]*){1,4}|(?:\p{Ll}{2,4}\s)?\p{Lu}[\p{L}'’-]+(?:\s(?:\p{Lu}[.\s-]*){1,4})?)$/u;
  const parts = text
    .split(/[,;&]|\band\b/u)
    .map((part) => part.trim())
    .filter(Boolean);
  const good = parts.filter((part) => alone.test(part) || shareOfNames(part) > NAMES).length;
  return parts.length > 0 && good / parts.length >= NAMES;
}
