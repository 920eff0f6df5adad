/** The tags of RIS and the words of CSL. Where programs differ, the tag of the newer description is written, and all are read. */
import { table } from '../build/table.ts';
import type { ContributorRole, ItemType, TextField } from '../../../../model/papers/index.ts';

export const READ_TYPES = table<ItemType>({
  ABST: 'article-journal',
  ADVS: 'motion_picture',
  AGGR: 'dataset',
  ANCIENT: 'classic',
  ART: 'graphic',
  BILL: 'bill',
  BLOG: 'post-weblog',
  BOOK: 'book',
  CASE: 'legal_case',
  CHAP: 'chapter',
  CHART: 'figure',
  CLSWK: 'classic',
  COMP: 'software',
  CONF: 'paper-conference',
  CPAPER: 'paper-conference',
  DATA: 'dataset',
  DBASE: 'dataset',
  DICT: 'entry-dictionary',
  EBOOK: 'book',
  ECHAP: 'chapter',
  EDBOOK: 'book',
  EJOUR: 'article-journal',
  ELEC: 'webpage',
  ENCYC: 'entry-encyclopedia',
  FIGURE: 'figure',
  GEN: 'document',
  GOVDOC: 'report',
  HEAR: 'hearing',
  ICOMM: 'personal_communication',
  INPR: 'article',
  JFULL: 'periodical',
  JOUR: 'article-journal',
  LEGAL: 'regulation',
  MANSCPT: 'manuscript',
  MAP: 'map',
  MGZN: 'article-magazine',
  MPCT: 'motion_picture',
  MULTI: 'broadcast',
  MUSIC: 'musical_score',
  NEWS: 'article-newspaper',
  PAMP: 'pamphlet',
  PAT: 'patent',
  PCOMM: 'personal_communication',
  RPRT: 'report',
  SER: 'collection',
  SLIDE: 'speech',
  SOUND: 'song',
  STAND: 'standard',
  STAT: 'legislation',
  THES: 'thesis',
  UNBILL: 'bill',
  UNPB: 'manuscript',
  VIDEO: 'motion_picture',
  WEB: 'webpage',
});

/** One that is not here is `GEN`. */
export const WRITTEN_TYPES: Readonly<Partial<Record<ItemType, string>>> = {
  article: 'INPR',
  'article-journal': 'JOUR',
  'article-magazine': 'MGZN',
  'article-newspaper': 'NEWS',
  bill: 'BILL',
  book: 'BOOK',
  broadcast: 'MULTI',
  chapter: 'CHAP',
  classic: 'CLSWK',
  collection: 'SER',
  dataset: 'DATA',
  document: 'GEN',
  entry: 'ENCYC',
  'entry-dictionary': 'DICT',
  'entry-encyclopedia': 'ENCYC',
  figure: 'FIGURE',
  graphic: 'ART',
  hearing: 'HEAR',
  interview: 'PCOMM',
  legal_case: 'CASE',
  legislation: 'STAT',
  manuscript: 'UNPB',
  map: 'MAP',
  motion_picture: 'MPCT',
  musical_score: 'MUSIC',
  pamphlet: 'PAMP',
  'paper-conference': 'CONF',
  patent: 'PAT',
  periodical: 'JFULL',
  personal_communication: 'PCOMM',
  post: 'ELEC',
  'post-weblog': 'BLOG',
  regulation: 'LEGAL',
  report: 'RPRT',
  review: 'JOUR',
  'review-book': 'JOUR',
  software: 'COMP',
  song: 'SOUND',
  speech: 'SLIDE',
  standard: 'STAND',
  thesis: 'THES',
  treaty: 'LEGAL',
  webpage: 'ELEC',
};

/** Texts with one tag each, written and read. */
export const WRITTEN_TEXTS: Readonly<Partial<Record<TextField, string>>> = {
  title: 'TI',
  short_title: 'ST',
  container_title: 'T2',
  container_title_short: 'J2',
  collection_title: 'T3',
  volume: 'VL',
  number_of_volumes: 'NV',
  issue: 'IS',
  number: 'M1',
  section: 'SE',
  edition: 'ET',
  publisher: 'PB',
  publisher_place: 'CY',
  archive: 'DB',
  archive_location: 'AV',
  call_number: 'CN',
  genre: 'M3',
  language: 'LA',
  source: 'DP',
  abstract: 'AB',
  note: 'N1',
  annote: 'RN',
};

/** Other tags for the same; the first tag of a field that says something counts. */
export const READ_TEXTS: Readonly<Partial<Record<TextField, readonly string[]>>> = {
  container_title: ['T2', 'JF', 'BT', 'JO'],
  container_title_short: ['J2', 'JA', 'J1'],
  publisher_place: ['CY', 'PP'],
  abstract: ['AB', 'N2'],
};

/** What is in something else has its editor second; of a whole work that is the editor of the series. */
const IN_CONTAINERS: ReadonlySet<ItemType> = new Set([
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'chapter',
  'entry-dictionary',
  'entry-encyclopedia',
  'paper-conference',
  'document',
]);

export function roleOf(tag: string, type: ItemType): ContributorRole | null {
  const isInside = IN_CONTAINERS.has(type);
  switch (tag) {
    case 'AU':
    case 'A1':
      return 'author';
    case 'A2':
      return isInside ? 'editor' : 'collection-editor';
    case 'A3':
      return isInside ? 'collection-editor' : 'editor';
    case 'A4':
    case 'TA':
      return 'translator';
    case 'ED':
      return 'editor';
    default:
      return null;
  }
}

export const ROLES: readonly ContributorRole[] = ['author', 'editor', 'collection-editor', 'translator'];

export function tagOf(role: ContributorRole, type: ItemType): string | null {
  return ['AU', 'A2', 'A3', 'A4'].find((tag) => roleOf(tag, type) === role) ?? null;
}
