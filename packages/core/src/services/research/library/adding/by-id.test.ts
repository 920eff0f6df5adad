/** Papers that are added by their ids, from several sources that have them in their own way: real sources before made-up answers, a real store. */
import { answers, MADE_UP_SOURCES, openReplay, type Exchange, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../../app/app.ts';
import { PAPER_SOURCES } from '../../../../ports/index.ts';

const DOI = '10.5555/quiet.1';
const ARXIV = 'arXiv:2101.00001';
const MADE_UP = Object.values(MADE_UP_SOURCES).flatMap(({ exchanges }) => exchanges);
/** The made-up record of DataCite says that it appeared elsewhere too. */
const WITHOUT_DATACITE = PAPER_SOURCES.filter((name) => name !== 'datacite');
const WORKSPACE = 'default';

let replay: Replayed;
let app: App;
const open = async (options: Parameters<typeof openReplay>[0] = {}) => {
  replay = await openReplay({ settings: { web_robots: 'ignore', graph: 'off' }, ...options });
  app = createApp(replay.deps);
};
afterEach(async () => {
  await app.close();
  await replay.close();
});

const add = (identifier: string, again = false) =>
  app.research.adding.add({ workspace: WORKSPACE, client: 'me', from: { identifier }, skipExisting: !again });
const details = (named: string) => app.research.library.details(WORKSPACE, named);
const list = async () => {
  const { items, total } = await app.research.library.list({ workspace: WORKSPACE, limit: 50 });
  return { total, citekeys: items.map(({ value }) => value.citekey) };
};
const said = async (named: string, field: string) =>
  (await details(named)).said.filter((one) => one.field === field).map(({ source }) => source);

const crossref = (doi: string, work: object): Exchange =>
  answers('crossref', `/works/${encodeURIComponent(doi)}`, { status: 'ok', message: { DOI: doi, ...work } });
const WORK = { type: 'journal-article', title: ['Loud looms'], author: [{ family: 'Roe', given: 'Ann' }] };

describe('a paper that several sources know', () => {
  it('has each field from who is believed about it, and says who said what', async () => {
    await open();
    const { paper } = await add(DOI);
    const { item, citekey, counts, open_access, topics, tldr } = paper.value;
    expect(citekey).toBe('delacruz2021hum');
    expect(item).toMatchObject({
      type: 'article-journal',
      volume: '7',
      abstract: expect.stringContaining('Background'),
    });
    expect(await said(DOI, 'abstract')).toEqual(expect.arrayContaining(['crossref', 'europepmc', 'pubmed']));
    // Nobody has said that it is a document.
    expect(await said(DOI, 'type')).not.toContain('file');
    const confidence = (source: string) =>
      details(DOI).then(
        (all) => all.said.find((one) => one.source === source && one.field === 'contributors')?.confidence,
      );
    expect(await confidence('crossref')).toBeGreaterThan((await confidence('openalex')) ?? 1);
    expect({ counts, open_access, topics, tldr }).toMatchObject({
      counts: { cited_by: 3 },
      open_access: { status: 'gold' },
      topics: ['Silence'],
      tldr: 'Machines hum.',
    });
  });

  it('is counted by who collects, whoever answers last, and what one says of its retraction none unsays', async () => {
    const s2 = MADE_UP.find(({ path }) => path === `/graph/v1/paper/DOI:${DOI}`) ?? expect.fail('it is there');
    const many = { ...s2, body: s2.body.replace('"citationCount":3', '"citationCount":99') };
    await open({ exchanges: [many, ...MADE_UP] });
    const { paper } = await add(DOI);
    expect(paper.value.counts.cited_by).toBe(3);
    const notice = { kind: 'retraction', date: '2022-03-01', notice: { scheme: 'doi', value: '10.5555/notice' } };
    expect(paper.value.retraction).toEqual(notice);
    // Who is asked again hears of it from one that knows no more than that.
    replay.server.next('crossref', ...[1, 2, 3].map(() => says('down', {}, 500)));
    expect((await add(DOI, true)).paper.value.retraction).toEqual(notice);
  });

  it('that was corrected stands', async () => {
    const corrected = { type: 'correction', DOI: '10.5555/erratum', updated: { 'date-parts': [[2016, 1]] } };
    await open({
      exchanges: [crossref('10.5555/loud', { ...WORK, 'updated-by': [corrected] })],
      allowed: ['crossref'],
    });
    await add('10.5555/loud');
    expect((await app.research.library.stats(WORKSPACE)).retracted).toBe(0);
    const text = 'Roe, A. (2020). Loud looms. https://doi.org/10.5555/loud';
    const { references } = await app.research.reading.checkReferences({ workspace: WORKSPACE, text, limit: 5 });
    expect(references.map(({ verdict }) => verdict)).toEqual(['verified']);
  });

  it('under an id that was replaced, or that of a book, is one paper and not two', async () => {
    const work = (id: string) => ({
      id: `https://openalex.org/${id}`,
      title: 'Loud looms',
      doi: 'https://doi.org/10.5555/loud',
    });
    const isbn = '9780306406157';
    const book = { DOI: '10.5555/book', type: 'monograph', title: ['A book of looms'], ISBN: [isbn] };
    await open({
      exchanges: [
        { ...answers('openalex', '/works/W11111', ''), status: 301, headers: { location: '/works/W22222' } },
        answers('openalex', '/works/W22222', work('W22222')),
        answers('crossref', `/works?filter=${encodeURIComponent(`isbn:${isbn}`)}`, { message: { items: [book] } }),
      ],
      allowed: ['openalex', 'crossref'],
    });
    const merged = await add('https://openalex.org/W11111');
    const now = await add('https://openalex.org/W22222');
    expect([merged.paper.value.item.title, now.paper.key]).toEqual(['Loud looms', merged.paper.key]);
    const whole = await add(isbn);
    expect([whole.paper.value.item.title, (await add('10.5555/book')).paper.key]).toEqual([
      'A book of looms',
      whole.paper.key,
    ]);
    expect((await list()).total).toBe(2);
  });
});

describe('a preprint and what appeared of it', () => {
  const S2 = MADE_UP.find(({ path }) => path === `/graph/v1/paper/DOI:${DOI}`)?.body ?? '';
  /** Both are one paper to a collector, whichever is asked for. */
  const collected = answers('semanticscholar', '/graph/v1/paper/ARXIV:2101.00001', S2);

  it.each([
    ['the preprint first', [ARXIV, DOI]],
    ['what appeared first', [DOI, ARXIV]],
  ])('are two records, linked by what sources tell and shown as one: %s', async (_, ids) => {
    await open({ exchanges: [collected, ...MADE_UP], allowed: WITHOUT_DATACITE });
    for (const id of ids) await add(id);
    const [preprint, published] = [await details(ARXIV), await details(DOI)];
    expect(preprint.paper.value).toMatchObject({
      item: { identifiers: [{ scheme: 'arxiv', value: '2101.00001' }], type: 'article', publisher: 'arXiv' },
      shown_as: published.paper.key,
    });
    expect(preprint.paper.value.item).not.toHaveProperty('volume');
    expect(preprint.versions.map(({ relation }) => relation)).toEqual(['published']);
    expect(published.versions.map(({ relation }) => relation)).toEqual(['preprint']);
    expect([preprint.elsewhere, published.elsewhere]).toEqual([[], []]);
    expect(await list()).toEqual({ total: 1, citekeys: [published.paper.value.citekey] });
  });

  it('is told of, where only one of them is here', async () => {
    await open({ exchanges: [collected, ...MADE_UP] });
    await add(ARXIV);
    const { elsewhere, versions, paper } = await details(ARXIV);
    expect(elsewhere).toMatchObject([{ identifier: `doi:${DOI}`, relation: 'published', source: 'arxiv' }]);
    expect([versions, paper.value.shown_as]).toEqual([[], null]);
    expect(paper.value.tldr).toBe('Machines hum.');
  });

  it('is a preprint also where only a collector knows it', async () => {
    await open({ exchanges: [collected], allowed: ['semanticscholar'] });
    const { paper } = await add(ARXIV);
    expect(paper.value.item).toMatchObject({
      title: 'The hum of quiet machines: α-waves & CO2',
      type: 'article',
      genre: 'preprint',
      identifiers: [{ scheme: 'arxiv', value: '2101.00001' }],
    });
    expect((await details(ARXIV)).elsewhere).toMatchObject([{ identifier: `doi:${DOI}`, relation: 'published' }]);
  });

  it('come apart when one is deleted, and are one again when that is undone', async () => {
    await open();
    for (const id of [ARXIV, DOI]) await add(id);
    const { planId } = await app.research.library.delete(WORKSPACE, { article: DOI, confirm: true });
    expect((await list()).total).toBe(1);
    expect((await details(ARXIV)).paper.value.shown_as).toBeNull();
    await app.research.library.undo(WORKSPACE, planId);
    expect((await list()).total).toBe(1);
    expect((await details(ARXIV)).paper.value.shown_as).toBe((await details(DOI)).paper.key);
  });

  it('are one record when they are merged', async () => {
    await open({ allowed: WITHOUT_DATACITE });
    for (const id of [ARXIV, DOI]) await add(id);
    const { paper } = await app.research.library.merge({ workspace: WORKSPACE, into: ARXIV, from: DOI });
    expect(paper.value.shown_as).toBeNull();
    expect((await list()).total).toBe(1);
    expect((await details(ARXIV)).elsewhere).toEqual([]);
  });
});

describe('the page of a publisher', () => {
  const page = (title: string) =>
    `<!doctype html><html><head><title>${title}</title><meta name="citation_title" content="The hum of quiet machines: α-waves &amp; CO2">
    <meta name="citation_doi" content="${DOI}"><meta name="citation_author" content="Cruz, Ana de la"></head>
    <body><article><p>${'Looms hum in nine halls, and louder than the river at night. '.repeat(30)}</p></article></body></html>`;

  it('is of the paper that its elements name, wherever its title stands', async () => {
    await open();
    replay.server.page('/page', says(page('Journal of Quiet'), { 'content-type': 'text/html' }));
    const url = `http://journal.test:${replay.server.port}/page`;
    const added = await app.research.adding.add({ workspace: WORKSPACE, client: 'me', from: { url } });
    expect(added).toMatchObject({ warnings: [], file: { value: { kind: 'html' } } });
    expect(added.paper.value).toMatchObject({ item: { volume: '7' }, citekey: 'delacruz2021hum' });
    expect((await add(DOI)).paper.key).toBe(added.paper.key);
  });

  it('that cannot be had is added by the DOI in its address', async () => {
    await open();
    const url = `https://publisher.example/doi/full/${DOI}`;
    const added = await app.research.adding.add({ workspace: WORKSPACE, client: 'me', from: { url } });
    expect(added.warnings[0]).toMatch(/^The page could not be read: .* by the DOI in its address\.$/);
    expect((await add(DOI)).paper.key).toBe(added.paper.key);
    const other = { url: 'https://publisher.example/quiet' };
    const refused = app.research.adding.add({ workspace: WORKSPACE, client: 'me', from: other });
    await expect(refused).rejects.toMatchObject({ code: 'NETWORK_OFF' });
  });
});

describe('a source that fails', () => {
  it('is named with what would help, and nobody takes it for one that knows nothing', async () => {
    await open({ allowed: ['crossref', 'openalex'] });
    const search = `/works?query.bibliographic=${encodeURIComponent('Roe, R. Something printed. 2001.')}`;
    replay.server.add(answers('crossref', search, { status: 'ok', message: { items: [] } }));
    replay.server.next('crossref', ...[1, 2, 3].map(() => says('down', {}, 500)));
    replay.server.next('openalex', says('', { 'retry-after': '600' }, 429));
    const { warnings, sources, paper } = await add(DOI);
    expect(warnings.join()).toMatch(/crossref, openalex could not be asked/);
    const until = replay.clock.now() + 600_000;
    expect(sources.find(({ source }) => source === 'openalex')).toMatchObject({
      status: 'rate_limited',
      key: 'ZAPOMNI_OPENALEX_KEY',
      until: expect.closeTo(until, -4) as number,
    });
    // Added again once they answer, it is known at last, and is the same paper.
    replay.clock.advance(600_000);
    replay.server.forget();
    const again = await add(DOI);
    expect([again.paper.key, again.paper.value.item.title]).toEqual([
      paper.key,
      'The hum of quiet machines: α-waves & CO2',
    ]);
    expect((await add(DOI)).status).toBe('known');
  });

  it('beside one that answers is asked when the same is added again, and then no more', async () => {
    await open({ allowed: ['crossref', 'semanticscholar'] });
    replay.server.next('semanticscholar', ...[1, 2, 3].map(() => says('down', {}, 500)));
    const first = await add(DOI);
    expect(first.paper.value.item.title).toBe('The hum of quiet machines: α-waves & CO2');
    expect(first.paper.value.tldr).toBeNull();
    replay.clock.advance(600_000);
    replay.server.forget();
    const again = await add(DOI);
    expect([again.paper.key, again.paper.value.tldr]).toEqual([first.paper.key, 'Machines hum.']);
    expect((await add(DOI)).status).toBe('known');
  });

  it('when it is asked for references or copies is told as well', async () => {
    await open({ allowed: ['europepmc'] });
    const search = MADE_UP.find(
      ({ source, path }) => source === 'europepmc' && path.includes(encodeURIComponent(`DOI:"${DOI}"`)),
    );
    const lookup = search ?? expect.fail('it is there');
    replay.server.next(
      'europepmc',
      lookup,
      lookup,
      says('no', {}, 404),
      lookup,
      ...[1, 2].map(() => says('down', {}, 500)),
    );
    const { sources, references, warnings } = await add(DOI);
    expect([references, warnings.length]).toEqual([0, 1]);
    expect(sources.find(({ source }) => source === 'europepmc')).toMatchObject({ status: 'error' });
  });

  it('time after time is left alone for a while, and says until when', async () => {
    await open({ allowed: ['crossref'] });
    replay.server.next('crossref', ...Array.from({ length: 9 }, () => says('down', {}, 500)));
    await add('10.5555/one');
    await add('10.5555/two');
    const asked = replay.server.requests.length;
    const { sources } = await add('10.5555/three');
    expect(replay.server.requests.length).toBe(asked);
    expect(sources.find(({ source }) => source === 'crossref')).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('failed several times in a row') as string,
      until: expect.any(Number) as number,
    });
  });

  it('of many papers is told once, with how many it left unanswered', async () => {
    await open({ allowed: ['crossref'], exchanges: [crossref('10.5555/loud', WORK)] });
    replay.server.next('crossref', ...[1, 2].map(() => says('down', {}, 500)));
    const sources = ['10.5555/late', '10.5555/loud', 'nonsense'];
    const report = await app.research.adding.addAll({ workspace: WORKSPACE, client: 'me', sources });
    expect(report).toMatchObject({ added: 2, failed: 1 });
    expect(report.sources).toContainEqual(expect.objectContaining({ source: 'crossref', status: 'error', papers: 1 }));
    expect(report.sources).toContainEqual(expect.objectContaining({ source: 'pubmed', status: 'off', papers: 0 }));
  });
});
