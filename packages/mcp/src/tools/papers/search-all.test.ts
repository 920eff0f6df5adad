/** A search looks at all of the library: what fits is counted, put in order and gone through to its end, however much it is. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

/** More than any search looks at closely, and more than a page. */
const ON_TOPIC = 420;
const OTHERS = 60;
const YEARS = 1600;

const topical = (i: number) => ({
  type: 'article-journal' as const,
  citekey: `lantern${i}`,
  title: `Lantern study ${(i * 7919) % ON_TOPIC} of harbour lanterns`,
  identifiers: [],
  contributors: [],
  issued: { year: YEARS + ((i * 31) % ON_TOPIC) },
});
const other = (i: number) => ({
  type: 'book' as const,
  citekey: `quartz${i}`,
  title: `Quartz crystals, part ${i}`,
  identifiers: [],
  contributors: [],
  issued: { year: 2020 },
});

interface Answer {
  readonly total: number;
  readonly total_is_lower_bound?: boolean;
  readonly articles: readonly { readonly citekey: string; readonly year: number; readonly weak?: boolean }[];
  readonly next_cursor?: string;
}

describe.each(ENGINES)('a search of papers, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const query = 'harbour lanterns';
  const search = (args: object) => zapomni.call('search_articles', { query, ...args }) as Promise<Answer>;

  beforeAll(async () => {
    // Of so many dimensions that no two words share one.
    const embedder = createFakeEmbedder({ dimensions: 8192 });
    zapomni = await openTestClient({
      ...options(),
      embedder,
      settings: { tools: 'memory,research', graph: 'off' },
    });
    const items = [
      ...Array.from({ length: OTHERS }, (_, i) => other(i)),
      ...Array.from({ length: ON_TOPIC }, (_, i) => topical(i)),
    ];
    const arrivals = items.map((item) => ({ item, source: 'bibliography' }));
    await zapomni.app.research.library.save({ workspace: 'default', arrivals });
    await zapomni.app.resume();
    await condition(async () => (await zapomni.call('get_stats'))['pending_embeddings'] === 0);
  });
  afterAll(() => zapomni.close());

  async function allPages(args: object): Promise<Answer[]> {
    const pages: Answer[] = [];
    for (let cursor: string | undefined; pages.length < 100;) {
      const page = await search({ ...args, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page);
      cursor = page.next_cursor;
      if (cursor === undefined) return pages;
    }
    throw new Error('the pages have no end');
  }

  it.each(['relevance', 'date', 'title'])('reaches all that fits, each once, by %s', async (sort_by) => {
    const pages = await allPages({ sort_by, limit: 50 });
    const keys = pages.flatMap(({ articles }) => articles.map(({ citekey }) => citekey));
    expect([keys.length, new Set(keys).size]).toEqual([ON_TOPIC, ON_TOPIC]);
    expect(keys.every((key) => key.startsWith('lantern'))).toBe(true);
    expect(pages.at(-1)).toMatchObject({ total: ON_TOPIC });
    expect(pages.at(-1)).not.toHaveProperty('total_is_lower_bound');
  });

  it('says what it has not counted', async () => {
    const first = await search({ limit: 5 });
    expect(first.total_is_lower_bound).toBe(true);
    expect(first.total).toBeGreaterThan(5);
    expect(first.total).toBeLessThanOrEqual(ON_TOPIC);
    expect(await search({ query: 'quartz crystals', sort_by: 'date', limit: 5 })).toMatchObject({ total: OTHERS });
  });

  it('puts all that fits in order, and not the best of it', async () => {
    const { articles } = await search({ sort_by: 'date', limit: 50 });
    const years = articles.map(({ year }) => year);
    expect(years).toEqual(Array.from({ length: 50 }, (_, i) => YEARS + ON_TOPIC - 1 - i));
    const pages = await allPages({ sort_by: 'date', limit: 37 });
    expect(pages.flatMap((page) => page.articles.map(({ year }) => year))).toEqual(
      Array.from({ length: ON_TOPIC }, (_, i) => YEARS + ON_TOPIC - 1 - i),
    );
  });

  it('goes on in the same order, wherever a page begins', async () => {
    const whole = (await allPages({ limit: 50 })).flatMap(({ articles }) => articles.map(({ citekey }) => citekey));
    const small = (await allPages({ limit: 30 })).flatMap(({ articles }) => articles.map(({ citekey }) => citekey));
    expect(small).toEqual(whole);
    expect(await zapomni.fails('search_articles', { query, cursor: 'x' })).toMatch(/cursor/);
  });

  it('fills a first page with what is near, and says which; not with strict', async () => {
    const { articles, total } = await search({ query: 'quartz part 7', limit: 50 });
    expect(articles).toHaveLength(50);
    expect(articles.filter(({ weak }) => !weak)).toHaveLength(Math.min(total, 50));
    const nothing = await search({ query: 'monsoon', limit: 3 });
    expect(nothing).toMatchObject({ total: 0, abstained: true });
    expect(nothing.articles.every(({ weak }) => weak)).toBe(true);
    expect(await search({ query: 'monsoon', strict: true })).toMatchObject({ total: 0, articles: [] });
  });

  it('is written out whole, and what is more than asked for is said with where it goes on', async () => {
    const asked = { search_query: query, format: 'ris' };
    const all = await zapomni.call('export_bibliography', { ...asked, max_results: 1000 });
    expect(all).toMatchObject({ total: ON_TOPIC, entries: ON_TOPIC });
    expect(all).not.toHaveProperty('next_cursor');
    const keysIn = (text: string) => [...text.matchAll(/^ID {2}- (\S+)/gm)].map(([, key]) => key);
    const some = await zapomni.call('export_bibliography', { ...asked, max_results: 400 });
    expect(some).toMatchObject({ total: ON_TOPIC, entries: 400 });
    const rest = await zapomni.call('export_bibliography', { ...asked, max_results: 400, cursor: some['next_cursor'] });
    expect([...keysIn(some['content']), ...keysIn(rest['content'])]).toEqual(keysIn(all['content']));
    const data = await zapomni.call('export_article_data', { search_query: query, max_articles: 1000, format: 'csv' });
    expect(data).toMatchObject({ total: ON_TOPIC, articles: ON_TOPIC });
    const few = await zapomni.call('export_article_data', { max_articles: 450, format: 'csv' });
    expect(few).toMatchObject({ total: ON_TOPIC + OTHERS, articles: 450 });
    const last = await zapomni.call('export_article_data', { max_articles: 450, cursor: few['next_cursor'] });
    expect(last).toMatchObject({ total: ON_TOPIC + OTHERS, articles: ON_TOPIC + OTHERS - 450 });
  });

  it('is written out in a text as far as there is room, and goes on behind it', async () => {
    const written: string[] = [];
    let pages = 0;
    for (let cursor: unknown, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await zapomni.call('export_article_data', { max_articles: 1000, ...(cursor ? { cursor } : {}) });
      expect(String(page['data']).length).toBeLessThan(101_000);
      const articles = JSON.parse(String(page['data'])) as { id: string }[];
      expect(page).toMatchObject({ total: ON_TOPIC + OTHERS, articles: articles.length });
      written.push(...articles.map(({ id }) => id));
      cursor = page['next_cursor'];
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
    expect([written.length, new Set(written).size]).toEqual([ON_TOPIC + OTHERS, ON_TOPIC + OTHERS]);
  });

  it('tells how many there are of which some are cited, read or summed up', async () => {
    const cited = await zapomni.call('format_citations', { search_query: query, max_results: 3 });
    expect(cited).toMatchObject({ count: 3, found: ON_TOPIC });
    const list = await zapomni.call('generate_reading_list', {
      topic_or_query: query,
      max_papers: 3,
      priority_criteria: 'recent',
    });
    expect(list).toMatchObject({ total: ON_TOPIC, count: 3 });
    expect(list.articles.map(({ year }: { year: number }) => year)).toEqual([2019, 2018, 2017]);
    const summary = await zapomni.call('generate_research_summary', { topic_or_query: query, max_papers: 5 });
    expect(summary).toMatchObject({ articles_total_is_lower_bound: true });
    expect(summary.articles_total).toBeGreaterThan(5);
  });
});

describe('a search of an empty library', () => {
  it('finds nothing, and says so', async () => {
    const zapomni = await openTestClient({ settings: { tools: 'research' } });
    expect(await zapomni.call('search_articles', { query: 'anything' })).toMatchObject({ total: 0, articles: [] });
    await zapomni.close();
  });
});
