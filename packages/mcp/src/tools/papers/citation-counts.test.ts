/** How often a paper is cited, as far as anybody knows: a service may have told it, and the library counts its own. */
import { createApp } from '@zapomni/core';
import { collection } from '@zapomni/core/records';
import { PAPER_REFERENCES } from '@zapomni/core/research-records';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const WORKSPACE = 'default';
const KEYS = ['classic', 'told', 'both', 'uncited', 'citing1', 'citing2', 'citing3'];
/** By which papers of the library each is cited. */
const CITED_BY: Readonly<Record<string, readonly string[]>> = {
  classic: ['citing1', 'citing2', 'citing3'],
  both: ['citing1'],
};

interface Found {
  readonly citekey: string;
  readonly citations?: number;
  readonly citations_from?: string;
}

describe('counts of citations', () => {
  const open = openTestDeps({ settings: { graph: 'off' } });
  const app = createApp(open.deps);
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ app });
    const arrivals = KEYS.map((citekey) => ({
      source: 'openalex',
      ...(citekey === 'told' || citekey === 'both' ? { facts: { citedBy: citekey === 'told' ? 2 : 40 } } : {}),
      item: {
        type: 'article-journal' as const,
        citekey,
        title: `Limpet study ${citekey}`,
        identifiers: [{ scheme: 'doi' as const, value: `10.1000/${citekey}` }],
        contributors: [],
      },
    }));
    const saved = await app.research.library.save({ workspace: WORKSPACE, arrivals });
    const ids = new Map(saved.map(({ paper }) => [paper?.value.citekey, paper?.key ?? '']));
    const citing = KEYS.filter((key) => key.startsWith('citing'));
    await collection(open.deps, PAPER_REFERENCES).putMany(
      WORKSPACE,
      citing.map((key) => {
        const paper = ids.get(key) ?? '';
        const cited = Object.entries(CITED_BY).flatMap(([one, by]) => (by.includes(key) ? (ids.get(one) ?? []) : []));
        const references = cited.map((one, i) => ({
          n: i + 1,
          marker: null,
          raw: null,
          item: null,
          cited: one,
          confidence: 1,
          method: 'id' as const,
          source: 'test',
        }));
        return [`${paper}.0`, { paper, part: 0, cited, references }];
      }),
    );
  });
  afterAll(async () => {
    await zapomni.close();
    await app.close();
    await open.close();
  });
  const search = async (args: object): Promise<Found[]> =>
    (await zapomni.call('search_articles', { query: 'limpet study', limit: 50, ...args })).articles;

  it('let papers through that either of both cites so often, and say which', async () => {
    const found = await search({ min_citations: 2, sort_by: 'citations' });
    expect(found.map(({ citekey, citations, citations_from }) => [citekey, citations, citations_from])).toEqual([
      ['both', 40, 'service'],
      ['classic', 3, 'library'],
      ['told', 2, 'service'],
    ]);
    expect((await search({ min_citations: 3 })).map(({ citekey }) => citekey).toSorted()).toEqual(['both', 'classic']);
    expect(await search({ min_citations: 41 })).toEqual([]);
    expect(await search({ min_citations: 2, author: 'Nobody' })).toEqual([]);
  });

  it('put all in order, those that nobody cites last', async () => {
    const found = await search({ sort_by: 'citations' });
    expect(found.slice(0, 3).map(({ citekey }) => citekey)).toEqual(['both', 'classic', 'told']);
    expect(found).toHaveLength(KEYS.length);
    expect(found[3]).not.toHaveProperty('citations');
  });

  it('say what to read first', async () => {
    const asked = { topic_or_query: 'limpet study', priority_criteria: 'citations', max_papers: 3 };
    const { articles } = (await zapomni.call('generate_reading_list', asked)) as { articles: Found[] };
    expect(articles.map(({ citekey }) => citekey)).toEqual(['both', 'classic', 'told']);
    expect(articles[1]).toMatchObject({ citations: 3, citations_from: 'library' });
  });
});
