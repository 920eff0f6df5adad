/** The words of BibTeX and BibLaTeX, and those of CSL. Both dialects are read as one; what each writes is a column of its own. */
import { table } from '../build/table.ts';
import {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  TEXT_FIELDS,
  type ContributorRole,
  type DateField,
  type ItemType,
  type TextField,
} from '../../../../model/papers/index.ts';

export type Dialect = 'bibtex' | 'biblatex';

/** Types of entries as they are read. */
export const TYPES = table<ItemType>({
  article: 'article-journal',
  artwork: 'graphic',
  audio: 'song',
  bibnote: 'document',
  book: 'book',
  bookinbook: 'chapter',
  booklet: 'pamphlet',
  collection: 'book',
  codefragment: 'software',
  commentary: 'review',
  conference: 'paper-conference',
  dataset: 'dataset',
  electronic: 'webpage',
  image: 'graphic',
  inbook: 'chapter',
  incollection: 'chapter',
  inproceedings: 'paper-conference',
  inreference: 'entry-encyclopedia',
  jurisdiction: 'legal_case',
  legal: 'treaty',
  legislation: 'legislation',
  letter: 'personal_communication',
  manual: 'book',
  mastersthesis: 'thesis',
  misc: 'document',
  movie: 'motion_picture',
  music: 'song',
  mvbook: 'book',
  mvcollection: 'book',
  mvproceedings: 'book',
  mvreference: 'book',
  newspaper: 'article-newspaper',
  online: 'webpage',
  patent: 'patent',
  performance: 'performance',
  periodical: 'periodical',
  phdthesis: 'thesis',
  presentation: 'speech',
  proceedings: 'book',
  reference: 'book',
  report: 'report',
  review: 'review',
  software: 'software',
  softwaremodule: 'software',
  softwareversion: 'software',
  standard: 'standard',
  suppbook: 'chapter',
  suppcollection: 'chapter',
  suppperiodical: 'article-journal',
  talk: 'speech',
  techreport: 'report',
  thesis: 'thesis',
  unpublished: 'manuscript',
  video: 'motion_picture',
  web_page: 'webpage',
  webpage: 'webpage',
  www: 'webpage',
});

/** What is written; a type that is not here is `misc`. Where the word says less than the type, `csltype` says it. */
export const WRITTEN_TYPES: Readonly<Record<Dialect, Partial<Record<ItemType, string>>>> = {
  bibtex: {
    'article-journal': 'article',
    'article-magazine': 'article',
    'article-newspaper': 'article',
    book: 'book',
    chapter: 'incollection',
    classic: 'book',
    collection: 'book',
    manuscript: 'unpublished',
    pamphlet: 'booklet',
    'paper-conference': 'inproceedings',
    report: 'techreport',
    thesis: 'phdthesis',
  },
  biblatex: {
    'article-journal': 'article',
    'article-magazine': 'article',
    'article-newspaper': 'article',
    book: 'book',
    chapter: 'incollection',
    classic: 'book',
    collection: 'collection',
    dataset: 'dataset',
    'entry-dictionary': 'inreference',
    'entry-encyclopedia': 'inreference',
    figure: 'image',
    graphic: 'artwork',
    legal_case: 'jurisdiction',
    legislation: 'legislation',
    manuscript: 'unpublished',
    motion_picture: 'movie',
    pamphlet: 'booklet',
    'paper-conference': 'inproceedings',
    patent: 'patent',
    performance: 'performance',
    periodical: 'periodical',
    personal_communication: 'letter',
    post: 'online',
    'post-weblog': 'online',
    report: 'report',
    review: 'review',
    software: 'software',
    song: 'music',
    standard: 'standard',
    thesis: 'thesis',
    treaty: 'legal',
    webpage: 'online',
  },
};

/** Words that an entry of the type has instead of a `type`. */
export const GENRES = table<string>({
  mastersthesis: 'Master’s thesis',
  phdthesis: 'PhD thesis',
});

/** What BibLaTeX writes for each of its words in a `type`. */
export const KINDS = table<string>({
  bathesis: 'Bachelor’s thesis',
  candthesis: 'Candidate thesis',
  mathesis: 'Master’s thesis',
  patent: 'Patent',
  patentde: 'German patent',
  patenteu: 'European patent',
  patentfr: 'French patent',
  patentuk: 'British patent',
  patentus: 'U.S. patent',
  phdthesis: 'PhD thesis',
  resreport: 'Research report',
  techreport: 'Technical report',
});

/** Fields that are texts, whatever the type of the entry. */
const READ_TEXTS: Readonly<Record<string, TextField>> = {
  address: 'publisher_place',
  annotation: 'annote',
  booktitle: 'container_title',
  chapter: 'chapter_number',
  city: 'publisher_place',
  copyright: 'license',
  eventtitle: 'event_title',
  eventvenue: 'event_place',
  howpublished: 'medium',
  institution: 'publisher',
  journal: 'container_title',
  journaltitle: 'container_title',
  langid: 'language',
  library: 'call_number',
  location: 'publisher_place',
  lccn: 'call_number',
  numpages: 'number_of_pages',
  origtitle: 'original_title',
  pages: 'page',
  pagetotal: 'number_of_pages',
  pubstate: 'status',
  rights: 'license',
  school: 'publisher',
  series: 'collection_title',
  shortjournal: 'container_title_short',
  shorttitle: 'short_title',
  type: 'genre',
  venue: 'event_place',
  volumes: 'number_of_volumes',
};

/** A field under the name that CSL has for it is that field: so those are written for which the dialects have no word. */
export const TEXTS: ReadonlyMap<string, TextField> = new Map([
  ...TEXT_FIELDS.map((field) => [field, field] as const),
  ...Object.entries(READ_TEXTS),
]);

export const DATES: ReadonlyMap<string, DateField> = new Map<string, DateField>([
  ...DATE_FIELDS.map((field) => [field, field] as const),
  ['eventdate', 'event_date'],
  ['origdate', 'original_date'],
  ['urldate', 'accessed'],
  ['date-accessed', 'accessed'],
  ['lastchecked', 'accessed'],
]);

export const ROLES: ReadonlyMap<string, ContributorRole> = new Map<string, ContributorRole>([
  ...CONTRIBUTOR_ROLES.map((role) => [role, role] as const),
  ['bookauthor', 'container-author'],
]);

/** Who the editors of an entry are where its `editortype` says so; others are editors of some kind. */
export const EDITOR_TYPES = table<ContributorRole>({
  collaborator: 'contributor',
  compiler: 'compiler',
  director: 'director',
  organizer: 'contributor',
  producer: 'contributor',
});

/** Paths, addresses and numbers, in which TeX has no part. */
export const VERBATIM: ReadonlySet<string> = new Set([
  'doi',
  'url',
  'eprint',
  'isbn',
  'issn',
  'pmid',
  'pmcid',
  'arxivid',
  'file',
  'csltype',
  'bdsk-url-1',
  'bdsk-url-2',
  'ee',
]);

/** What is never taken from the entry that another refers to: it says something of that work alone. */
export const NOT_INHERITED: ReadonlySet<string> = new Set(
  'crossref xdata xref ids entryset entrysubtype execute label options presort related relatedoptions relatedstring relatedtype shortauthor shorteditor shorthand sortkey sortname doi url urldate eprint eprinttype archiveprefix pmid pmcid file abstract note annote annotation keywords pages pagetotal csltype'.split(
    ' ',
  ),
);

/** Names under which a text is written; one that is not here goes under that of CSL. */
export const WRITTEN_TEXTS: Readonly<Record<Dialect, Partial<Record<TextField, string>>>> = {
  bibtex: {
    call_number: 'library',
    chapter_number: 'chapter',
    collection_title: 'series',
    container_title_short: 'shortjournal',
    event_place: 'venue',
    event_title: 'eventtitle',
    genre: 'type',
    license: 'copyright',
    medium: 'howpublished',
    number_of_pages: 'pagetotal',
    number_of_volumes: 'volumes',
    original_title: 'origtitle',
    page: 'pages',
    publisher_place: 'address',
    short_title: 'shorttitle',
    status: 'pubstate',
  },
  biblatex: {
    annote: 'annotation',
    call_number: 'library',
    chapter_number: 'chapter',
    collection_title: 'series',
    container_title_short: 'shortjournal',
    event_place: 'venue',
    event_title: 'eventtitle',
    genre: 'type',
    license: 'rights',
    medium: 'howpublished',
    number_of_pages: 'pagetotal',
    number_of_volumes: 'volumes',
    original_title: 'origtitle',
    page: 'pages',
    publisher_place: 'location',
    short_title: 'shorttitle',
    status: 'pubstate',
  },
};
