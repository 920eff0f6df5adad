/**
 * Two things named in one sentence, and what about the two the head for relations is told beside the states of the words: what they are, what
 * stands between them, whether the sentence asks, doubts or denies. The head was trained on these very numbers: changing one means training
 * it anew.
 */
import type { BasicWord } from './basic-words.ts';
import { beginsClause } from './clauses.ts';
import type { WordRange } from './sentences.ts';

export const MENTION_KINDS = [
  'PER',
  'ORG',
  'LOC',
  'TECH',
  'WORK',
  'EVENT',
  'MISC',
  'NAT',
  'TIME',
  'VERSION',
  'OTHER',
] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** A name, or a thing known by its spelling. */
export interface WordMention extends WordRange {
  readonly kind: MentionKind;
}

/** Places in the list of mentions. Every two of a sentence make two pairs, but for those that nothing can be said of. */
export interface Pair {
  readonly head: number;
  readonly tail: number;
  /** The words between the two, the few before the first and the few behind the second, within the sentence. */
  readonly between: WordRange;
  /** Of the words between those behind the last thing that is named there: they say more of the two than the rest. */
  readonly near: WordRange;
  readonly before: WordRange;
  readonly after: WordRange;
  readonly small: readonly number[];
  /** How many words the sentence has, and how many other things it names. */
  readonly sentence: { readonly words: number; readonly others: number };
  /** Something should or might be so: then it is not said to be. */
  readonly isOpen: boolean;
}

const NEAR_WORDS = 3;
const FARTHEST = 40;
const DENIALS = new Set(
  'not no never nobody none neither nor without cannot hardly denies denied denying cant dont doesnt didnt wont isnt wasnt'.split(
    ' ',
  ),
);
/** What follows is thought, wished or told by somebody. */
export const DOUBTS: ReadonlySet<string> = new Set(
  'if whether unless maybe perhaps might may could should would wish wishes wished hope hopes hoped doubt doubts suppose supposedly supposed apparently allegedly rumour rumor rumours rumors says said say saying tell tells told claim claims claimed think thinks thought believe believes heard hear according imagine wonder wonders wondering ask asks asked want wants wanted plan plans planning planned thinking considering try tries tried refuse refuses dream dreams check guess probably possibly likely'.split(
    ' ',
  ),
);

/** Of the words of doubt those that leave open whatever they stand with. */
const OPEN = new Set(['should', 'might', 'could', 'shall']);

const WHO = new Set(['who', 'which', 'whose', 'whom', 'that']);
const AND = new Set(['and', 'but', 'or', '&', 'then', 'while']);

export interface Named {
  readonly mentions: readonly WordMention[];
  /** Whether anything could be said of two things of these kinds. */
  readonly canSay: (head: MentionKind, tail: MentionKind) => boolean;
  /** Whether the two are worth a look, by their places in the list; any two, unless it is said. */
  readonly areTwo?: (head: number, tail: number) => boolean;
}

export function pairsOf(
  text: string,
  words: readonly BasicWord[],
  sentences: readonly WordRange[],
  { mentions, canSay, areTwo = () => true }: Named,
): Pair[] {
  const lower = words.map(({ start, end }) => text.slice(start, end).toLowerCase());
  return sentences.flatMap((sentence) => {
    const inside = mentions.flatMap((mention, place) => (isWithin(mention, sentence) ? [place] : []));
    const others = inside.map((place) => mentions[place] as WordMention);
    const clauses = others.filter((mention) => beginsClause(lower, mention, others));
    return inside.flatMap((head) =>
      inside.flatMap((tail) => {
        const ends = [mentions[head], mentions[tail]] as [WordMention, WordMention];
        if (head === tail || !canSay(ends[0].kind, ends[1].kind) || !areApart(...ends) || !areTwo(head, tail))
          return [];
        return [toPair(lower, sentence, { others, clauses }, { head, tail, ends })];
      }),
    );
  });
}

interface Ends {
  readonly head: number;
  readonly tail: number;
  readonly ends: readonly [WordMention, WordMention];
}

/** What else the sentence names, and which of it begins a clause of its own. */
interface Around {
  readonly others: readonly WordMention[];
  readonly clauses: readonly WordMention[];
}

function isWithin({ from, to }: WordRange, sentence: WordRange): boolean {
  return from >= sentence.from && to <= sentence.to;
}

function areApart(one: WordRange, other: WordRange): boolean {
  const gap = one.from < other.from ? other.from - one.to : one.from - other.to;
  return gap >= 0 && gap <= FARTHEST;
}

function toPair(
  lower: readonly string[],
  sentence: WordRange,
  { others, clauses }: Around,
  { head, tail, ends: [one, other] }: Ends,
): Pair {
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  const between = { from: first.to, to: second.from };
  const near = nearOf(between, others);
  const before = { from: Math.max(sentence.from, first.from - NEAR_WORDS), to: first.from };
  const after = { from: second.to, to: Math.min(sentence.to, second.to + NEAR_WORDS) };
  const [left, middle, right] = [
    { from: sentence.from, to: first.from },
    between,
    { from: second.to, to: sentence.to },
  ] as const;
  const some = (range: WordRange, set: ReadonlySet<string>) =>
    Number(
      lower.slice(range.from, range.to).some((word) => set.has(word)) ||
        (set === DENIALS && hasContracted(lower, range)),
    );
  const named = (range: WordRange) => Math.min(3, others.filter((mention) => isWithin(mention, range)).length) / 3;
  const small = [
    ...kindOf(one),
    ...kindOf(other),
    Math.log1p(between.to - between.from) / 3,
    Number(lower[sentence.to - 1] === '?'),
    some(left, DENIALS),
    some(middle, DENIALS),
    some(right, DENIALS),
    some(left, DOUBTS),
    some(middle, DOUBTS),
    some(right, DOUBTS),
    named(left),
    named(middle),
    named(right),
    Number(isPossessive(lower, first.to)),
    Number(lower.slice(between.from, between.to).includes(',')),
    Number(between.to === between.from),
    ...joinsOf(lower, between),
    some(left, WHO),
    some(middle, WHO),
    Number(clauses.some((mention) => isWithin(mention, between))),
    Number(clauses.includes(second)),
  ];
  const around = { words: sentence.to - sentence.from, others: others.length - 2 };
  const isOpen = some(between, OPEN) + some(before, OPEN) > 0;
  return { head, tail, between, near, before, after, small, sentence: around, isOpen };
}

/** All of them where nothing is named between, or nothing stands behind what is. */
function nearOf(between: WordRange, others: readonly WordMention[]): WordRange {
  const ends = others.filter((mention) => isWithin(mention, between)).map(({ to }) => to);
  const from = Math.max(between.from, ...ends);
  return from < between.to ? { from, to: between.to } : between;
}

/** How the text goes on behind the first of the two: whose the next verb is hangs on that. */
function joinsOf(lower: readonly string[], { from, to }: WordRange): number[] {
  const [next, second] = lower.slice(from, Math.min(to, from + 2));
  const isWho = WHO.has(next ?? '') || (next === ',' && WHO.has(second ?? ''));
  return [Number(next === ',' && !isWho), Number(AND.has(next ?? '')), Number(isWho)];
}

function kindOf({ kind }: WordMention): number[] {
  return MENTION_KINDS.map((one) => Number(one === kind));
}

/** `doesn't` comes as three words. */
function hasContracted(lower: readonly string[], { from, to }: WordRange): boolean {
  for (let i = from; i < to; i++)
    if (lower[i] === 't' && (lower[i - 1] === "'" || lower[i - 1] === '’') && lower[i - 2]?.endsWith('n')) return true;
  return false;
}

function isPossessive(lower: readonly string[], at: number): boolean {
  return (lower[at] === "'" || lower[at] === '’') && lower[at + 1] === 's';
}
