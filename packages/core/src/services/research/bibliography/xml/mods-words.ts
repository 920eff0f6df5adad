/** Genres, kinds of resources and roles of MODS, as catalogues write them, and the words of CSL. */
import type { ContributorRole, ItemType } from '../../../../model/papers/index.ts';

/** What is written first; other words that are read behind it. */
const GENRES: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  article: ['preprint', 'eprint'],
  'article-journal': ['journal article', 'article', 'journalarticle', 'academic journal'],
  'article-magazine': ['magazine article', 'magazinearticle', 'magazine'],
  'article-newspaper': ['newspaper article', 'newspaperarticle', 'newspaper'],
  bill: ['bill'],
  book: ['book', 'monograph', 'conference publication', 'festschrift', 'handbook', 'proceedings'],
  broadcast: ['broadcast', 'tv broadcast', 'radio broadcast', 'tvbroadcast', 'radiobroadcast', 'podcast'],
  chapter: ['book chapter', 'booksection', 'book section', 'chapter', 'inbook', 'incollection'],
  classic: ['classical work'],
  collection: ['collection', 'series'],
  dataset: ['dataset', 'data set', 'database', 'numeric data', 'statistics'],
  document: ['document', 'miscellaneous', 'misc'],
  entry: ['reference entry'],
  'entry-dictionary': ['dictionary entry', 'dictionaryentry', 'dictionary'],
  'entry-encyclopedia': ['encyclopedia entry', 'encyclopediaarticle', 'encyclopedia'],
  event: ['event'],
  figure: ['figure', 'chart', 'diagram', 'graph'],
  graphic: ['graphic', 'artwork', 'picture', 'photograph', 'art original', 'slide'],
  hearing: ['hearing'],
  interview: ['interview'],
  legal_case: ['legal case', 'case', 'legal case and case notes', 'law report or digest'],
  legislation: ['legislation', 'statute'],
  manuscript: ['manuscript', 'unpublished'],
  map: ['map', 'atlas'],
  motion_picture: ['motion picture', 'film', 'videorecording', 'video recording', 'videorecording'],
  musical_score: ['musical score', 'score', 'notated music'],
  pamphlet: ['pamphlet', 'booklet'],
  'paper-conference': ['conference paper', 'conferencepaper', 'inproceedings'],
  patent: ['patent'],
  performance: ['performance'],
  periodical: ['periodical', 'journal', 'issue'],
  personal_communication: ['letter', 'personal communication', 'email', 'instantmessage'],
  post: ['forum post', 'forumpost'],
  'post-weblog': ['blog post', 'blogpost', 'blog'],
  regulation: ['regulation'],
  report: ['report', 'technical report', 'techreport', 'government publication'],
  review: ['review'],
  'review-book': ['book review'],
  software: ['software', 'computer program', 'computerprogram'],
  song: ['sound recording', 'audiorecording', 'audio recording', 'sound'],
  speech: ['speech', 'presentation', 'lecture'],
  standard: ['standard', 'standard or specification'],
  thesis: ['thesis', 'dissertation', 'theses', 'phdthesis', 'mastersthesis', 'academic dissertation'],
  treaty: ['treaty'],
  webpage: ['web page', 'webpage', 'web site', 'website', 'online'],
};

export const MODS_GENRES: ReadonlyMap<string, ItemType> = new Map(
  (Object.entries(GENRES) as [ItemType, readonly string[]][]).flatMap(([type, words]) =>
    words.map((word) => [word, type] as const),
  ),
);

export function modsGenre(type: ItemType): string {
  return GENRES[type]?.[0] ?? 'document';
}

export const MODS_RESOURCES: ReadonlyMap<string, ItemType> = new Map([
  ['still image', 'graphic'],
  ['moving image', 'motion_picture'],
  ['cartographic', 'map'],
  ['notated music', 'musical_score'],
  ['sound recording', 'song'],
  ['sound recording-musical', 'song'],
  ['sound recording-nonmusical', 'song'],
  ['software, multimedia', 'software'],
] as const);

/** The word and the code of each, as MARC has them. */
const RELATORS: Readonly<Partial<Record<ContributorRole, readonly string[]>>> = {
  author: [
    'author',
    'aut',
    'creator',
    'cre',
    'verfasser',
    'dissertant',
    'dis',
    'inventor',
    'inv',
    'artist',
    'art',
    'photographer',
    'pht',
    'cartographer',
    'ctg',
    'programmer',
    'prg',
    'interviewee',
    'ive',
    'performer',
    'prf',
  ],
  editor: ['editor', 'edt', 'herausgeber', 'hrsg', 'ed'],
  translator: ['translator', 'trl', 'übersetzer'],
  'collection-editor': ['series editor'],
  director: ['director', 'drt', 'film director', 'fmd'],
  interviewer: ['interviewer', 'ivr'],
  recipient: ['recipient', 'rcp', 'addressee'],
  composer: ['composer', 'cmp', 'komponist'],
  illustrator: ['illustrator', 'ill'],
  chair: ['chair', 'moderator', 'mod'],
  compiler: ['compiler', 'com'],
  contributor: ['contributor', 'ctb', 'mitwirkender'],
  'editorial-director': ['editorial director', 'edd'],
  'original-author': ['original author', 'ant'],
  'reviewed-author': ['reviewed author'],
};

const MODS_RELATORS: ReadonlyMap<string, ContributorRole> = new Map(
  (Object.entries(RELATORS) as [ContributorRole, readonly string[]][]).flatMap(([role, words]) =>
    words.map((word) => [word, role] as const),
  ),
);

/** Who had to do with the work and made nothing of it. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'publisher',
  'pbl',
  'distributor',
  'dst',
  'printer',
  'prt',
  'manufacturer',
  'mfr',
  'bookseller',
  'bsl',
  'host institution',
  'his',
  'degree grantor',
  'dgg',
  'degree granting institution',
  'funder',
  'fnd',
  'sponsor',
  'spn',
  'issuing body',
  'isb',
  'associated name',
  'asn',
  'owner',
  'own',
  'former owner',
  'fmo',
  'depositor',
  'dpt',
]);

/** By the words and codes of a name: whoever has none has written it, and whoever has others has contributed. Null for who is no maker. */
export function roleOfTerms(terms: readonly string[]): ContributorRole | null {
  const said = terms.filter((term) => term !== '');
  const known = said.map((term) => MODS_RELATORS.get(term)).find((role) => role !== undefined);
  if (known !== undefined || said.length === 0) return known ?? 'author';
  return said.some((term) => OUTSIDE.has(term)) ? null : 'contributor';
}

export function modsRelator(role: ContributorRole): string | null {
  return RELATORS[role]?.[0] ?? null;
}
