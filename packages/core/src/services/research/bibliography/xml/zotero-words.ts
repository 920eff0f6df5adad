/** What Zotero's RDF calls things, and the words of CSL. */
import { table } from '../build/table.ts';
import type { ContributorRole, ItemType, TextField } from '../../../../model/papers/index.ts';

/** Kinds of items; of several for a type the first is written. */
const TYPES: readonly (readonly [string, ItemType])[] = [
  ['journalArticle', 'article-journal'],
  ['magazineArticle', 'article-magazine'],
  ['newspaperArticle', 'article-newspaper'],
  ['preprint', 'article'],
  ['book', 'book'],
  ['bookSection', 'chapter'],
  ['conferencePaper', 'paper-conference'],
  ['thesis', 'thesis'],
  ['report', 'report'],
  ['webpage', 'webpage'],
  ['blogPost', 'post-weblog'],
  ['forumPost', 'post'],
  ['patent', 'patent'],
  ['statute', 'legislation'],
  ['case', 'legal_case'],
  ['bill', 'bill'],
  ['hearing', 'hearing'],
  ['manuscript', 'manuscript'],
  ['map', 'map'],
  ['film', 'motion_picture'],
  ['videoRecording', 'motion_picture'],
  ['tvBroadcast', 'broadcast'],
  ['radioBroadcast', 'broadcast'],
  ['podcast', 'broadcast'],
  ['audioRecording', 'song'],
  ['artwork', 'graphic'],
  ['letter', 'personal_communication'],
  ['email', 'personal_communication'],
  ['instantMessage', 'personal_communication'],
  ['interview', 'interview'],
  ['presentation', 'speech'],
  ['encyclopediaArticle', 'entry-encyclopedia'],
  ['dictionaryEntry', 'entry-dictionary'],
  ['computerProgram', 'software'],
  ['dataset', 'dataset'],
  ['standard', 'standard'],
  ['document', 'document'],
];

/** Kinds of Juris-M, which Zotero does not know. */
const LEGAL_KINDS = table<ItemType>({
  classic: 'classic',
  gazette: 'legislation',
  regulation: 'regulation',
  treaty: 'treaty',
});

/** Kinds of things that are no works. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['annotation', 'attachment', 'note']);

/** Classes, for files that have no kind. */
const CLASSES = table<ItemType>({
  Article: 'article-journal',
  Book: 'book',
  BookSection: 'chapter',
  Data: 'dataset',
  Document: 'document',
  Illustration: 'graphic',
  Interview: 'interview',
  Legislation: 'legislation',
  Letter: 'personal_communication',
  Manuscript: 'manuscript',
  MotionPicture: 'motion_picture',
  Patent: 'patent',
  Recording: 'song',
  Report: 'report',
  Thesis: 'thesis',
});

/** Null for what is no work; a kind that is not known is that of some document. */
export function zoteroType(kind: string, name: string): ItemType | null {
  if (kind === '') return CLASSES[name] ?? null;
  return OTHER_KINDS.has(kind) ? null : (knownKind(kind) ?? 'document');
}

/** As tables may have it, in which any word may stand. */
export function knownKind(kind: string): ItemType | undefined {
  return TYPES.find((row) => row[0] === kind)?.[1] ?? LEGAL_KINDS[kind];
}

export function zoteroKind(type: ItemType): string {
  return TYPES.find((row) => row[1] === type)?.[0] ?? 'document';
}

/** The class under which an item of the type is written. */
export function zoteroClass(type: ItemType): string {
  const name = Object.keys(CLASSES).find((one) => CLASSES[one] === type);
  return name === undefined ? 'rdf:Description' : `bib:${name}`;
}

/** Texts of the item itself; the prefix counts only where it is written. */
export const ZOTERO_TEXTS: Readonly<Partial<Record<TextField, string>>> = {
  title: 'dc:title',
  short_title: 'z:shortTitle',
  abstract: 'dcterms:abstract',
  language: 'z:language',
  source: 'z:libraryCatalog',
  license: 'dc:rights',
  note: 'dc:description',
  page: 'bib:pages',
  edition: 'prism:edition',
  number_of_volumes: 'z:numberOfVolumes',
  number_of_pages: 'z:numPages',
  genre: 'z:type',
  medium: 'z:medium',
  section: 'z:section',
  scale: 'z:scale',
  archive: 'z:archive',
  archive_location: 'dc:coverage',
};

/** Texts of what it is in, of the series, and of the event. */
export const ZOTERO_ELSEWHERE: readonly TextField[] = [
  'container_title',
  'container_title_short',
  'collection_title',
  'collection_number',
  'volume',
  'issue',
  'number',
  'publisher',
  'publisher_place',
  'event_title',
  'call_number',
];

export const ZOTERO_ROLES: Readonly<Partial<Record<ContributorRole, string>>> = {
  author: 'bib:authors',
  editor: 'bib:editors',
  contributor: 'bib:contributors',
  translator: 'z:translators',
  'collection-editor': 'z:seriesEditors',
  'container-author': 'z:bookAuthors',
  'reviewed-author': 'z:reviewedAuthors',
  director: 'z:directors',
  interviewer: 'z:interviewers',
  recipient: 'z:recipients',
  composer: 'z:composers',
};

/** What an article is in has volume and issue; what else has a number has it itself. */
export function hasIssues(type: ItemType): boolean {
  return type.startsWith('article');
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
