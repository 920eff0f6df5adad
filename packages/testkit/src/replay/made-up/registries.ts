/** Crossref and DataCite. */
import { answers, doi, DOI, enc, QUERY_WORDS, type MadeUpSource } from './made-up-source.ts';

const WORK = {
  DOI: DOI.toUpperCase(),
  type: 'journal-article',
  title: ['The hum of <i>quiet</i> machines: &amp;alpha;-waves &amp; CO<sub>2</sub>'],
  author: [
    { family: 'de la Cruz', given: 'Ana', ORCID: 'https://orcid.org/0000-0002-1825-0097', sequence: 'first' },
    { family: 'Li', given: 'Wei' },
    { name: 'QUIET Collaboration' },
  ],
  issued: { 'date-parts': [[2021, 5]] },
  'container-title': ['Journal of Quiet'],
  ISSN: ['2049-3630'],
  volume: '7',
  page: '1-9',
  abstract:
    '<jats:title>Abstract</jats:title><jats:p>Machines hum.</jats:p><jats:p>Some are <jats:italic>quiet</jats:italic>.</jats:p>',
  'is-referenced-by-count': 3,
  'references-count': 2,
  license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' }],
  link: [{ URL: 'https://journal.test/quiet.pdf', 'content-type': 'application/pdf', 'content-version': 'vor' }],
  relation: { 'has-preprint': [{ 'id-type': 'doi', id: '10.48550/arXiv.2101.00001' }] },
  'updated-by': [{ type: 'retraction', DOI: '10.5555/notice', updated: { 'date-parts': [[2022, 3, 1]] } }],
  reference: [
    { key: '1', DOI: '10.5555/cited', 'article-title': 'Cited <b>work</b>', author: 'Doe', year: '1999a' },
    { key: '2', unstructured: 'Roe, R. Something printed. 2001.' },
  ],
};
const { reference: _, ...LISTED } = WORK;
const SEARCH = `/works?query.bibliographic=${enc(`${QUERY_WORDS} Li 2021`)}`;

export const crossref: MadeUpSource = {
  name: 'crossref',
  known: doi(DOI),
  unknown: doi('10.5555/nothing'),
  foreign: { scheme: 'pmid', value: '1' },
  answers: { lookup: 1, match: 1, references: 2, copies: 1 },
  errorInside: '{"status":"failed","message-type":"validation-failure","message":[{"type":"parameter-not-allowed"}]}',
  exchanges: [
    answers('crossref', `/works/${enc(DOI)}`, { status: 'ok', message: WORK }),
    answers('crossref', `/works/${enc('10.5555/nothing')}`, 'Resource not found.', { status: 404, type: 'text/plain' }),
    answers('crossref', SEARCH, { status: 'ok', message: { items: [LISTED] } }),
  ],
};

const ATTRIBUTES = {
  doi: DOI,
  titles: [{ title: 'The hum of quiet machines: $\\alpha$-waves &amp; CO2' }],
  creators: [
    { name: 'de la Cruz, Ana', givenName: 'Ana', familyName: 'de la Cruz', nameType: 'Personal' },
    { name: 'Li, Wei' },
    { name: 'QUIET Collaboration', nameType: 'Organizational' },
  ],
  publicationYear: 2021,
  dates: [{ date: '2021-05', dateType: 'Issued' }],
  types: { resourceTypeGeneral: 'Preprint', citeproc: 'article' },
  publisher: { name: 'Quiet Archive' },
  descriptions: [{ description: 'Machines hum.\nSome are quiet.', descriptionType: 'Abstract' }],
  rightsList: [{ rightsIdentifier: 'cc-by-4.0' }],
  relatedIdentifiers: [
    { relatedIdentifier: '10.5555/cited', relatedIdentifierType: 'DOI', relationType: 'References' },
    { relatedIdentifier: '10.5555/appeared', relatedIdentifierType: 'DOI', relationType: 'IsVersionOf' },
  ],
  url: 'https://archive.test/quiet',
  citationCount: 3,
};
const WORDS = 'titles.title:(the AND hum AND of AND quiet AND machines) AND publicationYear:[2020 TO 2022]';

export const datacite: MadeUpSource = {
  name: 'datacite',
  known: doi(DOI),
  unknown: doi('10.5555/nothing'),
  foreign: { scheme: 'pmid', value: '1' },
  answers: { lookup: 1, match: 1, references: 1, copies: 1 },
  errorInside: '{"errors":[{"status":"500","title":"Something went wrong"}]}',
  exchanges: [
    answers('datacite', `/dois/${enc(DOI)}`, { data: { id: DOI, attributes: ATTRIBUTES } }),
    answers('datacite', `/dois/${enc('10.5555/nothing')}`, { errors: [{ status: '404' }] }, { status: 404 }),
    answers('datacite', `/dois?query=${enc(WORDS)}`, { data: [{ id: DOI, attributes: ATTRIBUTES }] }),
  ],
};
