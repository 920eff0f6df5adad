/** Columns by their headings: our own, and those of programs and indexes that export tables. */
import {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  ID_SCHEMES,
  TEXT_FIELDS,
  type ContributorRole,
  type DateField,
  type IdScheme,
  type TextField,
} from '../../../../model/papers/index.ts';

export type Column =
  | { readonly kind: 'text'; readonly field: TextField }
  | { readonly kind: 'date'; readonly field: DateField }
  /** `exact`: a name without a comma is one piece. */
  | { readonly kind: 'names'; readonly role: ContributorRole; readonly exact?: true }
  | { readonly kind: 'id'; readonly scheme: IdScheme }
  | { readonly kind: 'citekey' | 'type' | 'keywords' | 'files' | 'extra' | 'first_page' | 'last_page' | 'month' };

/** In the order in which they are written. */
export const COLUMNS: readonly (readonly [heading: string, column: Column])[] = [
  ['citekey', { kind: 'citekey' }],
  ['type', { kind: 'type' }],
  ...CONTRIBUTOR_ROLES.map((role) => [role, { kind: 'names', role }] as const),
  ...TEXT_FIELDS.map((field) => [field, { kind: 'text', field }] as const),
  ...DATE_FIELDS.map((field) => [field, { kind: 'date', field }] as const),
  ...ID_SCHEMES.map((scheme) => [scheme, { kind: 'id', scheme }] as const),
  ['keywords', { kind: 'keywords' }],
  ['files', { kind: 'files' }],
  ['extra', { kind: 'extra' }],
];

/** Letters and digits alone count in a heading. */
function heading(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const text = (field: TextField): Column => ({ kind: 'text', field });
const SYNONYMS: Readonly<Record<string, Column>> = {
  abbreviatedsourcetitle: text('container_title_short'),
  abstractnote: text('abstract'),
  annotation: text('annote'),
  artno: text('number'),
  articlenumber: text('number'),
  articletitle: text('title'),
  authors: { kind: 'names', role: 'author' },
  automatictags: { kind: 'keywords' },
  bookauthor: { kind: 'names', role: 'container-author' },
  authorfullnames: { kind: 'names', role: 'author' },
  bibtexkey: { kind: 'citekey' },
  bookauthors: { kind: 'names', role: 'container-author' },
  booktitle: text('container_title'),
  callnumber: text('call_number'),
  citationkey: { kind: 'citekey' },
  conferencelocation: text('event_place'),
  conferencename: text('event_title'),
  date: { kind: 'date', field: 'issued' },
  datepublished: { kind: 'date', field: 'issued' },
  dateaccessed: { kind: 'date', field: 'accessed' },
  accessdate: { kind: 'date', field: 'accessed' },
  documenttitle: text('title'),
  documenttype: { kind: 'type' },
  editors: { kind: 'names', role: 'editor' },
  eissn: { kind: 'id', scheme: 'issn' },
  fileattachments: { kind: 'files' },
  identifier: { kind: 'citekey' },
  isbns: { kind: 'id', scheme: 'isbn' },
  issns: { kind: 'id', scheme: 'issn' },
  issuenumber: text('issue'),
  itemtype: { kind: 'type' },
  journal: text('container_title'),
  journalabbreviation: text('container_title_short'),
  journalbook: text('container_title'),
  journalisoabbreviation: text('container_title_short'),
  journaltitle: text('container_title'),
  key: { kind: 'citekey' },
  authorkeywords: { kind: 'keywords' },
  languageoforiginaldocument: text('language'),
  link: { kind: 'id', scheme: 'url' },
  manualtags: { kind: 'keywords' },
  month: { kind: 'month' },
  notes: text('note'),
  numberofvolumes: text('number_of_volumes'),
  numpages: text('number_of_pages'),
  pageend: { kind: 'last_page' },
  endpage: { kind: 'last_page' },
  pagestart: { kind: 'first_page' },
  startpage: { kind: 'first_page' },
  pages: text('page'),
  place: text('publisher_place'),
  publicationtitle: text('container_title'),
  publishedmonth: { kind: 'month' },
  publishedyear: { kind: 'date', field: 'issued' },
  pubmedid: { kind: 'id', scheme: 'pmid' },
  publicationyear: { kind: 'date', field: 'issued' },
  rights: text('license'),
  series: text('collection_title'),
  serieseditor: { kind: 'names', role: 'collection-editor' },
  seriesnumber: text('collection_number'),
  shorttitle: text('short_title'),
  sourcetitle: text('container_title'),
  tags: { kind: 'keywords' },
  translators: { kind: 'names', role: 'translator' },
  venue: text('container_title'),
  year: { kind: 'date', field: 'issued' },
};

const BY_HEADING: ReadonlyMap<string, Column> = new Map([
  ...Object.entries(SYNONYMS),
  ...COLUMNS.map(([name, column]) => [heading(name), column] as const),
]);

export function columnOf(name: string): Column | null {
  return BY_HEADING.get(heading(name)) ?? null;
}

/** What is under each heading; one that says nothing to us stays as it is. */
export function columnsOf(headings: readonly string[]): (Column | string)[] {
  const isZotero = headings.some((one) => heading(one) === 'abstractnote');
  return headings.map((name) => {
    const column = columnOf(name);
    return isZotero && column?.kind === 'names' ? { ...column, exact: true } : (column ?? name.trim());
  });
}
