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

/** Both lead to the same thing, `other` from the earlier name, and behind the later one a new part of the sentence begins. */
function takesItsVerb(one: SaidRelation, other: SaidRelation, read: Read): boolean {
  const { mentions } = read;
  if (other.confidence < LIKELY) return false;
  for (const [later, shared] of [
    [one.head, one.tail],
    [one.tail, one.head],
  ] as const) {
    const earlier = other.head === shared ? other.tail : other.tail === shared ? other.head : undefined;
    if (earlier === undefined || earlier === later) continue;
    const [x, y, z] = [mentions[earlier], mentions[later], mentions[shared]] as [WordMention, WordMention, WordMention];
    if (x.to > y.from || y.to >= z.from || areInRow(read, x, y)) continue;
    const joint = jointBehind(read, y);
    const isAlike = one.type === other.type && (one.head === shared) === (other.head === shared);
    if (joint === 'and' || (joint === 'comma' && isAlike)) return true;
  }
  return false;
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
