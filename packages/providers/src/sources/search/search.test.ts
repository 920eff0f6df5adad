/** What each service is asked in its own words, where it ends, and what was recorded of it. */
import { toZapomniError } from '@zapomni/core/errors';
import { PAPER_SOURCES, type PaperSearch, type PaperSource, type PaperSourceName } from '@zapomni/core/ports';
import { openReplay, recordedExchanges, whyNoRecordings, type Exchange, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const missing = whyNoRecordings();
let replay: Replayed;
let sources: readonly PaperSource[];
beforeAll(async () => {
  replay = await openReplay({ exchanges: [] });
  sources = await replay.deps.paperSources.all();
});
afterEach(() => replay.server.forget());
afterAll(() => replay.close());

const WISH: PaperSearch = { keywords: ['graph neural network'], match: 'any', sort: 'newest' };
const source = (name: PaperSourceName) => sources.find((one) => one.name === name) as PaperSource;
const json = (body: unknown) => says(JSON.stringify(body), { 'content-type': 'application/json' });
const atom = (body: string) => says(body, { 'content-type': 'application/atom+xml' });

/** The parameters of what is asked, whatever comes of it. */
async function asked(name: PaperSourceName, search: Partial<PaperSearch>): Promise<Record<string, string>> {
  replay.server.forget();
  await source(name)
    .search({ ...WISH, ...search })
    .catch(() => null);
  return Object.fromEntries(new URL(replay.server.requests[0]?.path ?? '', 'http://x.test').searchParams);
}

const failure = (work: Promise<unknown>) => work.then(() => expect.fail('it did not fail'), toZapomniError);

describe('PubMed', () => {
  const BOOK = `<PubmedBookArticle><BookDocument><PMID Version="1">20301425</PMID><ArticleIdList><ArticleId IdType="bookaccession">NBK1247</ArticleId></ArticleIdList>
<Book><Publisher><PublisherName>University of Quiet</PublisherName><PublisherLocation>Lund</PublisherLocation></Publisher><BookTitle book="quiet">QuietReviews<sup>®</sup></BookTitle>
<PubDate><Year>1993</Year></PubDate><AuthorList Type="editors" CompleteYN="Y"><Author><LastName>Roe</LastName><ForeName>Rita</ForeName></Author></AuthorList><Isbn>9780306406157</Isbn></Book>
<ArticleTitle book="quiet" part="hum">Hum-associated quiet.</ArticleTitle><Language>eng</Language><AuthorList Type="authors" CompleteYN="Y"><Author><LastName>Li</LastName><Initials>W</Initials></Author></AuthorList>
<Abstract><AbstractText>Machines hum.</AbstractText></Abstract></BookDocument><PubmedBookData><ArticleIdList><ArticleId IdType="pubmed">20301425</ArticleId></ArticleIdList></PubmedBookData></PubmedBookArticle>`;

  it('has books and their chapters among what it finds', async () => {
    const whole = BOOK.replaceAll('20301425', '20301426').replace(/<ArticleTitle.*<\/ArticleTitle>/u, '');
    const set = `<?xml version="1.0"?><PubmedArticleSet>${BOOK}${whole}</PubmedArticleSet>`;
    const found = { esearchresult: { count: '2', idlist: ['20301425', '20301426'] } };
    replay.server.next('pubmed', json(found), says(set, { 'content-type': 'text/xml' }));
    const { items } = await source('pubmed').search(WISH);
    expect(items.map(({ item }) => item)).toMatchObject([
      {
        type: 'chapter',
        title: 'Hum-associated quiet',
        container_title: expect.stringContaining('QuietReviews'),
        publisher: 'University of Quiet',
        publisher_place: 'Lund',
        issued: { year: 1993 },
        abstract: 'Machines hum.',
        contributors: [
          { role: 'author', family: 'Li' },
          { role: 'editor', family: 'Roe', given: 'Rita' },
        ],
        identifiers: [
          { scheme: 'pmid', value: '20301425' },
          { scheme: 'isbn', value: '9780306406157' },
        ],
      },
      { type: 'book', title: expect.stringContaining('QuietReviews') },
    ]);
    expect(items[1]?.item).not.toHaveProperty('container_title');
  });
});

describe('what is asked in the words of the service', () => {
  it('arXiv: fields, categories, days of submission or of the last change', async () => {
    const all = {
      keywords: ['a b', 'c'],
      match: 'all',
      authors: ['Ada Lovelace'],
      subjects: ['cs.LG', 'q-bio.NC'],
    } as const;
    expect(await asked('arxiv', { ...all, from: '2026-01-02', sort: 'updated' })).toMatchObject({
      search_query:
        '((ti:"a b" OR abs:"a b") AND (ti:"c" OR abs:"c")) AND au:"Ada Lovelace" AND (cat:cs.LG OR cat:q-bio.NC) AND lastUpdatedDate:[202601020000 TO 299912312359]',
      sortBy: 'lastUpdatedDate',
      sortOrder: 'descending',
      start: '0',
    });
    expect(await asked('arxiv', { sort: 'relevance' })).toMatchObject({ sortBy: 'relevance' });
  });

  it('PubMed: MeSH, people, journal, types of publication', async () => {
    const { term, sort } = await asked('pubmed', {
      keywords: ['a', 'b'],
      subjects: ['Lung Neoplasms'],
      authors: ['Curie M'],
      venue: 'The Lancet',
      types: ['Review', 'Clinical Trial'],
      until: '2026-01-02',
    });
    expect(term).toBe(
      '("a"[Title/Abstract] OR "b"[Title/Abstract]) AND "Curie M"[Author] AND "Lung Neoplasms"[MeSH Terms] AND "The Lancet"[Journal] AND ("Review"[Publication Type] OR "Clinical Trial"[Publication Type]) AND ("1000/01/01"[Date - Publication] : "2026/01/02"[Date - Publication])',
    );
    expect(sort).toBe('pub_date');
    expect((await asked('pubmed', { from: '2026-01-01', sort: 'updated' }))['term']).toContain('Date - Modification');
  });

  it('Crossref: words, container, types and a filter of its own, by day of publication or of indexing', async () => {
    const more = {
      venue: 'Journal of Quiet',
      authors: ['Li'],
      types: ['journal-article', 'book-chapter'],
      filter: 'has-abstract:true',
    };
    expect(await asked('crossref', { ...more, from: '2026-01-02', sort: 'updated' })).toMatchObject({
      'query.bibliographic': 'graph neural network',
      'query.container-title': 'Journal of Quiet',
      'query.author': 'Li',
      filter: 'type:journal-article,type:book-chapter,from-index-date:2026-01-02,has-abstract:true',
      sort: 'indexed',
      cursor: '*',
    });
    expect((await asked('crossref', { venue: '2049-3630' }))['filter']).toBe('issn:2049-3630');
  });

  it('OpenAlex: topics by number, types, a filter of its own', async () => {
    const more = {
      subjects: ['T10017', 't2'],
      types: ['article', 'preprint'],
      venue: '2049-3630',
      filter: 'is_oa:true',
    };
    expect(await asked('openalex', { ...more, from: '2026-01-02' })).toMatchObject({
      filter:
        'title_and_abstract.search:"graph neural network",topics.id:T10017|T2,primary_location.source.issn:2049-3630,type:article|preprint,from_publication_date:2026-01-02,is_oa:true',
      sort: 'publication_date:desc',
      cursor: '*',
    });
    const { issues } = await failure(
      source('openalex').search({ ...WISH, keywords: [], filter: 'a:b', sort: 'relevance' }),
    );
    expect(issues[0]?.field).toBe('sort');
  });

  it('Semantic Scholar and Europe PMC: fields of study, journals, preprints as a type', async () => {
    expect(
      await asked('semanticscholar', { match: 'all', keywords: ['a b', 'c'], subjects: ['Physics'] }),
    ).toMatchObject({
      query: '"a b" + "c"',
      fieldsOfStudy: 'Physics',
      sort: 'publicationDate:desc',
    });
    const more = {
      authors: ['Ada King Lovelace', 'WHO Consortium'],
      subjects: ['Malaria'],
      venue: 'eLife',
      types: ['SRC:PPR', 'Review'],
    };
    expect((await asked('europepmc', { ...more, sort: 'updated', from: '2026-01-01' }))['query']).toBe(
      '(TITLE:"graph neural network" OR ABSTRACT:"graph neural network") AND (AUTH:"Lovelace A" OR AUTH:"WHO Consortium") AND KW:"Malaria" AND JOURNAL:"eLife" AND (SRC:PPR OR PUB_TYPE:"Review") AND UPDATE_DATE:[2026-01-01 TO 3000-12-31]',
    );
  });
});

describe('what is sifted', () => {
  const post = (n: number, more: object) => ({
    doi: `10.1101/2026.01.01.00000${n}`,
    title: 'Graph neural networks of the mouse',
    authors: 'Li, W.; von Neumann, J.',
    version: '1',
    category: 'neuroscience',
    server: 'medRxiv',
    ...more,
  });
  const posts = (...collection: readonly object[]) =>
    json({ messages: [{ status: 'ok', total: String(collection.length) }], collection });

  it('from the days of medRxiv: words with their endings, people, subjects, first versions', async () => {
    const all = [
      post(1, {}),
      post(2, { title: 'A network of graphs', abstract: 'Neural.' }),
      post(3, { authors: 'Doe, J.' }),
      post(4, { category: 'cell biology' }),
      post(5, { version: '2' }),
    ];
    const search = {
      ...WISH,
      from: '2026-01-01',
      server: 'medrxiv',
      authors: ['John von Neumann'],
      subjects: ['Neuroscience'],
    };
    replay.server.next('biorxiv', posts(...all));
    const { items, next } = await source('biorxiv').search(search);
    expect(items.map(({ item }) => item.identifiers[0]?.value)).toEqual(['10.1101/2026.01.01.000001']);
    expect(next).toBeNull();
    expect(replay.server.requests[0]?.path).toMatch(/^\/details\/medrxiv\/2026-01-01\/\d{4}-\d\d-\d\d\/0\/json$/);
    replay.server.next('biorxiv', posts(...all));
    const updated = await source('biorxiv').search({ ...search, sort: 'updated', subjects: ['neuroscience'] });
    expect(updated.items).toHaveLength(2);
  });

  it('from a page that has more than were wanted: the next begins behind the last that was given', async () => {
    const search = { ...WISH, from: '2026-01-03', until: '2026-01-04' };
    replay.server.next('biorxiv', posts(post(1, {}), post(2, { title: 'Other' }), post(3, {}), post(4, {})));
    const { items, next } = await source('biorxiv').search(search, { limit: 2 });
    expect(items).toHaveLength(2);
    await source('biorxiv')
      .search(search, { cursor: next ?? '' })
      .catch(() => null);
    expect(replay.server.requests.at(-1)?.path).toBe('/details/biorxiv/2026-01-03/2026-01-04/3/json');
  });
});

describe('results without number', () => {
  it('of which the service shows only the first are given, and then the search is said to be too wide', async () => {
    const entry = '<entry><id>http://arxiv.org/abs/2101.00001v1</id><title>One</title></entry>';
    const feed = (entries: string) =>
      atom(`<feed xmlns="http://www.w3.org/2005/Atom"><totalResults>100000</totalResults>${entries}</feed>`);
    const arxiv = source('arxiv');
    let cursor: string | undefined;
    let seen = 0;
    for (let i = 0; i < 15; i++) {
      replay.server.next('arxiv', feed(entry.repeat(2000)));
      const { items, next, total } = await arxiv.search(WISH, { limit: 5000, ...(cursor ? { cursor } : {}) });
      expect(total).toBe(100_000);
      seen += items.length;
      cursor = next ?? expect.fail('there is more');
    }
    expect(seen).toBe(30_000);
    const error = await failure(arxiv.search(WISH, { cursor: cursor ?? '' }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', issues: [{ field: 'from' }] });
    expect(error.message).toContain('30,000');
    expect(replay.server.asked('arxiv')).toHaveLength(15);
  });

  it('are no end where a page is empty that should not be', async () => {
    replay.server.next('arxiv', atom('<feed><totalResults>7</totalResults></feed>'));
    expect((await failure(source('arxiv').search(WISH))).code).toBe('UPSTREAM_FAILED');
    replay.server.next('pubmed', json({ esearchresult: { count: '7', idlist: [] } }));
    expect((await failure(source('pubmed').search(WISH))).code).toBe('UPSTREAM_FAILED');
    const empty = json({ messages: [{ status: 'ok', total: '7' }], collection: [] });
    replay.server.next('biorxiv', empty);
    expect((await failure(source('biorxiv').search({ ...WISH, from: '2026-01-01' }))).code).toBe('UPSTREAM_FAILED');
  });
});

describe("a cursor of Crossref's", () => {
  const page = (n: number) =>
    json({
      message: {
        'total-results': 50,
        'next-cursor': 'scroll',
        items: [{ DOI: `10.5555/${n}`, title: ['Graph neural network'] }],
      },
    });

  it('is used once, and not when it has grown old', async () => {
    const crossref = source('crossref');
    replay.server.next('crossref', page(1), page(2), page(2), page(2));
    const { next } = await crossref.search(WISH);
    const cursor = next ?? '';
    for (let i = 0; i < 2; i++) await crossref.search(WISH, { cursor });
    const [, second, again] = replay.server.requests.map(({ path }) => new URL(path, 'http://x.test').searchParams);
    expect([second?.get('cursor'), second?.get('offset')]).toEqual(['scroll', null]);
    expect([again?.get('cursor'), again?.get('offset')]).toEqual([null, '1']);
    replay.server.forget();
    replay.server.next('crossref', page(1), page(2));
    const old = await crossref.search({ ...WISH, match: 'all' });
    replay.clock.advance(600_000);
    await crossref.search({ ...WISH, match: 'all' }, { cursor: old.next ?? '' });
    expect(replay.server.requests.at(-1)?.path).toContain('offset=1');
  });
});

describe.skipIf(missing !== undefined)(`recorded lists${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  const recorded = (name: PaperSourceName, file: string): Exchange =>
    recordedExchanges(name).find((exchange) => exchange.name === file) ?? expect.fail(`${file} was not recorded`);
  const answering = (name: PaperSourceName, ...files: readonly string[]) => {
    replay.server.next(name, ...files.map((file) => recorded(name, file)));
    return source(name);
  };
  const wish = (keyword: string): PaperSearch => ({ ...WISH, keywords: [keyword] });

  it('of arXiv, PubMed, Europe PMC, OpenAlex, bioRxiv and Semantic Scholar are read page by page', async () => {
    const arxiv = await answering('arxiv', 'q_testing_s0_m10').search(wish('testing'), { limit: 10 });
    expect(arxiv).toMatchObject({ total: 214_881, next: expect.any(String) as string });
    const more = await answering('arxiv', 'q_testing_s10_m10').search(wish('testing'), {
      limit: 10,
      cursor: arxiv.next ?? '',
    });
    expect(new Set([...arxiv.items, ...more.items].map(({ item }) => item.number)).size).toBe(20);
    const pubmed = await answering('pubmed', 'esearch_json_ok', 'pubmed1').search(wish('CRISPR'));
    expect(pubmed).toMatchObject({ total: 8863, next: expect.any(String) as string });
    const epmc = await answering('europepmc', 'search_cancer_core_trim3').search(wish('cancer'));
    expect(epmc.items.length).toBeGreaterThan(0);
    expect((await answering('europepmc', 'search_no_results').search(wish('nohits'))).items).toEqual([]);
    expect((await answering('openalex', 'list_works_trim4').search(wish('public health'))).items).toHaveLength(4);
    const posts = await answering('biorxiv', 'details_interval_p1').search({
      ...WISH,
      keywords: [],
      from: '2026-08-01',
      until: '2026-08-02',
    });
    expect(posts).toMatchObject({ total: 3, items: { length: 2 }, next: expect.any(String) as string });
    expect((await answering('biorxiv', 'details_no_posts').search({ ...WISH, from: '2030-01-01' })).next).toBeNull();
    expect(await answering('semanticscholar', 'bulk_with_token').search(wish('x'))).toMatchObject({
      total: 15_117,
      next: expect.any(String) as string,
    });
    expect((await answering('semanticscholar', 'bulk_no_token').search(wish('y'))).next).toBeNull();
    expect((await answering('semanticscholar', 'search_empty').search(wish('z'))).items).toEqual([]);
  });

  it('of Crossref go on by a cursor that stays the same word, and by number when it is no longer taken', async () => {
    const crossref = answering('crossref', 'cursor_max_page1', 'cursor_max_page2');
    const search = { ...wish('widget'), from: '2000-01-01' };
    const first = await crossref.search(search, { limit: 20 });
    expect(first.total).toBe(454);
    for (const { item } of first.items) expect(`${item.title} ${item.abstract}`).toMatch(/widget/i);
    const second = await crossref.search(search, { limit: 20, cursor: first.next ?? '' });
    const ids = [...first.items, ...second.items].map(({ item }) => item.identifiers[0]?.value);
    expect(new Set(ids).size).toBe(ids.length);
    replay.server.next('crossref', recorded('crossref', 'cursor_bad_404'), recorded('crossref', 'cursor_max_page1'));
    await crossref.search(search, { limit: 20, cursor: second.next ?? '' });
    expect(replay.server.requests.at(-1)?.path).toContain('offset=40');
  });

  it('that are errors are said to be', async () => {
    expect((await failure(answering('pubmed', 'esearch_json_error_200').search(wish('q1')))).code).toBe(
      'UPSTREAM_FAILED',
    );
    expect((await failure(answering('europepmc', 'error_in_200').search(wish('q2')))).code).toBe('UPSTREAM_FAILED');
    expect((await failure(answering('openalex', 'bad_key_401').search(wish('q3')))).code).toBe('INVALID_CONFIG');
    expect((await failure(answering('semanticscholar', 'rate_limited_429').search(wish('q4')))).code).toBe(
      'UPSTREAM_RATE_LIMITED',
    );
    expect(PAPER_SOURCES.filter((name) => source(name).answers.has('search'))).toHaveLength(7);
  });
});
