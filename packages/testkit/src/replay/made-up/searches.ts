/** Three papers about quiet machines, as each source that can be searched lists them: two on a first page, one without a title on a second. */
import type { PaperSearch, PaperSourceName } from '@zapomni/core/ports';
import type { Exchange } from '../exchange.ts';
import { answers, enc, type MadeUpSearch } from './made-up-source.ts';

const WISH: PaperSearch = {
  keywords: ['quiet machines'],
  match: 'any',
  from: '2021-01-01',
  until: '2021-12-31',
  sort: 'newest',
};
const WORDS = '"quiet machines"';
const ABSTRACT = 'About quiet machines.';
const DOIS = ['10.1101/2021.01.01.000011', '10.1101/2021.01.01.000012', '10.1101/2021.01.01.000013'];
const TITLES = ['Quiet machines, first', 'Quiet machines, second', undefined];
const NO_FILTER = { filter: { filter: 'type:article' }, server: { server: 'medrxiv' } };
/** Behind an address: what is asked, by name. */
const query = (parts: Readonly<Record<string, string>>) =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${enc(value)}`)
    .join('&');

const ATOM = { type: 'application/atom+xml; charset=utf-8' };
const ARXIV_ID = (n: number) => `2101.0001${n}`;
const arxivEntry = (
  n: number,
) => `<entry><id>http://arxiv.org/abs/${ARXIV_ID(n)}v1</id><title>${TITLES[n - 1] ?? ''}</title>
<published>2021-01-0${n}T00:00:00Z</published><summary>${ABSTRACT}</summary><author><name>Wei Li</name></author><category term="cs.SD"/></entry>`;
const arxivPage = (start: number, ...numbers: readonly number[]) =>
  answers(
    'arxiv',
    `/api/query?${query({
      search_query: `(ti:${WORDS} OR abs:${WORDS}) AND submittedDate:[202101010000 TO 202112312359]`,
      start: String(start),
    })}`,
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<opensearch:totalResults>3</opensearch:totalResults>${numbers.map(arxivEntry).join('')}</feed>`,
    ATOM,
  );

const XML = { type: 'text/xml; charset=UTF-8' };
const pubmedArticle = (
  n: number,
) => `<PubmedArticle><MedlineCitation><PMID>10${n}</PMID><Article><Journal><Title>Quiet</Title>
<JournalIssue><PubDate><Year>2021</Year></PubDate></JournalIssue></Journal><ArticleTitle>${TITLES[n - 1] ?? ''}</ArticleTitle>
<Abstract><AbstractText>${ABSTRACT}</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>`;
const pubmedPage = (start: number, ...numbers: readonly number[]) => {
  const found = { esearchresult: { count: '3', idlist: numbers.map((n) => `10${n}`) } };
  const term = `${WORDS}[Title/Abstract] AND ("2021/01/01"[Date - Publication] : "2021/12/31"[Date - Publication])`;
  // In another order than was asked for.
  const set = `<?xml version="1.0" ?><PubmedArticleSet>${numbers.toReversed().map(pubmedArticle).join('')}</PubmedArticleSet>`;
  return [
    answers(
      'pubmed',
      `/entrez/eutils/esearch.fcgi?${query({ db: 'pubmed', term, sort: 'pub_date', retstart: String(start) })}`,
      found,
    ),
    answers(
      'pubmed',
      `/entrez/eutils/efetch.fcgi?${query({ db: 'pubmed', id: numbers.map((n) => `10${n}`).join(',') })}`,
      set,
      XML,
    ),
  ];
};

const crossrefWork = (n: number) => ({
  DOI: DOIS[n - 1],
  type: 'posted-content',
  ...(TITLES[n - 1] === undefined ? {} : { title: [TITLES[n - 1]] }),
  abstract: `<jats:p>${ABSTRACT}</jats:p>`,
  author: [{ family: 'Li', given: 'Wei' }],
});
const NOISE = { DOI: '10.5555/noise', type: 'journal-article', title: ['Machines that are anything but quiet'] };
const crossrefPage = (place: Readonly<Record<string, string>>, items: readonly unknown[]) => {
  const asked = {
    'query.bibliographic': 'quiet machines',
    filter: 'from-pub-date:2021-01-01,until-pub-date:2021-12-31',
    sort: 'published',
    order: 'desc',
    ...place,
  };
  const message = { 'total-results': 4, 'next-cursor': 'scroll', items };
  return answers('crossref', `/works?${query(asked)}`, { status: 'ok', message });
};

const openalexWork = (n: number) => ({
  id: `https://openalex.org/W10${n}`,
  title: TITLES[n - 1] ?? null,
  type: 'article',
  publication_date: `2021-01-0${n}`,
  authorships: [{ author: { display_name: 'Wei Li' } }],
});
const openalexPage = (cursor: string, next: string | null, ...numbers: readonly number[]) => {
  const filter = `title_and_abstract.search:${WORDS},from_publication_date:2021-01-01,to_publication_date:2021-12-31`;
  return answers('openalex', `/works?${query({ filter, sort: 'publication_date:desc', cursor })}`, {
    meta: { count: 3, next_cursor: next },
    results: numbers.map(openalexWork),
  });
};

const post = (n: number, more: object = {}) => ({
  doi: DOIS[n - 1],
  title: TITLES[n - 1] ?? 'NA',
  authors: 'Li, W.; Cruz, A.',
  date: `2021-01-0${n}`,
  version: '1',
  type: 'new results',
  category: 'neuroscience',
  abstract: ABSTRACT,
  server: 'bioRxiv',
  ...more,
});
const biorxivPage = (start: number, collection: readonly unknown[]) =>
  answers('biorxiv', `/details/biorxiv/2021-01-01/2021-12-31/${start}/json`, {
    messages: [{ status: 'ok', cursor: start, count: collection.length, total: '6' }],
    collection,
  });

const S2_ID = (n: number) => String(n).repeat(40);
const s2Page = (token: string, next: string | null, ...numbers: readonly number[]) =>
  answers(
    'semanticscholar',
    `/graph/v1/paper/search/bulk?${query({
      query: WORDS,
      publicationDateOrYear: '2021-01-01:2021-12-31',
      sort: 'publicationDate:desc',
      token,
    })}`,
    {
      total: 3,
      token: next,
      data: numbers.map((n) => ({ paperId: S2_ID(n), title: TITLES[n - 1] ?? null, authors: [{ name: 'Wei Li' }] })),
    },
  );

const europepmcPage = (mark: string, next: string, ...numbers: readonly number[]) => {
  const asked = {
    query: `(TITLE:${WORDS} OR ABSTRACT:${WORDS}) AND FIRST_PDATE:[2021-01-01 TO 2021-12-31]`,
    sort: 'P_PDATE_D desc',
    synonym: 'false',
    cursorMark: mark,
  };
  return answers('europepmc', `/search?${query(asked)}`, {
    hitCount: 3,
    nextCursorMark: next,
    resultList: {
      result: numbers.map((n) => ({ id: `20${n}`, source: 'MED', pmid: `20${n}`, title: TITLES[n - 1] ?? '' })),
    },
  });
};

const NO_LIST = '{"message":"Internal Server Error"}';
const made = (ids: readonly string[], exchanges: readonly Exchange[], refused: MadeUpSearch['refused']) => ({
  wish: WISH,
  ids,
  exchanges,
  refused,
  errorInside: NO_LIST,
});
const NUMBERS = [1, 2, 3];

export const MADE_UP_SEARCHES: Readonly<Partial<Record<PaperSourceName, MadeUpSearch>>> = {
  arxiv: {
    ...made(NUMBERS.map(ARXIV_ID), [arxivPage(0, 1, 2), arxivPage(2, 3)], {
      ...NO_FILTER,
      venue: { venue: 'Nature' },
      types: { types: ['review'] },
      'subjects[0]': { subjects: ['cs.LG) OR (all:x'] },
    }),
    errorInside:
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#x</id><title>Error</title></entry></feed>',
  },
  pubmed: {
    ...made(['101', '102', '103'], [...pubmedPage(0, 1, 2), ...pubmedPage(2, 3)], NO_FILTER),
    errorInside: '{"esearchresult":{"ERROR":"Search Backend failed"}}',
  },
  crossref: {
    ...made(
      DOIS,
      [
        crossrefPage({ cursor: '*' }, [crossrefWork(1), crossrefWork(2)]),
        crossrefPage({ cursor: 'scroll' }, [NOISE, crossrefWork(3)]),
        crossrefPage({ offset: '2' }, [NOISE, crossrefWork(3)]),
      ],
      {
        server: NO_FILTER.server,
        subjects: { subjects: ['Physics'] },
        'types[0]': { types: ['a,from-pub-date:1'] },
        filter: { filter: 'x' },
      },
    ),
    isPassing: true,
  },
  openalex: made(['W101', 'W102', 'W103'], [openalexPage('*', 'second', 1, 2), openalexPage('second', null, 3)], {
    server: NO_FILTER.server,
    'subjects[0]': { subjects: ['Physics'] },
    'types[0]': { types: ['article|review'] },
    filter: { filter: 'type' },
  }),
  biorxiv: {
    ...made(
      DOIS,
      [
        biorxivPage(0, [
          post(1),
          post(1, { doi: '10.1101/2021.01.01.000019', title: 'A trial', abstract: 'Of loud ones.' }),
          post(2),
        ]),
        biorxivPage(3, [post(2, { version: '2' }), post(3), post(1, { version: '3' })]),
      ],
      {
        filter: NO_FILTER.filter,
        server: { server: 'chemrxiv' },
        venue: { venue: 'Nature' },
        sort: { sort: 'relevance' },
      },
    ),
    errorInside: '{"messages":[{"status":"Error : database is not available"}],"collection":[]}',
  },
  semanticscholar: made(NUMBERS.map(S2_ID), [s2Page('', 'second', 1, 2), s2Page('second', null, 3)], {
    ...NO_FILTER,
    sort: { sort: 'updated' },
    venue: { venue: '1234-5678' },
    subjects: { subjects: ['Physics,Biology'] },
    keywords: { keywords: [] },
  }),
  europepmc: {
    ...made(
      ['201', '202', '203'],
      [europepmcPage('*', 'second', 1, 2), europepmcPage('second', 'second', 3)],
      NO_FILTER,
    ),
    errorInside: '{"errCode":404,"errMsg":"No search criteria provided."}',
  },
};
