/** What can be told by its shape alone, wherever it stands: numbers, ids, dates, pages, volumes, editors, editions. */
import { isOnlyPeople } from './find-people.ts';
import type { Segments, SegmentLabel } from './segment.ts';

const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|fall|autumn|winter|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)`;
const YEAR = String.raw`(?:1[5-9]|20)\d\d`;
const RANGE = String.raw`[a-zA-Z]{0,2}\d+\s?[-\u2010-\u2015\u2212]+\s?[a-zA-Z]{0,2}\d+`;

interface Mark {
  readonly label: SegmentLabel;
  readonly form: RegExp;
  /** Only the first of them; else all. */
  readonly once?: true;
}

/** In this order: what was found first keeps its place. */
const MARKS: readonly Mark[] = [
  {
    label: 'citation-number',
    form: /^\s*(?:\[[\p{L}\d+.\s-]{1,12}\]|\(?\d{1,4}\s?[.)](?=\s)|\d{1,3}(?=\s\p{Lu}))/giu,
    once: true,
  },
  { label: 'doi', form: /(?:\bdoi\s?[:.]?\s?)?(?:https?:\/\/(?:dx\.)?doi\.org\/)?\b10\.\d{4,9}\/[^\s,;]+[^\s,;.]/giu },
  {
    label: 'url',
    form: /(?:\burl\s?:?\s?)?<?(?:https?|ftp):\s?\/\/[^\s>]+(?:\s[^\s>]*\/[^\s>]*)?>?|\bwww\.[^\s>]+/giu,
  },
  { label: 'isbn', form: /\bisbn(?:-1[03])?:?\s?[\dX-]{10,17}\.?/giu },
  {
    label: 'note',
    form: /[[(]?\b(?:retrieved|accessed|available (?:at|from|online)|last accessed|consulted)\b[^[(]*?(?=https?:|www\.|$|[\])])[\])]?/giu,
  },
  { label: 'note', form: /\[?\barxiv\s?:\s?[\w.\-/]+(?:\s?\[[\w.-]+\])?\]?\.?|\[?\bPMC?ID:?\s?(?:PMC)?\d+\]?\.?/giu },
  {
    label: 'edition',
    form: /[,(]?\s?(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|revised|rev\.|new|\d+\.)\s(?:ed(?:ition|n)?\b\.?|vyd\.|Aufl(?:age)?\.?)\)?[,.]?/giu,
  },
  {
    label: 'editor',
    form: /(?<=[.,?!;"”]\s)in:?\s(?:\p{Lu}[^()]{2,120}?)[,\s]\(?(?:eds?\.?|editors?)\)?[,.:]*(?=\s|$)/gu,
  },
  {
    label: 'editor',
    form: /\bIn:?\s(?:\p{Lu}[^()]{2,120}?)[,\s]\(?(?:[Ee]ds?\b\.?|[Ee]ditors?|Hrsg\.?)\)?[,.:]*(?=\s|$)/gu,
  },
  {
    label: 'editor',
    form: /[,(]?\s?\b(?:edited by|ed\. by|eds?\.)\s(?:\p{Lu}[^()]{2,100}?)(?:[.,)](?=\s\p{Lu}\p{Ll}{3}|\s\(|\s\d|$)|(?=\s\())/giu,
  },
  {
    label: 'note',
    form: /[[(]?\b(?:edited and )?(?:translated|trans\.|traduit|traducción|übersetzt)\s(?:\p{L}+\s)?(?:by|par|por|von)\s(?:[^.()]|\b\p{Lu}\.){3,120}[.)]+(?=\s|$)|\[(?:dvd|cd|video|film|motion picture|television [^\]]{3,30}|computer software|data ?set|brochure|abstract|letter|review [^\]]{3,60})\][.,]?/giu,
  },
  {
    label: 'genre',
    form: /[([]?\b(?:ph\.?\s?d\.?|doctoral|master'?s?|m\.?sc\.?|bachelor'?s?|unpublished|diploma)\s(?:\p{L}+\s)?(?:thesis|dissertation)[)\]]?[,.]?|\b(?:technical|tech\.?|research)\s(?:report|rep\.?|memorandum)(?:\s(?:no\.?\s?|#)?(?:[A-Z]+[\s-])?[\w/-]*\d[\w/-]*)?[,.]?/giu,
  },
];

export function findMarks(segments: Segments): void {
  for (const { label, form, once } of MARKS) {
    for (const match of segments.text.matchAll(form)) {
      // `Smith, J., ed. A title`: what they were, not whom somebody else was.
      if (label === 'editor' && isOnlyPeople(segments.text.slice(0, match.index))) continue;
      const lead = match[0].length - match[0].trimStart().length;
      segments.add(label, match.index + lead, match.index + match[0].length);
      if (once) break;
    }
  }
  findDates(segments, DATES.slice(0, SAFE));
  findPages(segments);
  findDates(segments, DATES.slice(SAFE));
  findVolume(segments);
}

const PAGES: readonly RegExp[] = [
  new RegExp(String.raw`[(,]?\s?\b(?:pp?|pages?|pgs?|S|s)\s?[.:]?\s?${RANGE}\)?[.,;)]*`, 'gu'),
  new RegExp(String.raw`\b(?:pp?|pages?)\s?[.:]?\s?\d+(?:\s?ff?\.)?\)?[.,;)]*`, 'gu'),
  new RegExp(String.raw`(?<=[:,;]\s?|\)\s?|\s)${RANGE}(?:,${RANGE})*(?:[.,;)]+|(?=\s|$))`, 'gu'),
  // `431 (2001) 288`; `8, 3 (June 1981), 140318`.
  new RegExp(
    String.raw`(?<=\d\s?\((?:(?:${MONTH})\.?\s)?${YEAR}\)\s?[,:]?\s?)[a-zA-Z]{0,2}\d{1,7}(?=[.,;\s[]|$)[.,;]*`,
    'giu',
  ),
  /(?<=\d\s?(?:\(\d+\))?\s?[:,]\s?)[a-zA-Z]?\d{1,7}(?=\s?[.,;(]|\s*$)[.,;]*/gu,
  // `33 218`, and the year is told before.
  /(?<=\p{L}[.)]?\s[A-Z]?\d{1,4}\s)[A-Z]{0,2}\d{1,7}(?=[.\s]*$|\s\[)[.,;]*/gu,
];

function findPages(segments: Segments): void {
  const isDated = segments.first('date') !== undefined;
  for (const form of PAGES) {
    const found = [...segments.text.matchAll(form)].filter(
      ({ 0: match }) => !isYears(match) && (isDated || !isLoneYear(match)),
    );
    // The last range is of pages: one before it may be of years or of a title.
    for (const match of found.toReversed()) {
      const lead = match[0].length - match[0].replace(/^[\s,]+/u, '').length;
      if (segments.add('pages', match.index + lead, match.index + match[0].length)) return;
    }
  }
}

/** `1939-1945` is a span of time. */
function isYears(text: string): boolean {
  const [, from, to] = /^\D*(\d{4})\s?[-\u2010-\u2015]\s?(\d{4})\D*$/u.exec(text) ?? [];
  return from !== undefined && to !== undefined && /pp?\b|pages/iu.test(text) === false && isYear(from) && isYear(to);
}

/** `arXiv:1311.0042, 2013`: behind a comma, and nothing says that it is a page. */
function isLoneYear(text: string): boolean {
  return isYear(text.replaceAll(/[\s.,;()]/gu, '')) && text.trim().length < 7;
}

function isYear(text: string): boolean {
  return /^(?:1[6-9]|20)\d\d$/u.test(text);
}

const DATES: readonly RegExp[] = [
  new RegExp(
    String.raw`\(\s?(?:c\.\s?)?${YEAR}[a-z]?(?:\s?[-/–]\s?\d{2,4})?(?:,?\s(?:${MONTH})[^)]{0,12})?\s?(?:\[\d{4}\])?\)\s?[:.,;]*`,
    'giu',
  ),
  new RegExp(String.raw`\(\s?(?:${MONTH})\.?(?:\s\d{1,2},?)?\s?${YEAR}\s?\)\s?[:.,;]*`, 'giu'),
  new RegExp(
    String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)?(?:\s?[-–]\s?\d{1,2})?\s)?(?:${MONTH})\.?(?:\s\d{1,2}(?:\s?[-–]\s?\d{1,2})?,?)?,?\s${YEAR}[a-z]?\)?[.,;:)]*`,
    'giu',
  ),
  new RegExp(String.raw`(?<![\d\-–:/])${YEAR}[a-z]?(?:\s?[-/–]\s?\d{2}(?!\d))?(?!\s?[-–]\s?\d|\d)\)?\s?[.,;:)]*`, 'gu'),
  /\(?\b(?:in press|forthcoming|to appear|n\.d\.|submitted|unpublished)\)?[.,]*/giu,
];

/** In brackets, or with a month: nothing else looks so. */
const SAFE = 3;

/** The first in brackets, else the last: titles have years, too. */
function findDates(segments: Segments, forms: readonly RegExp[]): void {
  if (segments.first('date')) return;
  if (forms.length === SAFE) addYearOfPeople(segments);
  for (const form of forms) {
    const found = [...segments.text.matchAll(form)].filter(({ index, 0: text }) =>
      segments.isFree(index, index + text.length),
    );
    const early = found.find(({ index }) => isBehindPeople(segments.text, index));
    const match = early ?? (found[0]?.[0].startsWith('(') ? found[0] : found.at(-1));
    if (match && segments.add('date', match.index, match.index + match[0].trimEnd().length)) return;
  }
}

const YEAR_OF_PEOPLE = new RegExp(String.raw`(?<=[.,)\]]\s)${YEAR}[a-z]?[.,:]`, 'gu');

/** `Ada Smith. 1974. A title. Journal 6, 2 (1974)`: as the ACM has it, twice. */
function addYearOfPeople(segments: Segments): void {
  const [first] = segments.text.matchAll(YEAR_OF_PEOPLE);
  if (first && isOnlyPeople(segments.text.slice(0, first.index)))
    segments.add('date', first.index, first.index + first[0].length);
}

/** `Smith J, 1927, …` and `Smith, J. 1993. …`: close to the beginning, behind initials or a name. */
function isBehindPeople(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return (
    before.length < 250 &&
    /(?:\p{Lu}\.|\p{Lu}{1,3}|\p{L}{3,})[.,:)]*\s\(?$/u.test(before) &&
    !/\s(?:of|in|the|for|and|on|with)\s[\p{Ll}]/u.test(before)
  );
}

const VOLUMES: readonly RegExp[] = [
  /[,(]?\s?\b(?:[Vv]ol(?:ume|s)?|VOL|v|Bd|Band|t|tome|roč)(?:\s?\.\s?|\s)(?:[A-Z]?\d+|[A-Z]{1,4}-\d+|[IVXLC]+(?![\p{L}]))(?:\s?\(\d[\d\-–/]*\))?(?:,?\s?(?:[Nn]o|[Nn]r|[Ii]ssue|num|[Nn]umber|iss|n°|č)\s?\.?\s?\d[\d\-–/]*)?\)?[,.:;]*/gu,
  /(?<=[\p{L}.,;*)]\s?)[A-Z]?\d{1,4}\s?\(\s?(?:no\.?\s?)?[\d\p{L}][\d\-–/\p{L}.,\s]{0,8}\)\s?[:,;.]*/gu,
  /(?<=[\p{L}.,*;)]\s?)[A-Z]?\d{1,4}\s?[:,;](?=\s?(?:[a-zA-Z]?\d|pp?\b))/gu,
  /(?<=[\p{L}.)]\s)[A-Z]?\d{1,4},?(?=\s\(?(?:1[89]|20)\d\d|\s[a-zA-Z]?\d+)/gu,
  /[,(]?\s?\b(?:no|nr|issue|number|n°)\s?\.?\s?\d[\d\-–/]*\)?[,.:;]*/giu,
];

function findVolume(segments: Segments): void {
  for (const form of VOLUMES) {
    for (const match of [...segments.text.matchAll(form)].toReversed()) {
      const lead = match[0].length - match[0].replace(/^[\s,(]+/u, '').length;
      if (/^\s?(?:1[89]|20)\d\d\b/u.test(match[0])) continue;
      if (segments.add('volume', match.index + lead, match.index + match[0].trimEnd().length)) return;
    }
  }
}
