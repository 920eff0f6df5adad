/**
 * What a tag of RIS means of one kind of work and not of others: as EndNote has it, whose tables are the newer description of the format.
 * One table for reading and writing, so that they agree.
 */
import type { ContributorRole, ItemType, TextField } from '../../../../model/papers/index.ts';
import { isInSeries } from '../build/reference-types.ts';
import { READ_TEXTS, WRITTEN_TEXTS } from './ris-words.ts';

type Tags = readonly string[];
type Texts = Readonly<Partial<Record<TextField, Tags>>>;

/** The second title is that of the series: such a work is in nothing else. */
const IN_SERIES: Texts = { collection_title: ['T2', 'T3'], container_title: ['JF', 'BT', 'JO'] };
/** Of these the first number is that in the series. */
const VOLUMES: Texts = { collection_number: ['M1', 'SV'], number: ['M2'] };
const ARTICLES: Texts = { issue: ['IS', 'M1'], number: ['C7', 'M1'] };

const TEXTS: Readonly<Partial<Record<ItemType, Texts>>> = {
  'article-journal': ARTICLES,
  'article-magazine': ARTICLES,
  book: VOLUMES,
  classic: VOLUMES,
  graphic: { dimensions: ['C3'] },
  map: { scale: ['C1'] },
};

const EVERYWHERE = {
  ...Object.fromEntries(Object.entries(WRITTEN_TEXTS).map(([field, tag]) => [field, [tag]])),
  ...READ_TEXTS,
} as Texts;

/** Fields of a work of the type, each with its tags; the first is written, and the first that says something is read. */
export function textTags(type: ItemType): readonly (readonly [TextField, Tags])[] {
  return Object.entries({ ...EVERYWHERE, ...(isInSeries(type) ? IN_SERIES : {}), ...TEXTS[type] }) as [
    TextField,
    Tags,
  ][];
}

/** Tags that are no field of the format's own where they stand in a work of the type. */
export function isTyped(tag: string, type: ItemType): boolean {
  const isMeeting = type === 'paper-conference' && (tag === 'C1' || tag === 'C3');
  return isMeeting || roleOf(tag, type) !== null || textTags(type).some(([, tags]) => tags.includes(tag));
}

/** Of these a number of pages alone says how many there are. */
const COUNTED: ReadonlySet<ItemType> = new Set(['book', 'classic', 'thesis']);

export function isCounted(type: ItemType): boolean {
  return COUNTED.has(type);
}

type Roles = Readonly<Record<string, ContributorRole>>;

const AUTHORS: Roles = { AU: 'author', A1: 'author' };
const REST: Roles = { A4: 'translator', ED: 'editor' };
/** Of a whole work the second is the editor of the series, of what is in something else that of the whole. */
const WHOLE: Roles = { ...AUTHORS, A2: 'collection-editor', A3: 'editor', ...REST };
const INSIDE: Roles = { ...AUTHORS, A2: 'editor', A3: 'collection-editor', ...REST };

const ROLES_OF: Readonly<Partial<Record<ItemType, Roles>>> = {
  article: INSIDE,
  'article-journal': INSIDE,
  'article-magazine': INSIDE,
  'article-newspaper': INSIDE,
  chapter: INSIDE,
  document: INSIDE,
  'entry-dictionary': INSIDE,
  'entry-encyclopedia': INSIDE,
  'paper-conference': INSIDE,
  personal_communication: { ...AUTHORS, A2: 'recipient', A3: 'collection-editor', ...REST },
  // Who advised is no editor.
  thesis: { ...AUTHORS, A2: 'collection-editor', A3: 'contributor', ...REST },
};

export function roleOf(tag: string, type: ItemType): ContributorRole | null {
  return (ROLES_OF[type] ?? WHOLE)[tag] ?? null;
}

export function tagOf(role: ContributorRole, type: ItemType): string | null {
  return ['AU', 'A2', 'A3', 'A4', 'ED'].find((tag) => roleOf(tag, type) === role) ?? null;
}

/** Whatever the kind of work. */
export const ROLES: readonly ContributorRole[] = ['author', 'editor', 'collection-editor', 'translator'];
