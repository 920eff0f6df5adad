/** Names found by the head and things known by their spelling, as one row of mentions that do not overlap. */
import type { Thing } from '../patterns/pattern.ts';
import { isAcronym } from '../short-form.ts';
import type { BasicWord } from './basic-words.ts';
import type { TaggedName } from './name-head.ts';
import type { MentionKind, WordMention } from './pairs.ts';

export interface PlacedMention extends WordMention {
  readonly start: number;
  readonly end: number;
  /** The graph's word for what it is. */
  readonly type: string;
  readonly confidence: number;
}

const TYPES: Readonly<Partial<Record<MentionKind, string>>> = {
  PER: 'person',
  ORG: 'organization',
  LOC: 'place',
  TECH: 'technology',
  WORK: 'work',
  EVENT: 'event',
  MISC: 'concept',
  NAT: 'nationality',
};
const KINDS: Readonly<Record<string, MentionKind>> = { date: 'TIME', version: 'VERSION', package: 'TECH' };
/** Have a date in their name: `2002 Winter Olympics`. */
const DATED: ReadonlySet<MentionKind> = new Set(['EVENT', 'WORK']);
const TITLES = new Set(
  'mr mrs ms miss dr prof professor sir lord lady uncle aunt grandma grandpa sister father pastor president'.split(' '),
);
/** What stands at the ends of a name and is none of it. */
const CAPITALS = /^\p{Lu}[\p{Lu}\p{N}]{1,7}$/u;
const LOOSE = /^[^\p{L}\p{N}]+$/u;
/** A name as likely as not is as sure as the graph wants it by default. */
const EVEN = 0.7;

export function placeMentions(
  text: string,
  words: readonly BasicWord[],
  names: readonly TaggedName[],
  things: readonly Thing[],
): PlacedMention[] {
  const kept = new Set(things);
  const placed = names.flatMap((name) => placeName({ text, words }, name, things, kept));
  const others = [...kept].flatMap((thing) => placeThing(words, thing));
  const all = [...placed, ...others].sort((a, b) => a.start - b.start);
  return all.flatMap((mention, i) => [mention, ...acronymBehind(text, words, mention, all[i + 1])]);
}

/** `World Health Organization (WHO)`: the short form is a name, whatever word it looks like. */
function acronymBehind(
  text: string,
  words: readonly BasicWord[],
  mention: PlacedMention,
  next: PlacedMention | undefined,
): PlacedMention[] {
  const [open, short, close] = words.slice(mention.to, mention.to + 3);
  if (!open || !short || !close || (next && next.start < close.end)) return [];
  const written = text.slice(short.start, short.end);
  const isBracketed = text.slice(open.start, open.end) === '(' && text.slice(close.start, close.end) === ')';
  const isShort = isBracketed && CAPITALS.test(written) && isAcronym(written, text.slice(mention.start, mention.end));
  return isShort ? [{ ...mention, ...short, from: mention.to + 1, to: mention.to + 2 }] : [];
}

interface Written {
  readonly text: string;
  readonly words: readonly BasicWord[];
}

/** Things that lie in the name leave it, with what stands behind them, unless they are part of it. */
function placeName(all: Written, name: TaggedName, things: readonly Thing[], kept: Set<Thing>): PlacedMention[] {
  const { words } = all;
  const { kind, likely } = name;
  const [start, end] = [(words[name.from] as BasicWord).start, (words[name.to - 1] as BasicWord).end];
  const inside = things.filter((thing) => thing.start < end && thing.end > start);
  const isDated = DATED.has(kind) && inside.every((thing) => thing.type === 'date');
  if (isDated) for (const thing of inside) kept.delete(thing);
  const first = isDated ? undefined : inside[0];
  const to = first ? words.findIndex((word) => word.end > first.start) : name.to;
  const { from, to: last } = trimmed(all, { ...name, to });
  if (from >= last) return [];
  const span = { start: (words[from] as BasicWord).start, end: (words[last - 1] as BasicWord).end };
  return [{ ...span, from, to: last, kind, type: TYPES[kind] as string, confidence: surenessOf(likely) }];
}

/** Without signs at its ends, a possessive, articles and titles. */
function trimmed(all: Written, name: TaggedName): TaggedName {
  let { from, to } = name;
  while (to > from && LOOSE.test(wordAt(all, to - 1)) && !isStop(all, to - 1)) to--;
  if (to - from > 2 && wordAt(all, to - 1) === 's' && /^['’]$/u.test(wordAt(all, to - 2))) to -= 2;
  while (from < to && (LOOSE.test(wordAt(all, from)) || isLead(all, { ...name, from, to }))) from++;
  return { ...name, from, to };
}

function wordAt({ text, words }: Written, at: number): string {
  return text.slice(words[at]?.start, words[at]?.end);
}

/** `Inc.`: the stop is part of the name where the text goes on. */
function isStop({ text, words }: Written, at: number): boolean {
  const { start, end } = words[at] as BasicWord;
  return text.slice(start, end) === '.' && /^\s*[\p{Ll},]/u.test(text.slice(end)) && words[at - 1]?.end === start;
}

/** `the` before a name, and a person's title with its stop. */
function isLead(all: Written, { from, to, kind }: TaggedName): boolean {
  if (to - from < 2) return false;
  const word = wordAt(all, from);
  if (word === 'the' || (word === 'The' && kind !== 'WORK')) return true;
  return kind === 'PER' && TITLES.has(word.toLowerCase());
}

function surenessOf(likely: number): number {
  return likely < 0.5 ? likely * 2 * EVEN : EVEN + (likely - 0.5) * 2 * (1 - EVEN);
}

function placeThing(words: readonly BasicWord[], { start, end, type, confidence }: Thing): PlacedMention[] {
  const from = words.findIndex((word) => word.end > start);
  const to = words.findLastIndex((word) => word.start < end) + 1;
  if (from < 0 || to <= from) return [];
  return [{ start, end, from, to, kind: KINDS[type] ?? 'OTHER', type, confidence }];
}
