/**
 * What each format can hold of an item. Made from the tables that the readers and writers use; docs/bibliography.md shows it, and the tests
 * hold the formats to it: whatever is in here is there again after it was written and read.
 */
import {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  ID_SCHEMES,
  ITEM_TYPES,
  TEXT_FIELDS,
  type ContributorRole,
  type DateField,
  type IdScheme,
  type ItemType,
  type TextField,
} from '../../../model/papers/index.ts';
import type { WritableFormat } from './format.ts';
import { medlineKind, medlineType } from './build/medline-words.ts';
import { referenceKind, referenceType } from './build/reference-types.ts';
import { NBIB_TEXTS } from './tagged/nbib.ts';
import { REFER_ROLES, REFER_TEXTS } from './tagged/refer.ts';
import { ROLES as RIS_ROLES } from './tagged/ris-kinds.ts';
import { READ_TYPES, WRITTEN_TEXTS as RIS_TEXTS, WRITTEN_TYPES } from './tagged/ris-words.ts';
import { ENDNOTE_ROLES, ENDNOTE_TEXTS } from './xml/endnote-words.ts';
import { MODS_GENRES, modsGenre } from './xml/mods-words.ts';
import { PUBMED_TEXTS } from './xml/write-pubmed.ts';
import { MODS_TEXTS } from './xml/write-mods.ts';
import { ZOTERO_ELSEWHERE, ZOTERO_ROLES, ZOTERO_TEXTS, zoteroKind, zoteroType } from './xml/zotero-words.ts';

export type NamePart = 'particle' | 'droppingParticle' | 'suffix' | 'family alone' | 'orcid' | 'affiliation';
export type DatePart = 'month' | 'day' | 'season' | 'circa' | 'range' | 'literal';

export interface Holding {
  /** Others come back as a wider type. */
  readonly types: readonly ItemType[];
  readonly texts: readonly TextField[];
  readonly dates: readonly DateField[];
  readonly dateParts: readonly DatePart[];
  readonly roles: readonly ContributorRole[];
  /** Particles that are not held stay with the name that they stand beside; a family name alone comes back as a name in one piece. */
  readonly nameParts: readonly NamePart[];
  readonly identifiers: readonly IdScheme[];
  readonly keywords: boolean;
  readonly files: boolean;
  readonly citekey: boolean;
  /** Fields that have no place in the model: those of the format itself. */
  readonly extra: boolean;
  /** What else is lost, in words. */
  readonly remarks: readonly string[];
}

const ALL_DATE_PARTS: readonly DatePart[] = ['month', 'day', 'season', 'circa', 'range', 'literal'];
const BY_ADDRESS: readonly IdScheme[] = ['doi', 'url', 'isbn', 'issn', 'arxiv', 'pmid', 'pmcid', 'openalex', 'dblp'];
const ISSUE_OR_NUMBER = 'of `issue` and `number` only the one that the type of the work has';
const ONE_TITLE = 'an original title becomes the title of a work that has no other';
const WORDS_WITH_COMMAS = 'a keyword with a comma or semicolon becomes two';

const fields = <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): readonly Key[] =>
  Object.keys(table) as Key[];
const kept = (again: (type: ItemType) => ItemType | null | undefined): readonly ItemType[] =>
  ITEM_TYPES.filter((type) => again(type) === type);

const everything = {
  types: ITEM_TYPES,
  texts: TEXT_FIELDS,
  dates: DATE_FIELDS,
  dateParts: ALL_DATE_PARTS,
  roles: CONTRIBUTOR_ROLES,
  identifiers: ID_SCHEMES,
  keywords: true,
  files: true,
  citekey: true,
  extra: true,
} as const;

const BIBTEX_REMARKS = [
  'fields and types for which there is no word are written under the names of CSL, which other programs pass over',
  WORDS_WITH_COMMAS,
  'of several identifiers of one kind the first',
];

export const HOLDINGS = {
  bibtex: { ...everything, nameParts: ['particle', 'suffix'], remarks: BIBTEX_REMARKS },
  biblatex: { ...everything, nameParts: ['particle', 'droppingParticle', 'suffix'], remarks: BIBTEX_REMARKS },
  ris: {
    types: kept((type) => READ_TYPES[WRITTEN_TYPES[type] ?? 'GEN']),
    texts: [...fields(RIS_TEXTS), 'page'],
    dates: ['issued', 'accessed'],
    dateParts: ['month', 'day', 'season', 'circa', 'literal'],
    roles: RIS_ROLES,
    nameParts: ['particle', 'suffix'],
    identifiers: BY_ADDRESS,
    keywords: true,
    files: true,
    citekey: true,
    extra: true,
    remarks: ['a name in one piece that has a comma is taken apart', 'a keyword with a semicolon becomes two'],
  },
  'endnote-xml': {
    types: kept((type) => referenceType(referenceKind(type).name, '')),
    texts: fields(ENDNOTE_TEXTS),
    dates: ['issued', 'accessed'],
    dateParts: ALL_DATE_PARTS,
    roles: fields(ENDNOTE_ROLES),
    nameParts: ['particle', 'suffix'],
    identifiers: BY_ADDRESS,
    keywords: true,
    files: true,
    citekey: true,
    extra: true,
    remarks: ['a name in one piece that has a comma is taken apart', 'of several DOIs the first'],
  },
  refer: {
    types: kept((type) => referenceType(referenceKind(type).name, '')),
    texts: ['title', ...fields(REFER_TEXTS), 'number'],
    dates: ['issued', 'accessed'],
    dateParts: ALL_DATE_PARTS,
    roles: fields(REFER_ROLES),
    nameParts: ['particle', 'suffix'],
    identifiers: BY_ADDRESS,
    keywords: true,
    files: true,
    citekey: true,
    extra: true,
    remarks: ['a name in one piece that has a comma is taken apart', WORDS_WITH_COMMAS],
  },
  nbib: {
    types: kept((type) => medlineType([medlineKind(type)])),
    texts: ['title', ...fields(NBIB_TEXTS)],
    dates: ['issued', 'available_date'],
    dateParts: ['month', 'day', 'season', 'literal'],
    roles: ['author', 'editor'],
    nameParts: ['particle', 'suffix', 'orcid', 'affiliation'],
    identifiers: ['doi', 'pmid', 'pmcid', 'isbn', 'issn'],
    keywords: true,
    files: false,
    citekey: false,
    extra: false,
    remarks: ['of `available_date` only whole days', ONE_TITLE],
  },
  'pubmed-xml': {
    types: kept((type) => medlineType([medlineKind(type)])),
    texts: PUBMED_TEXTS,
    dates: ['issued', 'available_date'],
    dateParts: ['month', 'day', 'season', 'literal'],
    roles: ['author'],
    nameParts: ['particle', 'suffix', 'orcid', 'affiliation'],
    identifiers: ['doi', 'pmid', 'pmcid', 'issn'],
    keywords: true,
    files: false,
    citekey: false,
    extra: false,
    remarks: ['of `available_date` only whole days', 'of several ISSNs the first', ONE_TITLE],
  },
  'csl-json': {
    ...everything,
    nameParts: ['particle', 'droppingParticle', 'suffix', 'family alone', 'orcid', 'affiliation'],
    remarks: ['fields that CSL has no variable for stand under `custom`'],
  },
  'zotero-rdf': {
    types: kept((type) => zoteroType(zoteroKind(type), '')),
    texts: [...fields(ZOTERO_TEXTS), ...ZOTERO_ELSEWHERE],
    dates: ['issued', 'accessed'],
    dateParts: ALL_DATE_PARTS,
    roles: fields(ZOTERO_ROLES),
    nameParts: ['particle', 'suffix'],
    identifiers: BY_ADDRESS,
    keywords: true,
    files: true,
    citekey: true,
    extra: false,
    remarks: [ISSUE_OR_NUMBER],
  },
  mods: {
    types: kept((type) => MODS_GENRES.get(modsGenre(type))),
    texts: MODS_TEXTS,
    dates: ['issued', 'accessed'],
    dateParts: ALL_DATE_PARTS,
    roles: CONTRIBUTOR_ROLES,
    nameParts: ['particle', 'suffix', 'orcid', 'affiliation'],
    identifiers: ID_SCHEMES,
    keywords: true,
    files: false,
    citekey: true,
    extra: false,
    remarks: ['a kind of work in its own words (`genre`) that is the name of a type is read as that'],
  },
  csv: {
    ...everything,
    nameParts: ['particle', 'suffix'],
    remarks: ['names and keywords with a semicolon become two; a name in one piece that has a comma is taken apart'],
  },
} satisfies Record<WritableFormat, Holding>;
