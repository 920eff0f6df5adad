/** Papers of the library as citations: a real store, the real processor. */
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../model/index.ts';
import { createApp } from '../../../app/app.ts';
import { createCitedPapers } from './cited-papers.ts';
import { formatCitations } from './format-citations.ts';

const item = (title: string, family: string): BibliographicItem => ({
  type: 'book',
  title,
  contributors: [{ role: 'author', family, given: 'Ann' }],
  identifiers: [],
  issued: { year: 2020 },
});

describe('papers as citations', () => {
  const { deps, close } = openTestDeps();
  const app = createApp(deps);
  const papers = createCitedPapers(deps, (asked) => app.search.open(asked));
  const ids = new Map<string, string>();
  const request = { workspace: 'default', client: 'test', style: 'apa', format: 'text', limit: 5 } as const;
  beforeAll(async () => {
    const rain = {
      ...item('Of rain', 'Roe'),
      citekey: 'roe',
      identifiers: [{ scheme: 'doi' as const, value: '10.1000/x' }],
    };
    const arrivals = [{ ...item('On wind', 'Doe'), citekey: 'doe2020' }, rain].map((one) => ({
      item: one,
      source: 'test',
    }));
    for (const { paper } of await app.research.library.save({ workspace: 'default', arrivals }))
      ids.set(paper?.value.citekey ?? '', paper?.key ?? '');
  });
  afterAll(async () => {
    await app.close();
    await close();
  });

  it('are named by id, citekey or identifier, and go by their citekey', async () => {
    for (const named of [ids.get('doe2020') ?? '', 'doe2020', ' doe2020 ', 'On Wind']) {
      const { bibliography } = await formatCitations(deps, papers, { ...request, articles: [named] });
      expect(bibliography).toEqual([{ id: 'doe2020', text: 'Doe, A. (2020). On wind.', citation: '(Doe, 2020)' }]);
    }
    const { bibliography } = await formatCitations(deps, papers, {
      ...request,
      articles: ['https://doi.org/10.1000/X'],
    });
    expect(bibliography.map(({ id }) => id)).toEqual(['roe']);
  });

  it('may be cited by the name that they were asked for by, and stand once however often they are named', async () => {
    const articles = ['doe2020', 'doe2020', '10.1000/x'];
    const clusters = [{ cites: [{ id: '10.1000/x' }] }, { cites: [{ id: 'doe2020' }] }, { cites: [{ id: 'doe2020' }] }];
    const { citations, bibliography } = await formatCitations(deps, papers, { ...request, articles, clusters });
    expect(citations).toEqual(['(Roe, 2020)', '(Doe, 2020)', '(Doe, 2020)']);
    expect(bibliography.map(({ id }) => id)).toEqual(['doe2020', 'roe']);
  });

  it('come from a search, beside others', async () => {
    const { bibliography } = await formatCitations(deps, papers, { ...request, articles: ['doe2020'], query: 'rain' });
    expect(bibliography.map(({ id }) => id)).toEqual(['doe2020', 'roe']);
    await expect(formatCitations(deps, papers, { ...request, query: 'snow' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('that are not there are named', async () => {
    await expect(formatCitations(deps, papers, { ...request, articles: ['doe2020', 'p9'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('articles[1]: no paper'),
    });
    await expect(formatCitations(deps, papers, { ...request, articles: [' '] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
