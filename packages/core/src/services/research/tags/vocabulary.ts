/** All tags of the library with their use, those that are spelt alike, and those that mean the same by their words. */
import type { Deps } from '../../deps.ts';
import { fold, tagKey } from '../library/keep/keys.ts';
import { papersOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface TagUse {
  readonly tag: string;
  readonly papers: number;
}

/** Tags that should be one; the first is the one to keep. */
export interface TagGroup {
  readonly keep: string;
  readonly merge: readonly string[];
  readonly why: 'spelling' | 'plural' | 'abbreviation' | 'typing';
  readonly papers: number;
}

export interface Vocabulary {
  readonly tags: readonly TagUse[];
  readonly papers: number;
  readonly untagged: number;
  readonly groups: readonly TagGroup[];
}

const PAGE = 500;

export async function everyPaper(deps: Deps, workspace: string, visit: (paper: KeptPaper) => void): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const query = { index: 'by_standing' as const, where: { standing: 'library' as const }, limit: PAGE, ...place };
    const page = await papersOf(deps).list(workspace, query);
    page.items.forEach(visit);
    cursor = page.next;
  }
}

export async function vocabularyOf(deps: Deps, workspace: string): Promise<Vocabulary> {
  const uses = new Map<string, number>();
  let [papers, untagged] = [0, 0];
  await everyPaper(deps, workspace, ({ value: { tags } }) => {
    papers += 1;
    untagged += tags.length === 0 ? 1 : 0;
    for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  });
  const tags = [...uses]
    .map(([tag, count]) => ({ tag, papers: count }))
    .toSorted((one, other) => other.papers - one.papers || (one.tag < other.tag ? -1 : 1));
  return { tags, papers, untagged, groups: groupsOf(tags) };
}

/** The most used of a group is kept; a tag is in one group at most. */
function groupsOf(tags: readonly TagUse[]): TagGroup[] {
  const groups: TagGroup[] = [];
  const taken = new Set<string>();
  for (const first of tags) {
    if (taken.has(first.tag)) continue;
    for (const why of ['spelling', 'plural', 'abbreviation', 'typing'] as const) {
      const alike = tags.filter(({ tag }) => tag !== first.tag && !taken.has(tag) && ALIKE[why](first.tag, tag));
      if (alike.length === 0) continue;
      groups.push(groupOf([first, ...alike], why));
      for (const { tag } of [first, ...alike]) taken.add(tag);
      break;
    }
  }
  return groups;
}

/** What an abbreviation stands for says more than it does. */
function groupOf(tags: readonly TagUse[], why: TagGroup['why']): TagGroup {
  const longest = tags.toSorted((one, other) => other.tag.length - one.tag.length);
  const [keep, ...merge] = why === 'abbreviation' ? longest : tags;
  const papers = merge.reduce((sum, one) => sum + one.papers, 0);
  return { keep: keep?.tag ?? '', merge: merge.map(({ tag }) => tag), why, papers };
}

const ALIKE: Readonly<Record<TagGroup['why'], (one: string, other: string) => boolean>> = {
  spelling: (one, other) => joined(one) === joined(other),
  plural: (one, other) => singular(one) === singular(other),
  abbreviation: (one, other) => isInitials(one, other) || isInitials(other, one),
  typing: (one, other) => isSlip(joined(one), joined(other)),
};

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

function isInitials(short: string, long: string): boolean {
  const words = fold(long).split(' ');
  const initials = words.map((word) => word[0] ?? '').join('');
  return words.length >= FEWEST_INITIALS && /^\p{Lu}+s?$/u.test(short) && fold(short).replace(/s$/, '') === initials;
}

const LONG_ENOUGH = 8;

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
