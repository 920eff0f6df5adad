/** What is left behind the title: journal, book, publisher and place. */
import type { Segments } from './segment.ts';

const PUBLISHED = /\(?((?:\p{Lu}[\p{L}.'’&-]*,?\s?){1,5}(?:,\s?[A-Z]{2})?)\s?:\s(\p{Lu}[^:]{2,80}?)[.,;)]*$/u;
const PUBLISHER =
  /\b(?:press|publish(?:er|ers|ing)|verlag|springer|elsevier|wiley|books|éditions|editions|university|mcgraw-hill|routledge|sage|macmillan|penguin|erlbaum|kaufmann|addison-wesley|prentice[- ]hall|oxford|cambridge|gallimard|academic|blackwell|freeman|pergamon|birkhäuser|dover|norton|harper|random house|inc|ltd|co)\b/iu;
const PLACE =
  /^[\s(,]*(?:\p{Lu}[\p{L}.'’-]*(?:\s(?:am|on|upon|de|la|le|of|the)\s|[\s-])?){1,3}(?:,\s?(?:[A-Z]{2}|\p{Lu}[\p{L}.\s]+))?[.,;:)]*$/u;
const MEETING =
  /^[\s,.]*(?:in:?\s|in\b)|\b(?:proceedings|proc\.|conference|conf\.|symposium|workshop|meeting|congress|lecture notes|handbook|encyclop|advances in|presented at)/iu;

const PERIODICAL =
  /\b(?:journal|transactions|letters|magazine|bulletin|annals|gazette|quarterly|archives|acta|revista|revue|zeitschrift|tribune|newspaper|communications|times)\b|^j\.?\s\p{Lu}/iu;

export function findContainers(segments: Segments, from: number): void {
  const isPeriodical = segments.first('volume') !== undefined || segments.first('pages') !== undefined;
  let hasContainer = false;
  for (const gap of segments.free(from)) {
    const [start, end] = trim(segments.text, gap.start, gap.end);
    const text = segments.text.slice(start, end);
    if (!/\p{L}{2}/u.test(text)) continue;
    // `Night Walks: Maps, Lamps and Shoes, 2(1)`: a colon is no publisher's before a volume.
    const isJournal = !hasContainer && !PUBLISHER.test(text) && besideOf(segments, { start, end, text }) === 'volume';
    if (!isJournal && findPublished(segments, start, text)) {
      hasContainer = true;
      continue;
    }
    hasContainer = label(segments, { start, end, text, isPeriodical, hasContainer }) || hasContainer;
  }
}

interface Gap {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isPeriodical: boolean;
  readonly hasContainer: boolean;
}

/** True where it was a journal or a book. */
function label(segments: Segments, gap: Gap): boolean {
  const { start, end, text, isPeriodical, hasContainer } = gap;
  const beside = hasContainer ? null : besideOf(segments, gap);
  if (beside === 'editor') return splitPlace(segments, start, end, 'container-title');
  if (beside === 'volume') return segments.add(isLongMeeting(text) ? 'container-title' : 'journal', start, end);
  if (MEETING.test(text)) return splitPlace(segments, start, end, 'container-title');
  if (PUBLISHER.test(text)) return splitPlace(segments, start, end, 'publisher');
  if (!hasContainer && isPeriodical) return splitPlace(segments, start, end, 'journal');
  return labelByWords(segments, gap);
}

/** No volume and no pages say what it is in. */
function labelByWords(segments: Segments, { start, end, text, hasContainer }: Gap): boolean {
  if (!hasContainer && PERIODICAL.test(text)) return segments.add('journal', start, end);
  segments.add(PLACE.test(text) ? 'location' : hasContainer ? 'note' : 'publisher', start, end);
  return false;
}

function isLongMeeting(text: string): boolean {
  return /^proc/iu.test(text) && text.length > 60;
}

/** A book follows its editors, and a volume follows its journal. */
function besideOf(
  segments: Segments,
  { start, end, text }: Pick<Gap, 'start' | 'end' | 'text'>,
): 'editor' | 'volume' | null {
  const { all } = segments;
  if (all.some((one) => one.label === 'editor' && one.end <= start && start - one.end < 3)) return 'editor';
  const isBefore = all.some((one) => one.label === 'volume' && one.start >= end && one.start - end < 3);
  return isBefore && !/^[Ii]n\b/u.test(text) ? 'volume' : null;
}

/** `New York: Wiley`, behind whatever stands before it. */
function findPublished(segments: Segments, start: number, text: string): boolean {
  const sentence = Math.max(
    text.lastIndexOf('. ', text.lastIndexOf(':')),
    text.lastIndexOf('(', text.lastIndexOf(':')),
  );
  const from0 = sentence < 0 ? 0 : sentence + 1;
  const inner = PUBLISHED.exec(text.slice(from0).trimStart());
  const found = inner && {
    1: inner[1],
    index: from0 + (text.slice(from0).length - text.slice(from0).trimStart().length) + inner.index,
  };
  if (!found || /^[\s,.]*in:?\s/iu.test(found[1] ?? '')) return false;
  const colon = text.indexOf(':', found.index);
  const before = text.slice(0, found.index);
  segments.add('location', start + found.index, start + colon + 1);
  segments.add(
    'publisher',
    start + colon + 1 + (text.slice(colon + 1).length - text.slice(colon + 1).trimStart().length),
    start + text.length,
  );
  const [from, to] = trim(segments.text, start, start + before.length);
  if (to <= from || !/\p{L}{3}/u.test(segments.text.slice(from, to))) return false;
  return segments.add('container-title', from, to);
}

/** A place at the end, behind the last comma. */
function splitPlace(
  segments: Segments,
  start: number,
  end: number,
  kind: 'container-title' | 'publisher' | 'journal',
): boolean {
  const text = segments.text.slice(start, end);
  const place =
    /[,.]\s((?:\p{Lu}[\p{L}.'’-]*\s?){1,3}(?:,\s(?:[A-Z]{2}|\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?))?[.,;)]*)$/u.exec(text);
  const cut = place && kind !== 'journal' && place.index > 5 ? place.index + 1 : text.length;
  segments.add(kind, start, start + cut);
  if (cut < text.length) segments.add('location', start + cut + 1, end);
  return kind !== 'publisher';
}

function trim(text: string, start: number, end: number): readonly [number, number] {
  const part = text.slice(start, end);
  const lead = /^[\s,.;:)\]]*/u.exec(part)?.[0].length ?? 0;
  return [start + lead, start + part.trimEnd().length];
}
