/** The title, and what it appeared in: in quotes, or up to the first end of a sentence, and then what is left. */
import { publisherAt } from './publisher-words.ts';
import type { Segments } from './segment.ts';

/** Each with what closes it: quotes within quotes end nothing. */
const QUOTES = [
  ['["„]', '["”“]'],
  ['“', '[”"]'],
  ['«', '»'],
  ['‘', '’'],
  ["(?:``|'')", "(?:''|``)"],
] as const;
const QUOTED = new RegExp(
  String.raw`^[\s,.:;(]*(?:${QUOTES.map(([open, close]) => `${open}.{3,400}?${close}`).join('|')})(?=[\s.,;:)]|$)[.,;:]*`,
  'u',
);
/** What ends a title: not the period of an abbreviation or an initial. */
const SENTENCE =
  /(?<!\b(?:\p{Lu}|vs|no|vol|pp|ed|eds|al|St|Dr|Mr|cf|ca|e\.g|i\.e|Proc|Conf|Int|Univ|Dept))[.?!](?:["”'’])?(?=\s|$)/u;
const CONTAINER =
  /[,.?!;"”]\s(?=(?:[Ii]n:?\s["“]?(?:\p{Lu}|the\s\p{Lu}|\d)|Proc(?:eedings|\.)\s|[Pp]resented at\s|Paper presented))/u;
/** `J. Opt. Soc. Am.`: words that are cut short, behind a comma. */
const ABBREVIATED = /,\s(?:\p{Lu}[\p{L}]{0,6}\.\s?){1,5}$/u;

export function findTitle(segments: Segments, from: number): number {
  const { text } = segments;
  const quoted = QUOTED.exec(text.slice(from));
  if (quoted) {
    const lead = quoted[0].length - quoted[0].replace(/^[\s,.:;(]+/u, '').length;
    if (segments.add('title', from + lead, from + quoted[0].length)) return from + quoted[0].length;
  }
  const [gap] = segments.free(from);
  if (!gap) return from;
  const start = gap.start + (/^[\s,.;:)]*/u.exec(text.slice(gap.start, gap.end))?.[0].length ?? 0);
  const end = titleEnd(text.slice(start, gap.end), text.slice(gap.end));
  segments.add('title', start, start + end);
  return start + end;
}

function titleEnd(free: string, rest: string): number {
  const container = CONTAINER.exec(free);
  const sentence = sentenceEnd(free);
  if (container && container.index > 5 && (sentence === null || container.index < sentence))
    return trimmed(free, container.index + 1);
  if (sentence === null || sentence >= free.trimEnd().length) return commaEnd(free, rest);
  const short = ABBREVIATED.exec(free.slice(0, sentence));
  if (short && short.index > 8) return short.index + 1;
  return isBook(free.slice(sentence), rest) ? bookEnd(free, sentence) : sentence;
}

/** A question ends a title only where no other end comes. */
function sentenceEnd(free: string): number | null {
  const ends = [...free.matchAll(new RegExp(SENTENCE.source, 'gu'))].filter(({ index }) => index > 3);
  const first = ends.find(({ 0: mark }) => mark.startsWith('.')) ?? ends[0];
  return first ? first.index + first[0].length : null;
}

/** Nothing but a publisher, or an editor, follows: a second sentence is still of the title. */
function isBook(behind: string, rest: string): boolean {
  return (
    /^\s(?:\p{Lu}|\d)[^:]*\.\s(?:\p{Lu}[\p{L}.'’-]*,?\s?){1,4}:\s*\p{Lu}/u.test(behind) ||
    (/[.?!]\s*$/u.test(behind) && /^\s*[Ii]n:?\s/u.test(rest))
  );
}

function bookEnd(free: string, from: number): number {
  const published = /\.\s(?=(?:\p{Lu}[\p{L}.'’-]*,?\s?){1,4}:\s*\p{Lu}[^:]*$)/u.exec(free.slice(from));
  return published ? from + published.index + 1 : free.trimEnd().length;
}

/** Styles with commas alone: the comma before what must be the name of a journal, a publisher or a place. */
function commaEnd(free: string, rest: string): number {
  const publisher = publisherAt(free);
  const before = publisher === -1 ? -1 : Math.max(free.lastIndexOf(',', publisher), free.lastIndexOf('(', publisher));
  if (before > 5) return before + 1;
  const isFollowed = /^\s*[\d(]|^\s*(?:vol|pp|no)\b/iu.test(rest);
  const place = /[,(]\s?(?=\(?(?:\p{Lu}[\p{L}.&'’-]*[\s,]*){1,5}[:,]?\s*(?:\p{Lu}[\p{L}.&'’-]*\s?)*[,.(]?\s*$)/u.exec(
    free,
  );
  if (isFollowed && place && place.index > 8) return place.index + 1;
  const comma = free.lastIndexOf(',', free.trimEnd().length - 2);
  if (isFollowed && comma > 8 && /^\s?\p{Lu}/u.test(free.slice(comma + 1))) return comma + 1;
  return free.trimEnd().length;
}

function trimmed(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}
