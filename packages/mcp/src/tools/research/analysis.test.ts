/** What the library says of a question, through a real client: passages with their papers, never a guess, every option with an effect. */
import type { BibliographicItem } from '@zapomni/core/model';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const paper = (citekey: string, title: string, abstract: string, more: Partial<BibliographicItem> = {}) => ({
  item: {
    type: 'article-journal' as const,
    citekey,
    title,
    abstract,
    identifiers: [],
    contributors: [{ role: 'author' as const, family: 'Moss', given: 'Ada' }],
    issued: { year: 2020 },
    container_title: 'Tides',
    ...more,
  },
  source: 'bibliography',
});

const PAPERS = [
  paper(
    'tide2018',
    'Tidal turbines in narrow straits',
    'Tidal turbines reach an efficiency of 41 % in narrow straits.',
    {
      issued: { year: 2018 },
      keywords: ['turbines', 'straits'],
    },
  ),
  paper('tide2020', 'Tidal turbines in wide straits', 'Tidal turbines reach an efficiency of 27 % in wide straits.', {
    keywords: ['turbines', 'straits'],
  }),
  paper(
    'fish2021',
    'Fish near tidal turbines',
    'Fish avoid tidal turbines at night. Limitations: only eels were tagged.',
    {
      issued: { year: 2021 },
      contributors: [{ role: 'author', family: 'Eel', given: 'Bo' }],
      keywords: ['fish'],
    },
  ),
  paper('bread2019', 'Sourdough at altitude', 'Bread rises faster at altitude.', { contributors: [] }),
];

interface Shown {
  id: string;
  citekey: string;
  score: number;
  parts: Record<string, number>;
  minutes?: number;
  summary?: string;
}
interface Passage {
  label: string;
  article_id: string;
  citation: string;
  quote: string;
}

describe.each(ENGINES)('evidence, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'memory,research' } });
    const saved = await zapomni.app.research.library.save({ workspace: 'default', arrivals: PAPERS });
    for (const { paper: one } of saved) ids.set(one?.value.citekey ?? '', one?.key ?? '');
    await zapomni.app.resume();
  });
  afterAll(() => zapomni.close());
  const id = (citekey: string): string => ids.get(citekey) ?? '';

  it('answers a question with passages that say where they stand, and leaves the writing to who asked', async () => {
    const answer = await zapomni.call('answer_question', {
      question: 'efficiency of tidal turbines',
      min_relevance: 0,
    });
    expect(answer).toMatchObject({ needs_host_synthesis: true });
    const passages = answer['passages'] as Passage[];
    const narrow = passages.find(({ article_id }) => article_id === id('tide2018'));
    expect(narrow).toMatchObject({ citation: 'tide2018', quote: expect.stringContaining('41 %') });
    expect((answer['articles'] as Shown[]).map(({ citekey }) => citekey)).toContain('tide2020');
    const text = textOf(
      await zapomni.client.callTool({ name: 'answer_question', arguments: { question: 'tidal turbines' } }),
    );
    expect(text).toMatch(/write from these passages alone/);
  });

  it('has an effect for every option of an answer', async () => {
    const ask = (more: object) =>
      zapomni.call('answer_question', { question: 'tidal turbines', min_relevance: 0, ...more });
    const count = (answer: Record<string, unknown>) => (answer['passages'] as Passage[]).length;
    expect(count(await ask({ max_sources: 1 }))).toBeLessThan(count(await ask({})));
    expect(count(await ask({ min_relevance: 1 }))).toBeLessThan(count(await ask({})));
    expect((await ask({ include_citations: false }))['articles']).toEqual([]);
    const scoped = await ask({ scope: ['fish2021'] });
    expect(new Set((scoped['passages'] as Passage[]).map(({ article_id }) => article_id))).toEqual(
      new Set([id('fish2021')]),
    );
    const small = await ask({ max_chars: 1000 });
    expect(count(small)).toBeGreaterThan(0);
    expect(await zapomni.fails('answer_question', { question: 'x', scope: ['fish2021', 'fish near'] })).toMatch(
      /scope\[1\].*fish2021/s,
    );
  });

  it('relates papers by what they say and who wrote them, with every part shown', async () => {
    const found = await zapomni.call('find_related_papers', {
      paper_identifier: 'tide2018',
      explain_connections: true,
    });
    const [first] = found['related'] as Shown[];
    expect(first).toMatchObject({ citekey: 'tide2020', shared_authors: ['moss'] });
    expect(first?.parts).toMatchObject({ authors: expect.any(Number), coupling: 0, cocitation: 0, citation: 0 });
    expect(first?.parts['authors']).toBeGreaterThan(0);
    const few = await zapomni.call('find_related_papers', { paper_identifier: 'tide2018', max_results: 1 });
    expect(few['related']).toHaveLength(1);
    expect((few['related'] as object[])[0]).not.toHaveProperty('shared_authors');
    const none = await zapomni.call('find_related_papers', { paper_identifier: 'tide2018', similarity_threshold: 1 });
    expect(none['related']).toEqual([]);
    expect(await zapomni.fails('find_related_papers', { paper_identifier: 'tidal' })).toMatch(/tide2018/);
  });

  it('lists what to read by what counts, and says how long it takes', async () => {
    const list = async (more: object = {}) => {
      const answer = await zapomni.call('generate_reading_list', { topic_or_query: 'tidal turbines', ...more });
      return answer as { articles: Shown[]; total_minutes?: number };
    };
    const { articles, total_minutes: minutes } = await list();
    expect(articles.map(({ citekey }) => citekey)).toEqual(
      expect.arrayContaining(['tide2018', 'tide2020', 'fish2021']),
    );
    expect(articles[0]).toHaveProperty('summary');
    expect(minutes).toBe(articles.reduce((sum, one) => sum + (one.minutes ?? 0), 0));
    const bare = await list({ include_summaries: false, reading_time_estimate: false });
    expect(bare.articles[0]).not.toHaveProperty('minutes');
    expect(bare.articles[0]).not.toHaveProperty('summary');
    const recent = await list({ priority_criteria: 'recent' });
    expect(recent.articles[0]?.citekey).toBe('fish2021');
    expect((await list({ max_papers: 3 })).articles.length).toBeLessThanOrEqual(3);
  });

  it('shows a topic from as many sides as are asked for', async () => {
    const ask = (depth: string) => zapomni.call('analyze_topic', { topic: 'tidal turbines', depth });
    const [quick, deep] = [await ask('quick'), await ask('deep')];
    expect((quick['aspects'] as object[]).length).toBe(1);
    expect((deep['aspects'] as object[]).length).toBe(4);
    expect((deep['themes'] as { name: string }[]).map(({ name }) => name)).toContain('straits');
    expect(deep['people']).toContainEqual({ name: 'Ada Moss', papers: 2 });
    expect((deep['years'] as { year: number }[]).map(({ year }) => year)).toEqual(expect.arrayContaining([2018, 2021]));
  });

  it('summarises by section', async () => {
    const ask = (more: object) =>
      zapomni.call('generate_research_summary', { topic_or_query: 'tidal turbines', ...more });
    const gaps = await ask({ summary_type: 'gaps' });
    expect((gaps['sections'] as { section: string }[]).map(({ section }) => section)).toEqual(['gaps']);
    expect(((await ask({}))['sections'] as object[]).length).toBe(4);
    expect(await ask({ include_citations: false })).not.toHaveProperty('articles');
  });

  it('compares papers side by side', async () => {
    const ask = (more: object = {}) =>
      zapomni.call('compare_articles', { articles: ['tide2018', 'tide2020'], ...more });
    const both = await ask();
    expect((both['figures'] as { figures: string[] }[]).flatMap(({ figures }) => figures)).toEqual(
      expect.arrayContaining(['41 %', '27 %']),
    );
    const citations = await zapomni.call('compare_articles', {
      articles: ['fish2021', 'bread2019'],
      dimensions: ['citations'],
    });
    expect(citations).toMatchObject({ figures: [], sides: [], shared_references: [] });
    expect(await zapomni.fails('compare_articles', { articles: ['tide2018', 'tide2018'] })).toMatch(/different/);
  });
});
