/** OpenAlex, Semantic Scholar and Unpaywall. */
import { answers, doi, DOI, enc, QUERY_WORDS, type MadeUpSource } from './made-up-source.ts';

const PLACE = {
  is_oa: true,
  landing_page_url: 'https://journal.test/quiet',
  pdf_url: 'https://journal.test/quiet.pdf',
  version: 'publishedVersion',
  license: 'cc-by',
  source: { display_name: 'Journal of Quiet', type: 'journal', issn: ['2049-3630'] },
};
const WORK = {
  id: 'https://openalex.org/W777',
  doi: `https://doi.org/${DOI}`,
  title: 'The hum of <i>quiet</i> machines: α-waves &amp; CO<sub>2</sub>',
  publication_date: '2021-05-03',
  publication_year: 2021,
  type: 'article',
  ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/77', pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/777' },
  authorships: [
    {
      raw_author_name: 'Ana de la Cruz',
      author: { display_name: 'Ana de la Cruz', orcid: 'https://orcid.org/0000-0002-1825-0097' },
    },
    { author: { display_name: 'Wei Li' } },
    { raw_author_name: 'QUIET Collaboration', author: {} },
  ],
  primary_location: PLACE,
  best_oa_location: PLACE,
  locations: [
    PLACE,
    { is_oa: true, landing_page_url: 'http://arxiv.org/abs/2101.00001', pdf_url: null, version: 'submittedVersion' },
  ],
  open_access: { oa_status: 'gold' },
  biblio: { volume: '7', first_page: '1', last_page: '9' },
  cited_by_count: 3,
  referenced_works: ['https://openalex.org/W1'],
  is_retracted: true,
  topics: [{ display_name: 'Silence' }],
  abstract_inverted_index: { Machines: [0], 'hum.': [1], Some: [2], are: [3], 'quiet.': [4] },
};
const OTHER = { id: 'https://openalex.org/W1', title: 'Another work', type: 'article', authorships: [] };
const list = (...results: readonly unknown[]) => ({ meta: { count: results.length, next_cursor: null }, results });
const works = (filter: string) => `/works?filter=${enc(filter)}`;

export const openalex: MadeUpSource = {
  name: 'openalex',
  known: doi(DOI),
  unknown: doi('10.5555/nothing'),
  foreign: { scheme: 's2', value: 'corpusid:1' },
  answers: { lookup: 1, match: 1, references: 1, citedBy: 1, copies: 3 },
  errorInside: '{"error":"Service unavailable","message":"try later"}',
  exchanges: [
    answers('openalex', `/works/https://doi.org/${DOI}`, WORK),
    answers('openalex', '/works/https://doi.org/10.5555/nothing', '<!doctype html><title>404 Not Found</title>', {
      status: 404,
      type: 'text/html; charset=utf-8',
    }),
    answers('openalex', works(`title.search:${QUERY_WORDS.toLowerCase()},publication_year:2020-2022`), list(WORK)),
    answers('openalex', works('cited_by:W777'), list(OTHER)),
    answers('openalex', works('cites:W777'), list(OTHER)),
  ],
};

const PAPER = {
  paperId: 'a'.repeat(40),
  externalIds: { DOI, ArXiv: '2101.00001', CorpusId: 777, PubMed: '77', DBLP: 'journals/quiet/CruzL21' },
  title: 'The hum of quiet machines: $\\alpha$-waves & CO2',
  abstract: 'Machines hum. Some are quiet.',
  year: 2021,
  publicationDate: '2021-05-03',
  publicationTypes: ['JournalArticle'],
  journal: { name: 'Journal of Quiet', volume: '7', pages: '1 - 9' },
  authors: [{ name: 'Ana de la Cruz' }, { name: 'Wei Li' }, { name: 'QUIET Collaboration' }],
  citationCount: 3,
  referenceCount: 1,
  openAccessPdf: { url: 'https://journal.test/quiet.pdf', status: 'GOLD', license: 'CCBY' },
  s2FieldsOfStudy: [{ category: 'Physics' }, { category: 'Physics' }],
  tldr: { text: 'Machines hum.' },
};
const S2 = '/graph/v1/paper';
const page = (link: string) => ({ offset: 0, data: [{ [link]: { paperId: null, title: 'Another work' } }] });

export const semanticscholar: MadeUpSource = {
  name: 'semanticscholar',
  known: doi(DOI),
  unknown: doi('10.5555/nothing'),
  foreign: { scheme: 'openalex', value: 'W1' },
  answers: { lookup: 1, match: 1, references: 1, citedBy: 1, copies: 1 },
  errorInside: '{"message":"Internal Server Error"}',
  exchanges: [
    answers('semanticscholar', `${S2}/DOI:${DOI}`, PAPER),
    answers(
      'semanticscholar',
      `${S2}/DOI:10.5555/nothing`,
      { error: 'Paper with id DOI:10.5555/nothing not found' },
      { status: 404 },
    ),
    answers('semanticscholar', `${S2}/search/match?query=${enc(QUERY_WORDS)}&year=2020-2022`, { data: [PAPER] }),
    answers('semanticscholar', `${S2}/DOI:${DOI}/references`, page('citedPaper')),
    answers('semanticscholar', `${S2}/DOI:${DOI}/citations`, page('citingPaper')),
  ],
};

const LOCATION = {
  url_for_pdf: 'https://journal.test/quiet.pdf',
  url_for_landing_page: 'https://journal.test/quiet',
  version: 'publishedVersion',
  license: 'cc-by',
  host_type: 'publisher',
};
const RECORD = {
  doi: DOI,
  title: 'The hum of quiet machines: &alpha;-waves &amp; CO2',
  genre: 'journal-article',
  published_date: '2021-05-03',
  journal_name: 'Journal of Quiet',
  journal_issns: '2049-3630',
  oa_status: 'gold',
  best_oa_location: LOCATION,
  oa_locations: [
    LOCATION,
    { ...LOCATION, url_for_pdf: null, url_for_landing_page: 'https://archive.test/quiet', version: 'submittedVersion' },
  ],
  z_authors: [
    { given: 'Ana', family: 'de la Cruz' },
    { raw_author_name: 'Wei Li' },
    { raw_author_name: 'QUIET Collaboration' },
  ],
};

export const unpaywall: MadeUpSource = {
  name: 'unpaywall',
  known: doi(DOI),
  unknown: doi('10.5555/nothing'),
  foreign: { scheme: 'arxiv', value: '2101.00001' },
  answers: { lookup: 1, match: 1, copies: 3 },
  errorInside: '{"HTTP_status_code":500,"error":true,"message":"something went wrong"}',
  exchanges: [
    answers('unpaywall', `/v2/${DOI}`, RECORD),
    answers('unpaywall', '/v2/10.5555/nothing', { error: true, HTTP_status_code: 404 }, { status: 404 }),
    answers('unpaywall', `/v2/search?query=${enc(QUERY_WORDS)}`, { results: [{ response: RECORD, score: 1 }] }),
  ],
};
