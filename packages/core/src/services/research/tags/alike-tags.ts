/**
 * Tags that seem to be one: spelt alike, of one word in singular and plural, short and long for the same, or typed with a slip. Each is
 * looked up by what it would have in common with another, so that many tags are no longer work than few.
 */
import { fold, tagKey } from '../library/keep/keys.ts';

export interface TagUse {
  readonly tag: string;
  readonly papers: number;
}

const KINDS = ['spelling', 'plural', 'abbreviation', 'typing'] as const;
type Kind = (typeof KINDS)[number];

/** Tags that should be one; the first is the one to keep. */
export interface TagGroup {
  readonly keep: string;
  readonly merge: readonly string[];
  readonly why: Kind;
  readonly papers: number;
}

/** The most used of a group is kept; a tag is in one group at most. `tags` are in the order of their use. */
export function groupsOf(tags: readonly TagUse[]): TagGroup[] {
  const lookups = KINDS.map((why) => ({ why, lookup: new Lookup(tags, KEYS[why]) }));
  const groups: TagGroup[] = [];
  const taken = new Set<TagUse>();
  for (const first of tags) {
    if (taken.has(first)) continue;
    for (const { why, lookup } of lookups) {
      const isAlike = why === 'typing' ? isSlipOf : isAnother;
      const alike = lookup.likely(first).filter((one) => !taken.has(one) && isAlike(first, one));
      if (alike.length === 0) continue;
      groups.push(groupOf([first, ...alike], why));
      for (const one of [first, ...alike]) taken.add(one);
      break;
    }
  }
  return groups;
}

/** What an abbreviation stands for says more than it does. */
function groupOf(tags: readonly TagUse[], why: Kind): TagGroup {
  const longest = tags.toSorted((one, other) => other.tag.length - one.tag.length);
  const [keep, ...merge] = why === 'abbreviation' ? longest : tags;
  const papers = merge.reduce((sum, one) => sum + one.papers, 0);
  return { keep: keep?.tag ?? '', merge: merge.map(({ tag }) => tag), why, papers };
}

/** By what a tag is found, and by what it finds others. */
interface Keys {
  readonly has: readonly string[];
  readonly asks: readonly string[];
}

const KEYS: Readonly<Record<Kind, (tag: string) => Keys>> = {
  spelling: (tag) => both([joined(tag)]),
  plural: (tag) => both([singular(tag)]),
  abbreviation: abbreviationKeys,
  typing: (tag) => both(withoutOneLetter(joined(tag))),
};

function both(keys: readonly string[]): Keys {
  return { has: keys, asks: keys };
}

class Lookup {
  readonly #keys: ReadonlyMap<TagUse, Keys>;
  readonly #places = new Map<string, number[]>();
  readonly #tags: readonly TagUse[];

  constructor(tags: readonly TagUse[], keysOf: (tag: string) => Keys) {
    this.#tags = tags;
    this.#keys = new Map(tags.map((one) => [one, keysOf(one.tag)]));
    for (const [place, one] of tags.entries())
      for (const key of this.#keys.get(one)?.has ?? []) {
        const places = this.#places.get(key);
        if (places) places.push(place);
        else this.#places.set(key, [place]);
      }
  }

  /** In the order of their use. */
  likely(tag: TagUse): TagUse[] {
    const places = new Set((this.#keys.get(tag)?.asks ?? []).flatMap((key) => this.#places.get(key) ?? []));
    return [...places].toSorted((one, other) => one - other).flatMap((place) => this.#tags[place] ?? []);
  }
}

function isAnother(one: TagUse, other: TagUse): boolean {
  return one !== other;
}

function isSlipOf(one: TagUse, other: TagUse): boolean {
  return isAnother(one, other) && isSlip(joined(one.tag), joined(other.tag));
}

function joined(tag: string): string {
  return tagKey(tag).replaceAll(' ', '');
}

/** Of the last word, as English makes them. */
function singular(tag: string): string {
  return fold(tag)
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxz]|ch|sh)es$/, '')
    .replace(/(?<=[^su])s$/, '');
}

const FEWEST_INITIALS = 3;

/** Capitals look for words that begin so, and words for their capitals. */
function abbreviationKeys(tag: string): Keys {
  const words = fold(tag).split(' ');
  const initials = words.length < FEWEST_INITIALS ? [] : [words.map((word) => word[0] ?? '').join('')];
  const capitals = /^\p{Lu}+s?$/u.test(tag) ? [fold(tag).replace(/s$/, '')] : [];
  const short = capitals.map((key) => `short ${key}`);
  const long = initials.map((key) => `long ${key}`);
  return {
    has: [...short, ...long],
    asks: [...capitals.map((key) => `long ${key}`), ...initials.map((key) => `short ${key}`)],
  };
}

const LONG_ENOUGH = 8;

/** Words with one letter more, less, other or exchanged have one of these in common. */
function withoutOneLetter(word: string): string[] {
  if (word.length < LONG_ENOUGH || /\d/.test(word)) return [];
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])];
}

/** One letter more, less, other or exchanged, in a word that is long enough not to be another one. */
function isSlip(one: string, other: string): boolean {
  const [shorter, longer] = [one.length, other.length].toSorted((a, b) => a - b) as [number, number];
  if (shorter < LONG_ENOUGH || longer - shorter > 1 || /\d/.test(one + other)) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  if (longer - start - end <= 1) return true;
  const isSwap = longer === shorter && longer - start - end === 2;
  return isSwap && one[start] === other[start + 1] && one[start + 1] === other[start];
}
