/** What of the front matter is ours; every other key is the user's. */
import type { JsonValue } from '../../../../model/index.ts';

export const ID_KEY = 'zapomni-id';

/** In the order in which a new note has them. */
export const OWNED_KEYS = [
  ID_KEY,
  'citekey',
  'title',
  'authors',
  'year',
  'date',
  'venue',
  'type',
  'doi',
  'arxiv',
  'pmid',
  'url',
  'file',
  'tags',
  'aliases',
  'status',
  'rating',
  'added',
  'updated',
] as const;
export type OwnedKey = (typeof OWNED_KEYS)[number];

/** What the user says there is taken over; the others are told to the user alone. */
export const TWO_WAY = ['tags', 'status', 'rating'] as const;

/** Null where there is nothing to say. */
export type OwnedValues = Readonly<Partial<Record<OwnedKey, JsonValue>>>;

/** What a paper says in its note: keys of the front matter and regions of the text, each by its name. */
export interface PaperNote {
  readonly keys: OwnedValues;
  readonly regions: ReadonlyMap<string, RegionText>;
}

export interface RegionText {
  readonly text: string;
  /** Without its links: the same wherever other notes lie. */
  readonly bare: string;
}
