/** What the user may say of a paper in its note: tags, how far it was read, and how good it is. */
import type { JsonValue } from '../../../../model/index.ts';
import { READ_STATES } from '../../library/store/paper-record.ts';
import type { OwnedKey } from './owned-keys.ts';

/** Undefined for what cannot be meant; null for what was taken away. */
export function toPaperValue(key: OwnedKey, value: JsonValue): JsonValue | undefined {
  if (key === 'tags') return toTags(value);
  if (key === 'status') return value === null ? 'unread' : READ_STATES.find((state) => state === value);
  if (value === null) return null;
  const rating = typeof value === 'string' ? Number(value) : value;
  return typeof rating === 'number' && Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : undefined;
}

/** `#` before a tag is how it is written; in one line, commas part them. */
function toTags(value: JsonValue): string[] | undefined {
  if (value === null) return [];
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  if (!items.every((item) => typeof item === 'string' || typeof item === 'number')) return undefined;
  const tags = items.map((item) =>
    String(item)
      .trim()
      .replace(/^#(?=.)/, ''),
  );
  return [...new Set(tags.filter((tag) => tag !== '' && tag.length <= MOST_TAG))];
}

const MOST_TAG = 100;

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
