/** Where the authors end: at the date behind them, at the opening quote, or where the words are names no more. */
import { isNameShaped } from '../names/name-shape.ts';
import type { Segments } from './segment.ts';

const ALONE =
  /^(?:(?:\p{Lu}\p{M}?\p{Ll}?\.?[\s-]*){1,4}|(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|zu|St\.)\s)*\p{Lu}[\p{L}\p{M}'’´-]+(?:\s(?:\p{Lu}\p{M}?\.?[\s-]*){1,4})?|jr\.?|sr\.?|ii|iii|et al\.?|others|eds?\.?|\(eds?\.?\)|a kol\.?|[_-]{2,}\s?\.?)$/iu;
const SMALL = /^\p{Ll}{4,}|\s(?:of|the|in|for|on|with|to|from|a|an|and the)\s/u;
const COLLECTIVE =
  /\b(?:collaboration|consortium|committee|organi[sz]ation|association|society|university|institute|agency|council|ministry|department|foundation|commission|bureau|office|library|center|centre|government|group|team)\b/iu;
/** Directly behind people: they are not the authors. */
const ROLE = /^[\s,]*\(?(?:eds?\.?|editors?|Eds?\.?|Editors?|Hrsg\.?|hg\.?)\)?[.,:]*(?=\s|$)/u;

/** How far behind the people the word goes that makes them editors; 0 where they are authors. */
export function editorsWord(text: string, end: number): number {
  const within = /[\s,(](?:eds?|editors?|Eds?|Editors?)[.)]*[.,:]*$/u.test(text.slice(0, end));
  return within ? 1 : (ROLE.exec(text.slice(end))?.[0].length ?? 0);
}

const OPENING = /["“„«‘]|``|(?<=\s)'(?=\p{Lu})/u;

/** The index behind the authors and what ends them; `from` where there are none. */
export function findPeople(segments: Segments, from: number): number {
  const { text } = segments;
  const date = segments.first('date');
  const dated = date && date.start > from + 2 ? date.start : null;
  const quote = from + Math.max(0, OPENING.exec(text.slice(from))?.index ?? 0);
  if (quote > from + 2) {
    const end = dated !== null && dated < quote ? dated : quote;
    if (arePeople(text.slice(from, end), 0.5)) return behind(text, from, end);
  }
  const end = namesEnd(text, from);
  return dated !== null && isUpTo(segments, from, end, dated) ? dated : behind(text, from, end);
}

/** Nothing but people stands before the date. */
function isUpTo(segments: Segments, from: number, end: number, date: number): boolean {
  return end >= date - 3 || (isClose(segments, from, date) && arePeople(segments.text.slice(from, date), 0.8));
}

/** Nothing else has been found before the date, and no sentence ends there. */
function isClose(segments: Segments, from: number, date: number): boolean {
  const text = segments.text.slice(from, date).replaceAll(/\b(?:al|jr|sr|eds?)\./giu, '');
  return segments.isFree(from, date) && !/\p{Ll}{2}[.?!:]\s\p{Lu}|\s(?!and\s|with\s)\p{Ll}{4,}\s/u.test(text);
}

function behind(text: string, from: number, end: number): number {
  const part = text.slice(from, end);
  return from + part.trimEnd().length;
}

function arePeople(text: string, least: number): boolean {
  const parts = partsOf(text);
  if (parts.length === 0 || text.length > 1200) return false;
  const good = parts.filter((part) => isPerson(part)).length;
  return good / parts.length >= least || (COLLECTIVE.test(text) && !/[.:?]\s\p{Lu}/u.test(text.trim()));
}

function partsOf(text: string): string[] {
  return text
    .replaceAll(/\bin\b:?\s(?=\p{Lu})|[()]/gu, ' ')
    .split(/[,;:&]|\s(?:and|et|und|y|a)\s|\.\s(?=\p{Lu}\p{Ll}{2})/u)
    .map((part) => part.replaceAll(/^[\s.]+|[\s:]+$/gu, ''))
    .filter((part) => part !== '');
}

function isPerson(part: string): boolean {
  return (ALONE.test(part) || isNameShaped(part)) && !SMALL.test(part);
}

const SEPARATOR =
  /\s*(?:,\s(?:and|&)\s|[,;&:]|\s(?:and|et|und|&|y)\s|(?<![\s.(-]\p{Lu}|^\p{Lu}|\p{Lu}\p{M}|Jr|Sr|al|St)\.(?=\s))\s*|(?<=(?:^|[\s.-])\p{Lu})\.\s(?=\p{Lu}\p{Ll}+\s(?!(?:and|et|und|van|von|de|der|al)\b)\p{Ll})/gu;

const INITIALS_ALONE = /^(?:\p{Lu}\p{M}?\p{Ll}?\.?[\s-]*){1,4}$/u;
const ONE_WORD = /^(?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}\p{M}'’´-]+$/u;
/** Initials behind a family name, and then a title that begins without any sign. */
const INTO_TITLE =
  /^((?:\p{Lu}\p{M}?\.[\s-]?)+)\s*\p{Lu}\p{Ll}|^((?:\p{Ll}{1,4}\s)*\p{Lu}[\p{L}'’-]+\s(?:\p{Lu}\p{M}?\.[\s-]?)+)\s\p{Lu}\p{Ll}+\s/u;

interface Walk {
  /** Behind the last sign. */
  at: number;
  /** Behind the last that was a person for sure. */
  end: number;
  /** The last part was one word, which is a family name where initials or a given name follow. */
  waiting: boolean;
}

/** Part by part, until one is no person. A period that is not of an initial ends them. */
function namesEnd(text: string, from: number): number {
  const walk: Walk = { at: from, end: from, waiting: false };
  for (const match of [...text.slice(from).matchAll(SEPARATOR), null]) {
    const stop = match ? from + match.index : text.length;
    const part = text.slice(walk.at, stop).trim();
    const initials = initialsBeforeTitle(part, walk, from);
    if (initials !== null) return text.indexOf(initials, walk.at) + initials.trimEnd().length;
    if (part !== '' && !isPerson(part)) return walk.end;
    const isOver = step(
      walk,
      part,
      { next: match ? stop + match[0].length : stop, sign: match?.[0].trim() ?? '' },
      from,
    );
    if (isOver) return walk.end;
  }
  return walk.end;
}

/** `Lipeck U. W. Deriving …`: the title begins behind the initials without any sign. */
function initialsBeforeTitle(part: string, { waiting, end }: Walk, from: number): string | null {
  const found = waiting || end > from ? INTO_TITLE.exec(part) : null;
  return (waiting ? found?.[1] : undefined) ?? found?.[2] ?? null;
}

/** True where the sign behind the part ends the people. */
function step(walk: Walk, part: string, { next, sign }: { next: number; sign: string }, from: number): boolean {
  const isOneWord = ONE_WORD.test(part) && !INITIALS_ALONE.test(part) && part.length > 2;
  const isFirst = walk.end === from;
  walk.waiting = isOneWord && !walk.waiting;
  walk.at = next;
  if (!walk.waiting || isFirst) walk.end = next;
  if (part === '' || (sign !== '.' && sign !== ':')) return false;
  if (!walk.waiting) walk.end = next;
  return true;
}
