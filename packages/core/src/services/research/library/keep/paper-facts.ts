/** A paper's record from what is known of it. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { cutText } from '../../../documents/document-record.ts';
import type { PaperRecord } from '../store/paper-record.ts';
import { namesOf, tagKey, titleKey, titleSort, venueKey, yearOf } from './keys.ts';

type Derived = Pick<PaperRecord, 'item' | 'type' | 'title_key' | 'title_sort' | 'names' | 'year' | 'venue_key'>;

export function derivedFrom(given: BibliographicItem): Derived {
  const item = fitting(given) as PaperRecord['item'];
  return {
    item,
    type: item.type,
    title_key: titleKey(item.title),
    title_sort: titleSort(item.title),
    names: namesOf(item),
    year: yearOf(item),
    venue_key: venueKey(item),
  };
}

export function withTags(tags: readonly string[]): Pick<PaperRecord, 'tags' | 'tag_keys'> {
  const byKey = new Map(tags.map((tag) => [tagKey(tag), tag.trim()]));
  byKey.delete('');
  const kept = [...byKey].slice(0, MOST_TAGS);
  return { tags: kept.map(([, tag]) => cutText(tag, MOST_TAG)), tag_keys: kept.map(([key]) => key) };
}

export const MOST_TAGS = 100;
export const MOST_TAG = 200;

/** A record has a megabyte, and what was said of a paper stands in another beside it: no paper may fill it alone. */
export const MOST_TEXT = 100_000;
export const MOST_CONTRIBUTORS = 3000;
export const MOST_NAME = 300;
export const MOST_EXTRA = 100;

/** What of it is not kept, in words for whoever gave it. */
export function lossesOf(item: BibliographicItem): string[] {
  const people = item.contributors.length;
  const cut = Object.entries(item).filter(([, value]) => typeof value === 'string' && value.length > MOST_TEXT);
  return [
    ...(people > MOST_CONTRIBUTORS ? [`Of its ${people} contributors the first ${MOST_CONTRIBUTORS} are kept.`] : []),
    ...cut.map(([field]) => `Of its ${field} the first ${MOST_TEXT} characters are kept.`),
  ];
}

/** The item itself, where nothing of it is too long: so are most. */
export function fitting(item: BibliographicItem): BibliographicItem {
  if (Object.values(item).every(fits) && peopleFit(item)) return item;
  const fields = Object.entries(item).map(([field, value]) => [field, fittingValue(value)]);
  return { ...(Object.fromEntries(fields) as BibliographicItem), contributors: fittingPeople(item) };
}

function fits(value: unknown): boolean {
  if (typeof value === 'string') return isShort(value, MOST_TEXT);
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return true;
  return value.length <= MOST_EXTRA && value.every((one) => isShort(one, MOST_NAME * 4));
}

function peopleFit({ contributors }: BibliographicItem): boolean {
  if (contributors.length > MOST_CONTRIBUTORS) return false;
  return contributors.every((person) => Object.values(person).every((text) => isShort(text, MOST_NAME)));
}

function isShort(text: unknown, most: number): boolean {
  return typeof text === 'string' && text.length <= most && text.isWellFormed();
}

function fittingValue(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, MOST_TEXT);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.slice(0, MOST_EXTRA).map((one) => cutText(one, MOST_NAME * 4));
  return value;
}

function fittingPeople({ contributors }: BibliographicItem): BibliographicItem['contributors'] {
  return contributors
    .slice(0, MOST_CONTRIBUTORS)
    .map(
      (person) =>
        Object.fromEntries(
          Object.entries(person).map(([part, text]) => [part, cutText(String(text), MOST_NAME)]),
        ) as unknown as BibliographicItem['contributors'][number],
    );
}

export function emptyPaper(now: number): Omit<PaperRecord, keyof Derived> {
  return {
    citekey: null,
    standing: 'library',
    tags: [],
    tag_keys: [],
    topics: [],
    tldr: null,
    counts: { cited_by: null, references: null, as_of: null },
    open_access: { status: null, licence: null },
    retraction: null,
    read_state: 'unread',
    rating: null,
    memory: null,
    texts: [],
    shown_as: null,
    merged_into: null,
    said_by: null,
    added_at: now,
    updated_at: now,
  };
}
