/** What comes out of answers of the kinds that services give, field by field. */
import type { PaperSource, PaperSourceName } from '@zapomni/core/ports';
import type { Identifier } from '@zapomni/core/model';
import { answers, MADE_UP_SOURCES, openReplay, type Replayed } from '@zapomni/testkit/replay';
import { leadsTo, says } from '@zapomni/testkit/web-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const doi = (value: string): Identifier => ({ scheme: 'doi', value });
const JSON_TYPE = { 'content-type': 'application/json' };
const SOON = Date.UTC(2026, 0, 1) + 400 * 86_400_000;

let replay: Replayed;
let sources: readonly PaperSource[];
beforeAll(async () => {
  replay = await openReplay();
  sources = await replay.deps.paperSources.all();
});
afterEach(() => {
  replay.server.forget();
  replay.clock.advance(7 * 86_400_000);
});
afterAll(() => replay.close());

const source = (name: PaperSourceName) => sources.find((one) => one.name === name) as PaperSource;
/** The source, with these for its next answers. */
const saying = (name: PaperSourceName, ...bodies: readonly unknown[]) => {
  replay.server.next(
    name,
    ...bodies.map((body) => says(typeof body === 'string' ? body : JSON.stringify(body), JSON_TYPE)),
  );
  return source(name);
};
const work = (fields: object) =>
  saying('crossref', { status: 'ok', message: { DOI: '10.5555/x', type: 'journal-article', ...fields } });
const registered = async (fields: object) => (await work(fields).lookup(doi('10.5555/x')))?.item;

describe('Crossref', () => {
  it('has a chapter in its book, and the book in its series', async () => {
    const titles = ['Lecture Notes in Computer Science', 'Computer Vision &amp; more'];
    expect(await registered({ type: 'book-chapter', 'container-title': titles, 'edition-number': '3' })).toMatchObject({
      container_title: 'Computer Vision & more',
      collection_title: 'Lecture Notes in Computer Science',
      edition: '3',
    });
    expect(await registered({ 'container-title': ['Journal of Quiet', 'J. Quiet'] })).not.toHaveProperty(
      'collection_title',
    );
  });

  it('says nothing where publishers write that there is nothing', async () => {
    const item = await registered({
      volume: 'null',
      issue: 'n/a',
      page: '-',
      title: ['Same'],
      'original-title': ['Same'],
    });
    for (const field of ['volume', 'issue', 'page', 'original_title']) expect(item).not.toHaveProperty(field);
  });

  it('has a day where one of its dates has it', async () => {
    const parts = (...days: number[]) => ({ 'date-parts': [days] });
    const issued = parts(2024, 5);
    expect(await registered({ issued, 'published-online': parts(2024, 5, 8) })).toMatchObject({ issued: { day: 8 } });
    expect(await registered({ issued, 'published-print': parts(2024, 7, 1) })).toMatchObject({
      issued: { year: 2024, month: 5 },
    });
    const start = parts(2009, 9, 23);
    expect(await registered({ issued, event: { name: 'AFRICON', start } })).toMatchObject({
      event_date: { year: 2009, day: 23 },
    });
  });

  it.each([
    ['preprint', 'preprint'],
    [undefined, 'preprint'],
    ['working_paper', 'working paper'],
    ['other', undefined],
  ])('knows what was posted: %s', async (subtype, genre) => {
    expect((await registered({ type: 'posted-content', subtype }))?.genre).toBe(genre);
  });

  it('takes no terms for machines for a licence, and no embargo for an open text', async () => {
    const free = 'https://creativecommons.org/licenses/by/4.0/';
    const licence = (version: string, URL: string, timestamp = 0) => ({
      URL,
      'content-version': version,
      start: { timestamp },
    });
    const link = [{ URL: 'https://journal.test/x.pdf', 'content-type': 'application/pdf', 'content-version': 'vor' }];
    const tdm = licence('tdm', 'https://www.elsevier.com/tdm/userlicense/1.0/');
    expect((await registered({ license: [tdm] }))?.license).toBeUndefined();
    expect((await registered({ license: [tdm, licence('vor', free)] }))?.license).toBe(free);
    const copies = (license: readonly object[]) => work({ license, link }).copies(doi('10.5555/x'));
    expect(await copies([tdm, licence('vor', free)])).toHaveLength(1);
    replay.clock.advance(7 * 86_400_000);
    expect(await copies([licence('am', free)])).toEqual([]);
    replay.clock.advance(7 * 86_400_000);
    expect(await copies([licence('vor', free, SOON)])).toEqual([]);
  });

  it('has a book under its number, and none of its chapters', async () => {
    const isbn: Identifier = { scheme: 'isbn', value: '9780306406157' };
    const list = (...items: readonly object[]) => saying('crossref', { message: { items } });
    const chapter = { DOI: '10.5555/book.1', type: 'book-chapter', title: ['A chapter'] };
    const found = await list(chapter, { DOI: '10.5555/book', type: 'monograph', title: ['The book'] }).lookup(isbn);
    expect(found?.item.title).toBe('The book');
    replay.clock.advance(7 * 86_400_000);
    expect(await list(chapter).lookup(isbn)).toBeNull();
  });

  it('names who is cited as publishers abbreviate it', async () => {
    const reference = ['Smith J', 'Smith, J. A.', 'J. Smith', 'Smith'].map((author) => ({ author, DOI: '10.5555/y' }));
    const { items } = await work({ reference }).references(doi('10.5555/x'));
    const families = items.map(({ item }) => item?.contributors[0]?.family ?? item?.contributors[0]?.literal);
    expect(families).toEqual(['Smith', 'Smith', 'Smith', 'Smith']);
  });
});

describe('DataCite', () => {
  const lookup = async (attributes: object) =>
    (await saying('datacite', { data: { attributes: { doi: '10.5555/x', ...attributes } } }).lookup(
      doi('10.5555/x'),
    )) ?? expect.fail('it knows the work');
  const relatedIdentifiers = [
    { relatedIdentifier: '10.5555/all', relatedIdentifierType: 'DOI', relationType: 'IsVersionOf' },
  ];

  it('knows what a preprint became, and takes the number of all versions of software for nothing of the kind', async () => {
    const preprint = { resourceTypeGeneral: 'Preprint', resourceType: 'Article' };
    const { versions, item } = await lookup({ types: preprint, relatedIdentifiers });
    expect([versions?.map(({ relation }) => relation), item.genre]).toEqual([['published'], 'preprint']);
    expect((await lookup({ types: { resourceTypeGeneral: 'Software' }, relatedIdentifiers })).versions).toBeUndefined();
  });

  it.each([
    ['Dissertation', 'PhD thesis', 'PhD thesis'],
    ['Dataset', 'dataset', undefined],
    ['JournalArticle', 'Journal Article', undefined],
  ])('says what kind of %s it is, unless that is all: %s', async (resourceTypeGeneral, resourceType, genre) => {
    expect((await lookup({ types: { resourceTypeGeneral, resourceType } })).item.genre).toBe(genre);
  });
});

describe('collectors', () => {
  it('know a year, where OpenAlex and Unpaywall write its first day', async () => {
    const id = 'https://openalex.org/W1';
    const openalex = async (publication_date: string) =>
      (await saying('openalex', { id, publication_date }).lookup(doi('10.5555/x')))?.item.issued;
    expect([await openalex('2014-01-01'), await openalex('2014-10-27')]).toEqual([
      { year: 2014 },
      { year: 2014, month: 10, day: 27 },
    ]);
    const unpaywall = await saying('unpaywall', { doi: '10.5555/x', published_date: '2014-01-01' }).lookup(
      doi('10.5555/x'),
    );
    expect(unpaywall?.item.issued).toEqual({ year: 2014 });
  });

  it('hold papers in repositories, where articles have not appeared', async () => {
    const place = (type: string) => ({ source: { type, display_name: 'PubMed Central' } });
    const venue = async (type: string, kind: string) =>
      (await saying('openalex', { id: 'W12345', type, primary_location: place(kind) }).lookup(doi('10.5555/x')))?.item
        .container_title;
    expect(await venue('article', 'repository')).toBeUndefined();
    expect(await venue('preprint', 'repository')).toBe('PubMed Central');
    expect(await venue('article', 'journal')).toBe('PubMed Central');
  });

  it('know a preprint as one, whatever Semantic Scholar calls its journal', async () => {
    const paper = {
      paperId: 'a'.repeat(40),
      externalIds: { ArXiv: '2101.00001' },
      publicationTypes: ['JournalArticle'],
    };
    const arxiv: Identifier = { scheme: 'arxiv', value: '2101.00001' };
    const item = async (fields: object) =>
      (await saying('semanticscholar', { ...paper, ...fields }).lookup(arxiv))?.item;
    const posted = await item({ journal: { name: 'ArXiv', volume: 'abs/2101.00001' }, venue: 'arXiv.org' });
    expect(posted).toMatchObject({ type: 'article', genre: 'preprint' });
    expect(posted).not.toHaveProperty('volume');
    expect(await item({ journal: { name: 'J. Quiet', volume: '7' } })).toMatchObject({
      type: 'article-journal',
      volume: '7',
    });
  });
});

describe('Europe PMC', () => {
  const results = (...result: readonly object[]) => ({ hitCount: result.length, resultList: { result } });
  const RESULT = { id: '7', source: 'MED', pmid: '7', doi: '10.5555/x', title: 'Quiet.', language: 'eng' };

  it('is believed about what has the id that was asked for, and nothing that comes with it', async () => {
    const other = { ...RESULT, doi: '10.5555/comment', title: 'Comment.' };
    const paper = await saying('europepmc', results(other, RESULT)).lookup(doi('10.5555/x'));
    expect(paper?.item).toMatchObject({ title: 'Quiet', language: 'en' });
    expect(await saying('europepmc', results(other)).lookup(doi('10.5555/x'))).toBeNull();
  });

  it.each([
    [{}, 'published'],
    [{ nihAuthMan: 'Y' }, 'accepted'],
    [{ source: 'PPR' }, 'submitted'],
  ])('says which version it keeps: %o', async (fields, version) => {
    const result = { ...RESULT, pmcid: 'PMC7', isOpenAccess: 'Y', ...fields };
    const [copy] = await saying('europepmc', results(result)).copies(doi('10.5555/x'));
    expect(copy).toMatchObject({ kind: 'jats', version });
  });

  it('is asked for a title, whatever words it has', async () => {
    await saying('europepmc', results()).match({ title: 'TO BE OR NOT TO BE' });
    expect(decodeURIComponent(replay.server.requests[0]?.path ?? '')).toContain('TITLE:(to+be+or+not+to+be)');
  });
});

describe('a refusal in words of its own', () => {
  it('says that a key is wrong, and is not taken for a number that nobody knows', async () => {
    const wrong = says(
      '{"error":"API key invalid","api-key":"secret","type":"client","status":"unknown"}',
      JSON_TYPE,
      400,
    );
    await replay.close();
    replay = await openReplay({ keys: { pubmed: 'secret' } });
    sources = await replay.deps.paperSources.all();
    const { known } = MADE_UP_SOURCES.pubmed;
    replay.server.next('pubmed', wrong);
    const refused = source('pubmed').lookup(known);
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('ZAPOMNI_PUBMED_KEY') as string,
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('secret') as string });
    // A number that is not there is said with the same status.
    replay.server.next('pubmed', says('ID list is empty! Possibly it has no correct IDs.', {}, 400));
    expect(await source('pubmed').lookup({ scheme: 'pmid', value: '99999999' })).toBeNull();
    expect(await source('pubmed').lookup(known)).not.toBeNull();
  });

  it('says that an address is none', async () => {
    replay.server.next(
      'unpaywall',
      says('{"error":true,"message":"Please use your own email address"}', JSON_TYPE, 422),
    );
    await expect(source('unpaywall').lookup(doi('10.5555/x'))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('ZAPOMNI_WEB_CONTACT') as string,
    });
  });
});

it('a number that OpenAlex has replaced leads to the work, at its pace', async () => {
  replay.server.add(answers('openalex', '/works/W22222', { id: 'https://openalex.org/W22222', title: 'Loud looms' }));
  replay.server.next('openalex', leadsTo('/works/W22222', 301));
  const paper = await source('openalex').lookup({ scheme: 'openalex', value: 'W11111' });
  expect(paper?.item).toMatchObject({ title: 'Loud looms', identifiers: [{ scheme: 'openalex', value: 'W22222' }] });
});
