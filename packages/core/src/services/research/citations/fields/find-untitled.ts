/**
 * References without a title, as physicists and chemists write them: people, the journal cut short, and at once its volume and page. Taken for
 * one with a title, `Phys.` would be that.
 */
import { isOnlyPeople } from './find-people.ts';
import type { Segments } from './segment.ts';

const WORD = String.raw`(?:\p{Lu}[\p{L}&'’-]*[.:]?|of|and|für|de|&|\([\p{L}\s.]{2,20}\))`;
/** Each word begins behind a space or a sign: where any capital might begin one, there would be too many ways to read `AAAA`. */
const JOURNAL = new RegExp(String.raw`^${WORD}(?:(?:\s|(?<=[.:]))${WORD}){0,9}$`, 'u');
/** A word that is cut short, or says that it is a journal. */
const OF_JOURNALS = /\p{L}{2}\.(?:[:\s]|$)|^(?:journal|annals|proceedings|transactions|zeitschrift|bulletin|acta)\b/iu;
const FEW_WORDS = 2;

const YEAR = String.raw`(?:1[89]|20)\d\d`;
const VOLUME = String.raw`[A-Z]?\d{1,4}(?:\s?\(\d{1,4}\))?`;
/** `74, 311`; `2013, 17, 2218`; `431 (2001)`. */
const PLACE = new RegExp(
  String.raw`(?:,\s?|\s)(?=(?:${YEAR}\s?[,;]\s?)?(?!${YEAR}\b)${VOLUME}\s?(?:[,:]\s?[A-Z]{0,2}\d|\(\s?${YEAR}\s?\)))`,
  'gu',
);
/** `33 218`, behind a year that stood with the people. */
const BARE_PLACE = new RegExp(String.raw`,?\s(?=${VOLUME}(?:\s?[,:]\s?|\s)[A-Z]?\d)`, 'gu');
/** No list of people and a journal is longer. */
const FARTHEST = 600;

interface Untitled {
  /** Behind the people. */
  readonly people: number;
  readonly journal: readonly [start: number, end: number];
}

/** Null where there may be a title. */
export function findUntitled(segments: Segments, from: number): Untitled | null {
  const text = segments.text.slice(0, from + FARTHEST);
  const date = segments.first('date');
  if (date && date.end < text.length && isOnlyPeople(text.slice(from, date.start))) {
    const start = date.end + (/^[\s,.:;]*/u.exec(text.slice(date.end))?.[0].length ?? 0);
    const end = firstPlace(text, start, BARE_PLACE);
    if (end !== null && isJournal(text.slice(start, end))) return { people: date.start, journal: [start, end] };
  }
  const end = firstPlace(text, from, PLACE);
  if (end === null) return null;
  const start = starts(text, from, end).find(
    (at) => isJournal(text.slice(at, end)) && isListEnd(text.slice(from, at)) && isOnlyPeople(text.slice(from, at)),
  );
  return start === undefined ? null : { people: start, journal: [start, end] };
}

function firstPlace(text: string, from: number, form: RegExp): number | null {
  const place = [...text.slice(from).matchAll(form)][0];
  return place ? from + place.index : null;
}

/** Behind each space, from the first on. */
function starts(text: string, from: number, end: number): number[] {
  return [...text.slice(from, end).matchAll(/\s+/gu)].map(({ index, 0: space }) => from + index + space.length);
}

function isJournal(text: string): boolean {
  return JOURNAL.test(text) && (OF_JOURNALS.test(text) || text.split(/\s/u).length <= FEW_WORDS);
}

/** Initials follow. */
const FAMILY_ALONE = /(?:^|[;,&]\s?|\s(?:and|et|und|y)\s)\p{Lu}[\p{L}'’-]+,$/u;

/** The initials of a name that goes on are no end: `R. Holm and P. |Lund`; those behind a family name are: `Hu, W. |Adv. Mater.` */
function isListEnd(people: string): boolean {
  const text = people.trimEnd();
  if (!/[,.;:)]$/u.test(text) || FAMILY_ALONE.test(text)) return false;
  return (
    !/(?:^|[\s.-])\p{Lu}\.$/u.test(text) ||
    /\p{L}{2},\s?(?:\p{Lu}\.[\s-]?)+$|\p{Lu}\p{L}+\s(?:\p{Lu}[.\s-]?){1,3}\.$/u.test(text)
  );
}
