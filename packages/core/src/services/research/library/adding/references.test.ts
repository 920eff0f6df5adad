/** What a paper cites: whose list it is, and which papers it means. Real sources before made-up answers, a real store. */
import { answers, openReplay, type Exchange, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../../app/app.ts';

const WORKSPACE = 'default';
const CITING = '10.5555/citing';

let replay: Replayed;
let app: App;
const open = async (options: Parameters<typeof openReplay>[0] = {}) => {
  replay = await openReplay({ settings: { web_robots: 'ignore', graph: 'off' }, allowed: ['crossref'], ...options });
  app = createApp(replay.deps);
};
afterEach(async () => {
  await app.close();
  await replay.close();
});

const work = (doi: string, fields: object = {}): Exchange =>
  answers('crossref', `/works/${encodeURIComponent(doi)}`, { message: { DOI: doi, ...WORK, ...fields } });
const WORK = { type: 'journal-article', title: ['Loud looms'], author: [{ family: 'Roe', given: 'Ann' }] };
const citing = (...reference: readonly object[]) => work(CITING, { title: ['Silence in mills'], reference });
const search = (raw: string, ...items: readonly object[]) =>
  answers('crossref', `/works?query.bibliographic=${encodeURIComponent(raw)}`, { message: { items } });
const add = (identifier: string, more: object = {}) =>
  app.research.adding.add({ workspace: WORKSPACE, client: 'me', from: { identifier }, ...more });
const references = async () => {
  const asked = { workspace: WORKSPACE, article: CITING, outbound: true, inbound: false, depth: 1, limit: 500 };
  return (await app.research.citing.walk(asked)).references.map(({ reference, cited }) => ({
    confidence: reference.confidence,
    method: reference.method,
    doi: cited?.value.item.identifiers.find(({ scheme }) => scheme === 'doi')?.value ?? null,
    standing: cited?.value.standing ?? null,
  }));
};

const HALLS = 'Loud looms of the northern halls: a survey of nine mills';
const JOURNAL = 'Journal of Noise';
const registered = (fields: object = {}) => ({
  ...WORK,
  DOI: '10.5555/halls',
  title: [HALLS],
  issued: { 'date-parts': [[2011]] },
  'container-title': [JOURNAL],
  ...fields,
});

describe('a reference', () => {
  it('is all of the list, however many pages it has', async () => {
    const titles = Array.from({ length: 103 }, (_, i) => `Cited work number ${i} of the mills`);
    const linked = (from: number, to: number, next?: number) =>
      answers('semanticscholar', `/graph/v1/paper/DOI:10.5555/many/references?offset=${from}`, {
        offset: from,
        ...(next === undefined ? {} : { next }),
        data: titles.slice(from, to).map((title) => ({ citedPaper: { paperId: null, title } })),
      });
    const printed = titles.map((title) => ({ 'article-title': title }));
    await open({
      exchanges: [citing(...printed), linked(0, 60, 60), linked(60, 103)],
      allowed: ['crossref', 'semanticscholar'],
    });
    expect((await add(CITING)).references).toBe(103);
    expect((await add('10.5555/many')).references).toBe(103);
  });

  it('is of a part of the list where its source fails on the way, and of all when the same is added again', async () => {
    const at = (from: number) => `/graph/v1/paper/DOI:10.5555/many/references?offset=${from}`;
    const linked = (from: number, title: string, more: object = {}) =>
      answers('semanticscholar', at(from), { offset: from, data: [{ citedPaper: { paperId: null, title } }], ...more });
    const known = { paperId: 'a'.repeat(40), title: 'Silence in mills', externalIds: { DOI: '10.5555/many' } };
    const paper = answers('semanticscholar', '/graph/v1/paper/DOI:10.5555/many', known);
    const first = linked(0, 'Spindles at rest in the north', { next: 1 });
    const failing = answers('semanticscholar', at(1), '', { status: 429 });
    await open({ exchanges: [paper, first, failing], allowed: ['semanticscholar'] });
    const part = await add('10.5555/many');
    expect(part.references).toBe(1);
    expect(part.sources).toContainEqual(
      expect.objectContaining({ source: 'semanticscholar', status: 'partial', code: 'UPSTREAM_RATE_LIMITED' }),
    );
    replay.clock.advance(1_000_000);
    replay.server.add(linked(1, 'Spindles in motion in the south'));
    expect((await add('10.5555/many')).references).toBe(2);
  });

  it.each<[string, object, object]>([
    ['its id', { DOI: '10.5555/HALLS' }, { confidence: 1, method: 'id' }],
    [
      'a title without its end, and all the rest',
      {
        'article-title': 'Loud looms of the northern halls',
        author: 'Roe A',
        year: '2011',
        'journal-title': 'J. Noise',
      },
      { method: 'text-match' },
    ],
    [
      'a slip in the title, and a year beside it',
      {
        'article-title': 'Loud looms in the northern halls: a survey of nine mills',
        author: 'Roe',
        year: '2012',
        'journal-title': JOURNAL,
      },
      { method: 'text-match' },
    ],
    [
      'a line that nobody has taken apart',
      {
        unstructured:
          'Roe, A. (2011). Loud looms of the northern halls: A survey of nine mills. Journal of Noise, 4(2), 1–9.',
      },
      { method: 'text-match' },
    ],
  ])('means the paper of the library that has %s', async (_, reference, how) => {
    await open({ exchanges: [citing(reference), work('10.5555/halls', registered())] });
    await add('10.5555/halls');
    expect(await add(CITING)).toMatchObject({ references: 1, matched: 1 });
    const [found] = await references();
    expect(found).toMatchObject({ doi: '10.5555/halls', standing: 'library', ...how });
    expect(found?.confidence).toBeGreaterThanOrEqual(0.85);
  });

  it.each<[string, object]>([
    [
      'another title',
      { 'article-title': 'Loud looms of the southern seas: weaving under sail', author: 'Roe', year: '2011' },
    ],
    [
      'another author, year and journal',
      { 'article-title': HALLS, author: 'Doe', year: '1971', 'journal-title': 'Botany' },
    ],
  ])('means no paper of %s', async (_, reference) => {
    await open({ exchanges: [citing(reference), work('10.5555/halls', registered())] });
    await add('10.5555/halls');
    await add(CITING);
    expect((await references())[0]?.doi).toBeNull();
  });
});

describe('a reference that the library does not know', () => {
  const RAW = 'Roe, A. (2011). Loud looms of the northern halls: A survey of nine mills. Journal of Noise.';

  it('is searched for where works are registered, and cited by the id that is meant', async () => {
    const other = registered({ DOI: '10.5555/other', title: ['Loud looms of the southern seas'] });
    await open({ exchanges: [citing({ unstructured: RAW }), search(RAW, other, registered())] });
    expect(await add(CITING)).toMatchObject({ references: 1, matched: 1, warnings: [] });
    const [found] = await references();
    expect(found).toMatchObject({ doi: '10.5555/halls', standing: 'referenced', method: 'text-match' });
    expect(found?.confidence).toBeGreaterThanOrEqual(0.85);
    // Who has the paper later is known to be cited.
    await add('10.5555/halls');
    expect((await references())[0]).toMatchObject({ doi: '10.5555/halls', standing: 'library' });
  });

  it.each<[string, readonly object[]]>([
    ['nothing that is found is like it', [registered({ title: ['Weaving under sail'] })]],
    [
      'the rest of what is found speaks against it',
      [registered({ author: [{ family: 'Doe' }], issued: { 'date-parts': [[1971]] } })],
    ],
    ['two that are found say the same', [registered(), registered({ DOI: '10.5555/twin' })]],
    ['nothing is found', []],
  ])('stays open where %s', async (_, items) => {
    await open({ exchanges: [citing({ unstructured: RAW }), search(RAW, ...items)] });
    expect(await add(CITING)).toMatchObject({ references: 1, warnings: [] });
    expect((await references())[0]?.doi).toBeNull();
  });

  it('is asked of the next where the first does not have it', async () => {
    const paper = {
      paperId: 'b'.repeat(40),
      title: HALLS,
      year: 2011,
      journal: { name: JOURNAL },
      authors: [{ name: 'Ann Roe' }],
    };
    const title = 'Loud looms of the northern halls: A survey of nine mills';
    const match = `/graph/v1/paper/search/match?query=${encodeURIComponent(title)}&year=2010-2012`;
    await open({
      exchanges: [citing({ unstructured: RAW }), search(RAW), answers('semanticscholar', match, { data: [paper] })],
      allowed: ['crossref', 'semanticscholar'],
    });
    expect(await add(CITING)).toMatchObject({ matched: 1 });
    expect((await references())[0]).toMatchObject({ standing: 'referenced', method: 'text-match' });
  });

  it('is left for later when time is over or nobody answers, and that is said', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ 'article-title': `Cited work number ${i} of the mills` }));
    await open({ exchanges: [citing(...many)] });
    const hurried = await add(CITING, { patienceMs: 3000 });
    expect(hurried.warnings.join()).toMatch(/^\d+ of its references were not searched for yet/);
    expect(replay.server.asked('crossref').length).toBeLessThan(20);
    const record = citing(...many);
    replay.server.next('crossref', record, record, record, says('', { 'retry-after': '900' }, 429));
    const { sources, references: count } = await add(CITING, { skipExisting: false });
    expect([count, sources.find(({ source }) => source === 'crossref')?.status]).toEqual([30, 'rate_limited']);
  });

  it('is searched for nowhere while nobody may be asked', async () => {
    await open({ exchanges: [citing({ unstructured: RAW })], allowed: [] });
    expect(await add(CITING)).toMatchObject({ references: 0 });
    expect(replay.server.requests).toEqual([]);
  });
});
