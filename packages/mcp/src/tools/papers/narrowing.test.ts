/** What narrows a search of papers leaves out what does not fit, and nothing that does. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const MEETINGS = Array.from({ length: 30 }, (_, i) => 1990 + i);

describe.each(ENGINES)('searches of papers that are narrowed, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'memory,research' } });
    const entries = [
      ...['Sound', 'sound', 'SOUND'].map(
        (key, i) => `@article{s${i}, title = {Turbine noise ${key} ${i}}, year = 201${i}}`,
      ),
      '@article{undated, title = {Turbine noise without a year}}',
    ];
    await zapomni.call('import_bibliography', { content: entries.join('\n') });
    await Promise.all(['Sound', 'sound', 'SOUND'].map((tag, i) => tagWith(`s${i}`, [tag, `Wind-Power${i}`, 'Of All'])));
  });
  afterAll(() => zapomni.close());
  const tagWith = (article_identifier: string, add_tags: string[]) =>
    zapomni.call('update_article_metadata', { article_identifier, add_tags });
  const found = async (narrowing: object): Promise<string[]> => {
    const { articles } = await zapomni.call('search_articles', { query: 'turbine noise', limit: 50, ...narrowing });
    return articles.map(({ citekey }: { citekey: string }) => citekey).toSorted();
  };

  it('find a tag in every spelling that the library has of it, several together too', async () => {
    expect(await found({ tags: ['sound'] })).toEqual(['s0', 's1', 's2']);
    expect(await found({ tags: ['Sound', 'of all'] })).toEqual(['s0', 's1', 's2']);
    expect(await found({ tags: ['SOUND', 'wind power1'] })).toEqual(['s1']);
    await tagWith('s1', ['of-all']);
    await tagWith('s1', ['Of all']);
    expect(await found({ tags: ['sound', 'of all'] })).toEqual(['s0', 's1', 's2']);
    expect(await found({ tags: ['sound', 'none'] })).toEqual([]);
  });

  it('leave out what has no date when dates are asked for, and refuse a time that ends before it begins', async () => {
    expect(await found({})).toContain('undated');
    expect(await found({ date_from: '2011' })).toEqual(['s1', 's2']);
    expect(await found({ date_to: '2011' })).toEqual(['s0', 's1']);
    const refused = { query: 'noise', date_from: '2012', date_to: '2011-12' };
    expect(await zapomni.fails('search_articles', refused)).toMatch(/date_to: is before date_from/);
  });

  it('show works whose titles are nearly the same, each for itself', async () => {
    const entries = MEETINGS.map(
      (year) => `@proceedings{m${year}, title = {Proceedings of the meeting on tides ${year}}}`,
    );
    await zapomni.call('import_bibliography', { content: entries.join('\n') });
    const { articles } = await zapomni.call('search_articles', {
      query: 'proceedings of the meeting on tides',
      limit: 50,
    });
    const keys = articles.map(({ citekey }: { citekey: string }) => citekey);
    expect(keys).toEqual(expect.arrayContaining(MEETINGS.map((year) => `m${year}`)));
  });

  it('write out what a query finds, and not what comes nearest; a set narrows that too', async () => {
    const written = async (args: object): Promise<number> =>
      (await zapomni.call('export_bibliography', { format: 'ris', max_results: 1000, ...args })).entries;
    const query = 'proceedings of the meeting on tides';
    const search = async () => (await zapomni.call('search_articles', { query, limit: 50 })).articles;
    // What shares no word with it is found once its vectors are there.
    await expect.poll(async () => (await search()).length, { timeout: 20_000 }).toBe(MEETINGS.length + 4);
    const articles = await search();
    const fitting = articles.filter(({ weak }: { weak?: boolean }) => !weak);
    expect(fitting).toHaveLength(MEETINGS.length);
    expect(await written({ search_query: query })).toBe(MEETINGS.length);
    await zapomni.call('create_custom_index', { index_name: 'two', topic_filter: '-', articles: ['m1990', 's0'] });
    expect(await written({ index: 'two' })).toBe(2);
    expect(await written({ index: 'two', search_query: query })).toBeLessThanOrEqual(2);
    const asked = { topic_or_query: 'meeting on tides', max_papers: 5 };
    expect((await zapomni.call('generate_research_summary', asked)).articles).toHaveLength(5);
    expect(await zapomni.fails('answer_question', { question: 'What of tides?', scope: [] })).toMatch(
      /scope: names no/,
    );
  });

  it('find a tag of many papers in the spellings that people make', async () => {
    await Promise.all(MEETINGS.map((year, i) => tagWith(`m${year}`, [i < 25 ? 'Tide Meeting' : 'tide-meeting'])));
    const { articles } = await zapomni.call('search_articles', { query: 'tides', tags: ['tide meeting'], limit: 50 });
    expect(articles).toHaveLength(MEETINGS.length);
  });

  it('are named where no paper of the library meets them, whatever is looked for', async () => {
    const unmet = async (more: object) =>
      (await zapomni.call('search_articles', { query: 'tides', ...more })).unmet_filters;
    expect(await unmet({ journal: 'Nowhere', author: 'nobody' })).toEqual(['author', 'journal']);
    expect(await unmet({ tags: ['tide meeting', 'no such tag'] })).toEqual(['tags']);
    expect(await unmet({ document_type: 'motion_picture' })).toEqual(['document_type']);
    expect(await unmet({ min_citations: 1000 })).toEqual(['min_citations']);
    expect(await unmet({})).toBeUndefined();
    expect(textOf(await zapomni.raw('search_articles', { query: 'tides', journal: 'Nowhere' }))).toMatch(
      /none meets: journal/,
    );
  });

  it('name the nearest type by a word of its name', async () => {
    const { fails } = zapomni;
    expect(await fails('search_articles', { query: 'x', document_type: 'jurnal' })).toMatch(/Nearest: article-journal/);
    expect(await fails('list_articles', { filter_by_type: 'conference' })).toMatch(/Nearest: paper-conference/);
  });

  it('rename a tag however it is spelt, and refuse one that no paper has', async () => {
    const plan = await zapomni.call('consolidate_tags', { rename: { sound: 'Acoustics' } });
    await zapomni.call('consolidate_tags', { apply: plan.plan_id });
    expect(await found({ tags: ['acoustics'] })).toEqual(['s0', 's1', 's2']);
    expect(await found({ tags: ['sound'] })).toEqual([]);
    expect(await zapomni.fails('consolidate_tags', { rename: { acustics: 'x' } })).toMatch(
      /rename\.acustics: is a tag of no paper. Nearest: Acoustics/,
    );
  });
});
