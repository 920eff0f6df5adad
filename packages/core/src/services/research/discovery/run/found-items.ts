/** What a page shows, told apart: how the place calls each, and whether it was seen before as it is now. */
import { identifierKey } from '../../../../model/papers/index.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import { decides } from '../../library/keep/identifiers.ts';
import { firstNameOf, titleKey, yearOf } from '../../library/keep/keys.ts';
import type { FoundItem } from '../finder.ts';

export interface KeyedItem {
  /** Of its record. */
  readonly key: string;
  /** Of all that is said of it. */
  readonly hash: string;
  readonly found: FoundItem;
}

/** Each once; those without a title are left out, because nobody could judge them. */
export async function keyItems(
  source: string,
  items: readonly FoundItem[],
): Promise<{ readonly keyed: KeyedItem[]; readonly untitled: number }> {
  const titled = items.filter(({ paper }) => titleKey(paper.item.title) !== null);
  const all = await Promise.all(titled.map((found) => keyItem(source, found)));
  const keyed = [...new Map(all.map((one) => [one.key, one])).values()];
  return { keyed, untitled: items.length - titled.length };
}

const KEY_LENGTH = 32;

async function keyItem(source: string, found: FoundItem): Promise<KeyedItem> {
  const [name, hash] = await Promise.all([sha256(callOf(found)), sha256(JSON.stringify(found.paper))]);
  return { key: `${source}:${name.slice(0, KEY_LENGTH)}`, hash: hash.slice(0, KEY_LENGTH), found };
}

/** As the place calls it, else by what tells papers apart, else by what it says of itself. */
function callOf({ key, url, paper: { item } }: FoundItem): string {
  if (key !== null) return `key ${key}`;
  const id = item.identifiers.find((one) => decides(one, item.type));
  if (id) return `id ${identifierKey(id)}`;
  return `said ${[titleKey(item.title), firstNameOf(item), yearOf(item), url].join(' ')}`;
}
