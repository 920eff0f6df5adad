/**
 * One verb has one subject. `Marta reports to Oskar and lives in Prague` says of Marta where she lives: a name behind which the sentence goes on with
 * `and`, `but` or a comma is no subject of what follows, where an earlier one is. Names in a row (`Marta and Oskar live in Prague`) share a verb.
 */
import type { BasicWord } from './basic-words.ts';
import type { WordMention } from './pairs.ts';
import type { SaidRelation } from './relation-head.ts';

interface Read {
  readonly text: string;
  readonly words: readonly BasicWord[];
  readonly mentions: readonly WordMention[];
}

const AND = new Set(['and', 'but', 'or', 'then']);
const WHO = new Set(['who', 'which', 'whose', 'whom', 'that', 'where']);
/** So sure must be what speaks for the earlier name. */
const LIKELY = 0.3;

export function withOneSubject(said: readonly SaidRelation[], read: Read): SaidRelation[] {
  return said.filter((one) => !said.some((other) => other !== one && takesItsVerb(one, other, read)));
}

function takesItsVerb(one: SaidRelation, other: SaidRelation, read: Read): boolean {
  if (other.confidence < LIKELY) return false;
  return (['head', 'tail'] as const).some((side) => isOfEarlier(one, other, side, read));
}

/** Both lead to what stands on one side of `one`, `other` from an earlier name, and behind the later one a new part of the sentence begins. */
function isOfEarlier(one: SaidRelation, other: SaidRelation, side: 'head' | 'tail', read: Read): boolean {
  const shared = one[side];
  const across = side === 'head' ? 'tail' : 'head';
  const sameSide = other[side] === shared;
  if (!sameSide && other[across] !== shared) return false;
  const [earlier, later] = [sameSide ? other[across] : other[side], one[across]];
  if (!areInOrder(read, [earlier, later, shared])) return false;
  const joint = jointBehind(read, read.mentions[later] as WordMention);
  return joint === 'and' || (joint === 'comma' && sameSide && one.type === other.type);
}

/** One behind the other, with words between the last two, and the first two are not in a row. */
function areInOrder(read: Read, places: readonly [number, number, number]): boolean {
  const [x, y, z] = places.map((place) => read.mentions[place]) as [WordMention, WordMention, WordMention];
  return x !== y && x.to <= y.from && y.to < z.from && !areInRow(read, x, y);
}

function wordAt({ text, words }: Read, place: number): string {
  const { start, end } = words[place] ?? { start: 0, end: 0 };
  return text.slice(start, end).toLowerCase();
}

/** What the sentence goes on with behind a name, unless that is another name or says who the name is. */
function jointBehind(read: Read, { to }: WordMention): 'and' | 'comma' | undefined {
  const isComma = wordAt(read, to) === ',';
  const behind = isComma ? to + 1 : to;
  const word = wordAt(read, behind);
  const isAnd = AND.has(word);
  const next = isAnd ? behind + 1 : behind;
  if (WHO.has(wordAt(read, next)) || read.mentions.some(({ from }) => from === next)) return undefined;
  return isAnd ? 'and' : isComma ? 'comma' : undefined;
}

/** Nothing but names, commas and `and` from the one to the other. */
function areInRow(read: Read, x: WordMention, y: WordMention): boolean {
  for (let place = x.to; place < y.from; place++) {
    const isName = read.mentions.some(({ from, to }) => place >= from && place < to);
    if (!isName && ![',', 'and', 'or', '&'].includes(wordAt(read, place))) return false;
  }
  return true;
}
