/** Real sources, in front of a paper that all of them have in their own way. */
import { openReplay, type Replayed } from '@zapomni/testkit/replay';
import { hangs, says } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Identifier } from '../../../model/papers/index.ts';
import { lookupSteps } from './for-library.ts';
import { checkRetraction, findCopies, listCiting, listReferences, lookupPaper, matchPaper } from './index.ts';

const DOI: Identifier = { scheme: 'doi', value: '10.5555/quiet.1' };
const ARXIV: Identifier = { scheme: 'arxiv', value: '2101.00001' };

let replay: Replayed;
const open = async (options?: Parameters<typeof openReplay>[0]) => {
  replay = await openReplay(options);
};
beforeEach(() => open());
afterEach(() => replay.close());

const stateOf = (reports: readonly { source: string; status: string }[]) =>
  Object.fromEntries(reports.map(({ source, status }) => [source, status]));

describe('a paper by its id', () => {
  it('is what all sources say of it, each field by who is believed about it, with who said what', async () => {
    const { found, answers, sources } = await lookupPaper(replay.deps, DOI);
    expect(answers.map(({ source }) => source).toSorted()).toEqual(
      ['crossref', 'datacite', 'europepmc', 'openalex', 'pubmed', 'semanticscholar', 'unpaywall'].toSorted(),
    );
    expect(stateOf(sources)).toEqual(Object.fromEntries(sources.map(({ source }) => [source, 'ok'])));
    expect(sources).toHaveLength(9);
    const { paper, said } = found ?? expect.fail('somebody knows it');
    expect(paper).toMatchObject({
      item: { title: 'The hum of quiet machines: α-waves & CO2', type: 'article-journal', volume: '7', page: '1-9' },
      tldr: 'Machines hum.',
      topics: ['Silence'],
      openAccess: 'gold',
      citedBy: 3,
      retraction: { kind: 'retraction', date: '2022-03-01', notice: { scheme: 'doi', value: '10.5555/notice' } },
      versions: expect.arrayContaining([{ identifier: ARXIV, relation: 'preprint' }]) as unknown,
    });
    expect(paper.item.identifiers).toEqual(
      expect.arrayContaining([DOI, { scheme: 'pmid', value: '77' }, { scheme: 'openalex', value: 'W777' }]),
    );
    expect(paper.item.identifiers).not.toContainEqual(ARXIV);
    const who = (field: string) => said.filter((one) => one.field === field).map(({ source }) => source);
    expect(who('title')[0]).toBe('crossref');
    expect(who('abstract')[0]).toBe('europepmc');
    expect(who('topics')[0]).toBe('openalex');
    expect(who('open_access')[0]).toBe('unpaywall');
    for (const { confidence, at } of said) expect([confidence > 0 && confidence <= 1, at > 0]).toEqual([true, true]);
  });

  it('is asked for by ids that others told, where a source does not take the one given', async () => {
    const { answers } = await lookupPaper(replay.deps, { scheme: 'pmid', value: '77' });
    expect(answers.map(({ source }) => source)).toEqual(expect.arrayContaining(['pubmed', 'crossref', 'unpaywall']));
  });

  it('keeps a preprint apart from what became of it', async () => {
    const { found } = await lookupPaper(replay.deps, ARXIV);
    expect(found?.paper.item).toMatchObject({ type: 'article', publisher: 'arXiv', identifiers: [ARXIV] });
    expect(found?.paper.versions).toContainEqual({ identifier: DOI, relation: 'published' });
    expect(found?.said.filter(({ field }) => field === 'volume')).toEqual([]);
  });

  it('is what the others say when one fails, is silent, refuses, or sends a page', async () => {
    replay.server.next('crossref', says('<html>', { 'content-type': 'text/html' }));
    replay.server.next('openalex', says('', { 'retry-after': '900' }, 429));
    replay.server.next('semanticscholar', says('{}', {}, 429));
    replay.server.next('europepmc', hangs);
    replay.server.next('unpaywall', says('no', {}, 422));
    const { found, sources } = await lookupPaper(replay.deps, DOI);
    expect(found?.paper.item.title).toBe('The hum of quiet machines: α-waves & CO2');
    const of = (name: string) => sources.find(({ source }) => source === name);
    expect(of('crossref')).toMatchObject({ status: 'error', code: 'UPSTREAM_FAILED', count: 0 });
    expect(of('europepmc')).toMatchObject({ status: 'error', code: 'TIMEOUT' });
    expect(of('unpaywall')).toMatchObject({ status: 'error' });
    expect(of('openalex')).toMatchObject({ status: 'rate_limited', key: 'ZAPOMNI_OPENALEX_KEY' });
    expect(of('openalex')?.until).toBeGreaterThan(replay.clock.now() + 800_000);
    expect(of('semanticscholar')).toMatchObject({
      status: 'rate_limited',
      key: 'ZAPOMNI_SEMANTICSCHOLAR_KEY',
      reason: expect.stringContaining('ZAPOMNI_SEMANTICSCHOLAR_KEY') as string,
    });
    expect(of('datacite')).toMatchObject({ status: 'ok', count: 1 });
  });

  it('that nobody knows is none, and every source is named', async () => {
    const { found, answers, sources } = await lookupPaper(replay.deps, { scheme: 'doi', value: '10.5555/nothing' });
    expect([found, answers]).toEqual([null, []]);
    expect(sources.map(({ count }) => count)).toEqual(Array.from({ length: 9 }, () => 0));
  });

  it('can be asked of some, and of none', async () => {
    const { sources } = await lookupPaper(replay.deps, DOI, { sources: ['datacite', 'unpaywall'] });
    expect(sources.map(({ source }) => source)).toEqual(['datacite', 'unpaywall']);
    const { paperSources: _, ...without } = replay.deps;
    expect(await lookupPaper(without, DOI)).toMatchObject({ found: null, answers: [], sources: [] });
    const gone = lookupPaper(replay.deps, DOI, { signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('sources that are off', () => {
  beforeEach(async () => {
    await replay.close();
    await open({ allowed: ['crossref'] });
  });

  it('are named as off, with what would allow them, and not asked', async () => {
    const { sources } = await lookupPaper(replay.deps, DOI);
    expect(sources.filter(({ status }) => status === 'off')).toHaveLength(8);
    expect(sources.find(({ source }) => source === 'pubmed')?.reason).toContain('ZAPOMNI_PAPER_SOURCES');
    expect(new Set(replay.server.requests.map(({ source }) => source))).toEqual(new Set(['crossref']));
  });

  it('are named where a paper is added too, unless none is on', async () => {
    const { sources } = await lookupSteps(replay.deps).byId(DOI);
    expect(sources.filter(({ status }) => status === 'off')).toHaveLength(8);
    await replay.close();
    await open({ allowed: [] });
    expect((await lookupSteps(replay.deps).byId(DOI)).sources).toEqual([]);
  });
});

describe('what else is asked', () => {
  it('works by title: each once, the likeliest first', async () => {
    const { candidates, sources } = await matchPaper(replay.deps, {
      title: 'The hum of quiet machines',
      authors: ['Li'],
      year: 2021,
    });
    expect(sources).toHaveLength(8);
    // The preprint, what appeared, and nothing twice.
    expect(candidates.map(({ paper }) => paper.item.identifiers[0]).toSorted()).toEqual([DOI, ARXIV].toSorted());
    expect(candidates[0]?.titleLikeness).toBeGreaterThan(0.4);
    expect(candidates.find(({ answers }) => answers.length > 1)?.answers.length).toBeGreaterThan(4);
  });

  it('references and citations: the longest list, in pages of one source', async () => {
    const references = await listReferences(replay.deps, DOI);
    expect(references).toMatchObject({ source: 'crossref', total: 2, next: null });
    expect(references.items[0]).toMatchObject({ n: 1, item: { title: 'Cited work' } });
    expect(references.sources.length).toBeGreaterThan(3);
    const page = await listReferences(replay.deps, DOI, { limit: 1, sources: ['crossref'] });
    expect(page.next).toBe('crossref 1');
    const rest = await listReferences(replay.deps, DOI, { limit: 1, cursor: page.next ?? '' });
    expect(rest).toMatchObject({ source: 'crossref', next: null, items: [{ n: 2 }] });
    await expect(listReferences(replay.deps, DOI, { cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const citing = await listCiting(replay.deps, DOI);
    expect(citing.items).toHaveLength(1);
    replay.server.next('crossref', says('down', {}, 500), says('down', {}, 500));
    const fresh = await listReferences(replay.deps, DOI, { fresh: true, sources: ['crossref'] });
    expect(fresh).toMatchObject({ items: [], source: null, sources: [{ source: 'crossref', status: 'error' }] });
  });

  it('copies: each place once, with all who told of it, files before pages', async () => {
    const { copies } = await findCopies(replay.deps, [DOI, ARXIV]);
    expect(copies[0]).toMatchObject({
      url: 'https://journal.test/quiet.pdf',
      kind: 'pdf',
      version: 'published',
      sources: expect.arrayContaining(['crossref', 'openalex', 'unpaywall', 'semanticscholar']) as unknown,
    });
    expect(copies.map(({ kind }) => kind).indexOf('landing')).toBeGreaterThan(
      copies.map(({ kind }) => kind).lastIndexOf('pdf'),
    );
    expect(new Set(copies.map(({ url }) => url)).size).toBe(copies.length);
    expect(copies.map(({ url }) => url)).toContain('https://arxiv.org/pdf/2101.00001v2');
  });

  it('whether a paper still stands: the gravest that anybody says', async () => {
    expect(await checkRetraction(replay.deps, DOI)).toMatchObject({
      known: true,
      retraction: { kind: 'retraction', date: '2022-03-01' },
    });
    expect(await checkRetraction(replay.deps, ARXIV)).toMatchObject({ known: true, retraction: null });
  });
});
