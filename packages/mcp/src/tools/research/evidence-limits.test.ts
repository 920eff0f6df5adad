/** What limits evidence, and what stands in titles and topics: nothing is refused, dropped or pointed at for it without a word. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const paper = (citekey: string, title: string, about: string) => ({
  item: {
    type: 'article-journal' as const,
    citekey,
    title,
    abstract: `We ask how ${about} grows. ${`Divers went down to the ${about} with lamps and rulers. `.repeat(14)}Results show that ${about} grows at night.`,
    identifiers: [],
    contributors: [{ role: 'author' as const, family: 'Moss', given: 'Ada' }],
  },
  source: 'bibliography',
});

const PAPERS = [
  paper('quoted', '"Kelp contagion" -revisited: kelp in the tides', 'kelp in tides'),
  paper('long', 'Kelp that goes on and on in tides '.repeat(50).trim(), 'kelp at length'),
  paper('plain', 'Kelp and light', 'kelp under light'),
];

interface Evidence {
  passages: { label: string; article_id: string; quote: string }[];
  left_out: number;
}

describe.each(ENGINES)('evidence and its limits, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const ids: string[] = [];
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'memory,research' } });
    const saved = await zapomni.app.research.library.save({ workspace: 'default', arrivals: PAPERS });
    ids.push(...saved.map(({ paper: one }) => one?.key ?? ''));
    await zapomni.app.resume();
  });
  afterAll(() => zapomni.close());
  const ask = async (tool: string, given: object) => (await zapomni.call(tool, { ...given })) as unknown as Evidence;

  it('has passages of every paper that is compared, whatever its title is', async () => {
    const { passages, ...rest } = await ask('compare_articles', { articles: ['quoted', 'long', 'plain'] });
    expect([...new Set(passages.map(({ article_id }) => article_id))].toSorted()).toEqual(ids.toSorted());
    expect(rest).toMatchObject({ articles_total: 3 });
    expect(rest).not.toHaveProperty('articles_total_is_lower_bound');
  });

  it('is found for a topic that is as long as one may be', async () => {
    const topic = 'kelp in the tides and light '.repeat(40).slice(0, 1000);
    expect((await ask('analyze_topic', { topic })).passages.length).toBeGreaterThan(0);
    const summary = await ask('generate_research_summary', { topic_or_query: topic });
    expect(summary.passages.length).toBeGreaterThan(0);
  });

  it('quotes what each section is about', async () => {
    const { passages } = await ask('generate_research_summary', { topic_or_query: 'kelp light' });
    const quotes = passages.filter(({ article_id }) => article_id === ids[2]).map(({ quote }) => quote);
    expect(quotes.join(' ')).toMatch(/Results show that kelp under light grows at night/);
  });

  it.each([
    ['analyze_topic', { topic: 'kelp' }],
    ['generate_research_summary', { topic_or_query: 'kelp' }],
    ['compare_articles', { articles: ['quoted', 'plain'] }],
  ])('points at no passage that found no room: %s', async (tool, given) => {
    const answer = await ask(tool, { ...given, max_chars: 1000 });
    const { passages, left_out: leftOut, ...rest } = answer;
    expect(leftOut).toBeGreaterThan(0);
    const shown = new Set(passages.map(({ label }) => label));
    const named = JSON.stringify(rest).match(/"P\d+"/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const label of named) expect(shown).toContain(label.slice(1, -1));
  });

  it('says how many passages are weaker than was asked for, and how strong the best of them is', async () => {
    const given = { question: 'how does kelp grow in tides', min_relevance: 1 };
    expect(await ask('answer_question', given)).toMatchObject({
      passages: [],
      below_min_relevance: expect.any(Number),
      best_below: expect.any(Number),
    });
    const text = textOf(await zapomni.client.callTool({ name: 'answer_question', arguments: given }));
    expect(text).toMatch(/No passage reaches min_relevance: \d+ come near, the best with 0\.\d+/);
    expect(await ask('answer_question', { ...given, min_relevance: 0 })).not.toHaveProperty('below_min_relevance');
  });

  it.each([
    ['analyze_topic', { topic: 'kelp', max_papers: 3 }],
    ['generate_research_summary', { topic_or_query: 'kelp', max_papers: 5 }],
    ['answer_question', { question: 'kelp', min_relevance: 0 }],
  ])('says in its text of how many papers it tells, and which they are: %s', async (name, given) => {
    const text = textOf(await zapomni.client.callTool({ name, arguments: given }));
    expect(text).toMatch(/Passages of \d of (?:at least )?3 papers that have to do with it:/);
    for (const id of ids) expect(text).toContain(id);
  });

  it('says in its text that what it tells is only near', async () => {
    const given = { question: 'how does kelp grow in tides', min_relevance: 0 };
    const { passages, ...rest } = await ask('answer_question', given);
    expect(new Set(passages.map(({ article_id }) => article_id)).size).toBe(3);
    expect(rest).toMatchObject({ articles_total: 2 });
    const text = textOf(await zapomni.client.callTool({ name: 'answer_question', arguments: given }));
    expect(text).toMatch(/Passages of 3 papers, of which 2 have to do with it and the others are only near:/);
  });

  it.each([
    ['analyze_topic', { topic: '"no such phrase"' }, /^The library has no passage that fits\.$/],
    ['answer_question', { question: '"no such phrase"' }, /^The library has no passage that fits\.$/],
    [
      'generate_research_summary',
      { topic_or_query: '"no such phrase"' },
      /^## overview: nothing[^]*no passage that fits\.$/,
    ],
    ['compare_articles', { articles: ['quoted', 'plain'], dimensions: ['citations'] }, /^quoted[^\n]*\nplain[^\n]*$/],
  ])('has nobody write from nothing: %s', async (name, given, says) => {
    expect(textOf(await zapomni.client.callTool({ name, arguments: given }))).toMatch(says);
  });

  it('tells in the text of a reading list what each paper says, where that is wanted', async () => {
    const read = async (include_summaries: boolean) => {
      const given = { topic_or_query: 'kelp', include_summaries };
      return textOf(await zapomni.client.callTool({ name: 'generate_reading_list', arguments: given }));
    };
    expect(await read(true)).toContain('We ask how kelp under light grows.');
    expect(await read(false)).not.toContain('We ask how');
  });

  it('says in the text where the chunks of a paper go on', async () => {
    const read = async (given: object) =>
      textOf(
        await zapomni.client.callTool({ name: 'inspect_chunks', arguments: { article_identifier: 'long', ...given } }),
      );
    expect(await read({ limit: 1 })).toMatch(/…\nMore: offset 1$/);
    expect(await read({ offset: 1 })).not.toMatch(/More/);
  });
});
