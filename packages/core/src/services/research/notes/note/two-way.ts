/** What the user may say of a paper in its note: tags, how far it was read, and how good it is. */
import type { JsonValue } from '../../../../model/index.ts';
import { MOST_TAG, MOST_TAGS } from '../../library/keep/paper-facts.ts';
import { READ_STATES } from '../../library/store/paper-record.ts';
import type { OwnedKey } from './owned-keys.ts';

/** Undefined for what cannot be meant; null for what was taken away. */
export function toPaperValue(key: OwnedKey, value: JsonValue): JsonValue | undefined {
  if (key === 'tags') return toTags(value);
  if (key === 'status') return value === null ? 'unread' : READ_STATES.find((state) => state === lowerCase(value));
  if (value === null) return null;
  const rating = typeof value === 'string' ? Number(value) : value;
  return typeof rating === 'number' && Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : undefined;
}

function lowerCase(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** `#` before a tag is how it is written; in a text, commas and lines part them. What no paper can have all of is not cut. */
function toTags(value: JsonValue): string[] | undefined {
  if (value === null) return [];
  const items = typeof value === 'string' ? value.split(/[,\n]/) : Array.isArray(value) ? value : [value];
  if (items.some((item) => typeof item === 'object' && item !== null)) return undefined;
  const tags = items.map((item) =>
    String(item ?? '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .replace(/^#(?=.)/, ''),
  );
  const said = [...new Set(tags.filter((tag) => tag !== ''))];
  return said.every((tag) => tag.length <= MOST_TAG) && fitsPaper(said) ? said : undefined;
}

/** More are not kept, and cutting them would take them out of the note as well. */
export function fitsPaper(value: JsonValue): boolean {
  return !Array.isArray(value) || value.length <= MOST_TAGS;
}

/** What either side has added or taken away since they agreed. A tag counts as taken away if it was surely there before. */
export function mergeTags(ours: JsonValue, theirs: JsonValue, before: readonly string[]): string[] {
  const bases = before.map((text) => tagsIn(JSON.parse(text) as JsonValue));
  const [mine, said] = [tagsIn(ours), tagsIn(theirs)];
  const wasThere = (tag: string) => bases.length > 0 && bases.every((base) => base.includes(tag));
  const all = [...new Set([...mine, ...said])];
  return all.filter((tag) => (mine.includes(tag) && said.includes(tag)) || !wasThere(tag));
}

function tagsIn(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];
}

/** The order of tags says nothing, and no tags are none. */
export function sameValue(one: JsonValue, other: JsonValue): boolean {
  const plain = (value: JsonValue) =>
    JSON.stringify(Array.isArray(value) ? (value.length === 0 ? null : value.toSorted()) : value);
  return plain(one) === plain(other);
}
