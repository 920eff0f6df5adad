/** The library through a real client: papers are kept, found, listed and changed, on every engine. */
import type { BibliographicItem } from '@zapomni/core/model';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const item = (given: Partial<BibliographicItem> & { title: string }): BibliographicItem => ({
  type: 'article-journal',
  contributors: [],
  identifiers: [],
  ...given,
});
const author = (family: string, given: string) => ({ role: 'author' as const, family, given });
const doi = (value: string) => ({ scheme: 'doi' as const, value });

const ROTORS = item({
  title: 'Quiet rotors for small wind turbines',
  contributors: [author('Müller', 'Jana'), author('Okafor', 'Chidi')],
  issued: { year: 2019, month: 5 },
  container_title: 'Journal of Wind Engineering',
  abstract: 'Serrated blades lower the noise of small turbines by four decibels.',
  identifiers: [doi('10.1000/rotors')],
  citekey: 'mueller2019',
});
const MOSS = item({
  title: 'Moss as a bioindicator of heavy metals',
  contributors: [author('Okafor', 'Ada')],
  issued: { year: 2021 },
  container_title: 'Environmental Letters',
  abstract: 'Moss cushions store cadmium and lead from the air.',
  type: 'chapter',
});

describe.each(ENGINES)('papers, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const ids: string[] = [];
  const save = async (items: readonly BibliographicItem[], source = 'bibliography') =>
    zapomni.app.research.library.save({ workspace: 'default', arrivals: items.map((one) => ({ item: one, source })) });
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'memory,research' } });
    const saved = await save([ROTORS, MOSS]);
    ids.push(...saved.map(({ paper }) => paper?.key ?? ''));
  });
  afterAll(() => zapomni.close());
  const details = (article_identifier: string) => zapomni.call('get_article_details', { article_identifier });

  it('are one record under every name that is exact', async () => {
    const names = [ids[0] ?? '', 'mueller2019', '10.1000/ROTORS', 'https://doi.org/10.1000/rotors'];
    for (const name of [...names, 'Quiet Rotors for Small Wind Turbines.'])
      expect(await details(name), name).toMatchObject({ id: ids[0], citekey: 'mueller2019', doi: '10.1000/rotors' });
    expect((await details('okafor2021moss')).metadata).toMatchObject({ container_title: 'Environmental Letters' });
  });

  it('are never guessed: less than a name gives candidates', async () => {
    const unknown = await zapomni.fails('get_article_details', { article_identifier: 'quiet rotors' });
    expect(unknown).toContain(ids[0]);
    expect(unknown).toMatch(/\(mueller2019, [^,]+, 2019\) .*\[its title begins so\]/);
    expect(await zapomni.fails('get_article_details', { article_identifier: 'doi:10.1' })).toMatch(
      /no well-formed DOI/,
    );
    expect(await zapomni.fails('get_article_details', { article_identifier: ' ' })).toMatch(/empty/);
    expect(await zapomni.fails('get_article_details', { article_identifier: 'ftp://x.org/1' })).toMatch(/scheme/);
    const edit = { article_identifier: 'rotors', update_metadata: { title: 'Wrong' } };
    await zapomni.fails('update_article_metadata', edit);
    expect((await details('mueller2019')).title).toBe(ROTORS.title);
  });

  it('stay one however often they come, and an import adds what was missing', async () => {
    const again = await save([ROTORS, { ...MOSS, volume: '7' }]);
    expect(again.map(({ status }) => status)).toEqual(['unchanged', 'updated']);
    expect((await details('okafor2021moss')).metadata.volume).toBe('7');
    expect((await zapomni.call('list_articles')).total).toBe(2);
  });

  it('are found by what they are called, and each is the only one of its name', async () => {
    const search = (query: string, args = {}) => zapomni.call('search_articles', { query, ...args });
    for (const name of ['10.1000/rotors', 'https://doi.org/10.1000/ROTORS', ' mueller2019 '])
      expect(await search(name), name).toMatchObject({ total: 1, articles: [{ id: ids[0], score: 1 }] });
    const [first] = (await search('10.1000/rotors')).articles;
    expect(first.weak).toBeUndefined();
    // Neither outside of the filter, nor by less than the name, nor in the place of what a word means.
    expect((await search('10.1000/rotors', { document_type: 'chapter' })).total).toBe(0);
    expect((await search('10.1000/roto')).total).toBe(0);
    expect((await search('rotors')).articles[0]).toMatchObject({ id: ids[0] });
    const exported = await zapomni.call('export_bibliography', { search_query: '10.1000/rotors' });
    expect(exported).toMatchObject({ total: 1, content: expect.stringContaining('@article{mueller2019') });
  });

  it('are searched with filters, and found by their words with every memory', async () => {
    const search = (args: object) =>
      zapomni.call('search_articles', { query: 'noise of blades or metals in moss', ...args });
    const found = async (args: object) => (await search(args)).articles.map(({ id }: { id: string }) => id);
    expect((await found({})).toSorted()).toEqual([...ids].toSorted());
    expect(await found({ author: 'Müller' })).toEqual([ids[0]]);
    expect(await found({ author: 'Okafor, Ada' })).toEqual([ids[1]]);
    expect(await found({ date_from: '2020' })).toEqual([ids[1]]);
    expect(await found({ date_to: '2019-05' })).toEqual([ids[0]]);
    expect(await found({ document_type: 'chapter' })).toEqual([ids[1]]);
    expect(await found({ journal: 'journal of wind' })).toEqual([ids[0]]);
    expect(await found({ author: 'Nobody' })).toEqual([]);
    expect(await found({ limit: 1 })).toHaveLength(1);
    expect(await zapomni.fails('search_articles', { query: 'x', document_type: 'artcle' })).toMatch(
      /Nearest: .*article/,
    );
    expect(await zapomni.fails('search_articles', { query: 'x', date_from: 'spring' })).toMatch(/date_from/);
    const memory = await zapomni.call('search_memory', { query: 'serrated blades', filters: { kind: 'paper' } });
    expect(memory.results[0].metadata).toMatchObject({ paper_id: ids[0], citekey: 'mueller2019', year: 2019 });
  });

  it('are changed by the user, whose word no import overwrites', async () => {
    const changed = await zapomni.call('update_article_metadata', {
      article_identifier: 'mueller2019',
      add_tags: ['Wind energy', 'to read'],
      update_metadata: {
        title: 'Quiet rotors',
        authors: ['Müller, Jana'],
        year: 2018,
        rating: 4,
        doi: '10.1000/other',
      },
    });
    expect(changed.changed.toSorted()).toEqual(['contributors', 'identifiers', 'issued', 'rating', 'tags', 'title']);
    await save([ROTORS]);
    const now = await details('mueller2019');
    expect(now).toMatchObject({
      title: 'Quiet rotors',
      year: 2018,
      rating: 4,
      authors: ['Jana Müller'],
      tags: ['Wind energy', 'to read'],
    });
    expect(
      now.said.find(({ field, source }: Record<string, string>) => field === 'title' && source === 'user'),
    ).toBeDefined();
    const told = textOf(await zapomni.raw('get_article_details', { article_identifier: 'mueller2019' }));
    expect(told).toMatch(/^read_state: unread\nrating: 4$/m);
    const tagged = await zapomni.call('search_articles', { query: 'rotors', tags: ['wind ENERGY'] });
    expect(tagged.articles.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
    await zapomni.call('update_article_metadata', { article_identifier: 'mueller2019', remove_tags: ['TO READ'] });
    expect((await details('mueller2019')).tags).toEqual(['Wind energy']);
  });

  it('refuse a tag that is to come and to go', async () => {
    const both = { article_identifier: 'mueller2019', add_tags: ['Air'], remove_tags: ['air'] };
    expect(await zapomni.fails('update_article_metadata', both)).toMatch(/remove_tags: 'Air' is to be added as well/);
    expect((await details('mueller2019')).tags).toEqual(['Wind energy']);
  });

  it.each([
    [{ titel: 'x' }, /Nearest: .*title/],
    [{ doi: 'nonsense' }, /no well-formed DOI/],
    [{ rating: 6 }, /1 to 5/],
    [{ issued: '2020-13' }, /no date/],
    [{ issued: '2021-02-29' }, /no date/],
    [{ title: '' }, /not empty/],
    [{ type: 'artikel' }, /Nearest/],
    [{ authors: [7] }, /no name/],
    [{ citekey: 'two words' }, /one word/],
    [{ citekey: 'okafor2021moss' }, /another paper/],
    [{}, /nothing to change/],
  ])('refuses %o and changes nothing', async (update_metadata, words) => {
    const before = await details('mueller2019');
    expect(
      await zapomni.fails('update_article_metadata', { article_identifier: 'mueller2019', update_metadata }),
    ).toMatch(words);
    expect(await details('mueller2019')).toEqual(before);
  });

  it('are listed by type and word, in an order, and page by page', async () => {
    const more = Array.from({ length: 25 }, (_, i) =>
      item({ title: `Paper number ${String(i).padStart(2, '0')} on lichens`, issued: { year: 1990 + i } }),
    );
    await save(more);
    const list = (args: Record<string, unknown> = {}) => zapomni.call('list_articles', args);
    const titles = async (args: Record<string, unknown>): Promise<string[]> =>
      (await list(args)).articles.map(({ title }: { title: string }) => title);
    expect((await list()).total).toBe(27);
    const all = await titles({ limit: 100, sort_by: 'title' });
    for (const sort_by of ['added', 'title', 'year']) {
      const whole = await titles({ limit: 100, sort_by });
      expect(whole.toSorted()).toEqual(all.toSorted());
      const byOffset: string[] = [];
      for (let offset = 0; offset < 27; offset += 5) byOffset.push(...(await titles({ limit: 5, offset, sort_by })));
      expect(byOffset, sort_by).toEqual(whole);
      const byCursor: string[] = [];
      for (let cursor: string | undefined, n = 0; n === 0 || cursor; n++) {
        const page = await list({ limit: 4, sort_by, ...(cursor ? { cursor } : {}) });
        byCursor.push(...page.articles.map(({ title }: { title: string }) => title));
        cursor = page.next_cursor;
      }
      expect(byCursor, sort_by).toEqual(whole);
    }
    expect((await titles({ sort_by: 'year' }))[0]).toBe(MOSS.title);
    expect(await titles({ filter_by_type: 'chapter' })).toEqual([MOSS.title]);
    expect(await list({ search_term: 'lichens', limit: 3 })).toMatchObject({ total: 25, count: 3 });
    expect(await titles({ search_term: 'Okafor' })).toEqual(expect.arrayContaining([MOSS.title]));
    const last = await list({ offset: 26, limit: 10 });
    expect(last).toMatchObject({ count: 1, total: 27 });
    expect(textOf(await zapomni.raw('list_articles', { offset: 100 }))).toBe('0 of 27 papers.');
  });

  it('say in the text of their details who wrote them and whether they were read', async () => {
    const contributors = ['One', 'Two', 'Three', 'Four', 'Five'].map((family) => author(family, 'Ann'));
    await save([{ ...ROTORS, title: 'Kites by five', citekey: 'five', identifiers: [], contributors }]);
    await zapomni.call('update_article_metadata', { article_identifier: 'five', update_metadata: { rating: 4 } });
    const text = textOf(await zapomni.raw('get_article_details', { article_identifier: 'five' }));
    expect(text).toContain('authors: Ann One; Ann Two; Ann Three; Ann Four; Ann Five\n');
    expect(text).toContain('read_state: unread\nrating: 4');
    await zapomni.call('delete_article', { article_identifier: 'five', confirm_deletion: true });
  });

  it('are found where a search is their identifier, before their vectors are there as well', async () => {
    const first = async (query: string, more: object = {}) => {
      const { called, articles } = await zapomni.call('search_articles', { query, ...more });
      return called?.title ?? articles[0]?.title;
    };
    const {
      doi: own,
      citekey,
      id,
    } = (await zapomni.call('list_articles', { search_term: MOSS.title })).articles[0] as Record<string, string>;
    for (const name of [citekey, id, ...(own === undefined ? [] : [own])])
      expect(await first(String(name))).toBe(MOSS.title);
    expect(await first(String(citekey), { author: 'Nobody' })).toBeUndefined();
  });

  it('are counted', async () => {
    expect(await zapomni.call('collection_stats')).toMatchObject({
      papers: 27,
      types: { 'article-journal': 26, chapter: 1 },
      years: { 2018: 1, 2021: 1 },
      tags: { 'Wind energy': 1 },
    });
  });

  it('are two records shown as one, where a preprint was published', async () => {
    const preprint = {
      ...ROTORS,
      title: 'Frost on blades',
      identifiers: [{ scheme: 'arxiv' as const, value: '1901.00001' }],
      citekey: 'pre',
    };
    const { container_title: _venue, ...unpublished } = preprint;
    const published = { ...preprint, identifiers: [doi('10.1000/frost')], citekey: 'pub', issued: { year: 2020 } };
    await save([unpublished]);
    await save([published]);
    expect((await details('pub')).versions).toMatchObject([{ relation: 'preprint', citekey: 'pre' }]);
    expect(await zapomni.call('list_articles', { search_term: 'frost' })).toMatchObject({
      total: 1,
      articles: [{ citekey: 'pub' }],
    });
    expect((await zapomni.call('list_articles')).total).toBe(28);
    const found = await zapomni.call('search_articles', { query: 'frost on blades' });
    expect(found.articles.filter(({ title }: { title: string }) => title === 'Frost on blades')).toMatchObject([
      { citekey: 'pub' },
    ]);
  });
});

describe('citekeys', () => {
  it('are made as the user wants them', async () => {
    const zapomni = await openTestClient({
      settings: { tools: 'memory,research', citekey_pattern: '[auth3][shortyear]' },
    });
    const arrivals = [MOSS, ROTORS].map((one) => ({ item: one, source: 'bibliography' }));
    const saved = await zapomni.app.research.library.save({ workspace: 'default', arrivals });
    expect(saved.map(({ paper }) => paper?.value.citekey)).toEqual(['Oka21', 'mueller2019']);
    await zapomni.close();
  });
});

describe('papers that may be one', () => {
  const WALKS = item({
    title: 'Learning the walks of a temporal graph',
    contributors: [author('Lindqvist', 'Ada'), author('Öman', 'Bo')],
    issued: { year: 2019 },
    container_title: 'Journal of Graphs',
  });
  const SUBTITLED = item({
    ...WALKS,
    title: 'Learning the Walks of a Temporal Graph: A Study of Four Networks',
    contributors: [author('Lindqvist', 'A.'), author('Oman', 'B.')],
    identifiers: [doi('10.1000/walks')],
  });
  const SLIP = item({ ...WALKS, title: 'Learning the walks of a temporel graph' });
  const OTHER = item({ ...WALKS, title: 'Learning the walks of a painter', contributors: [author('Zed', 'Zoe')] });
  const PREPRINT = item({
    ...WALKS,
    title: WALKS.title ?? '',
    container_title: 'arXiv',
    identifiers: [{ scheme: 'arxiv', value: '1901.00001' }],
  });

  it('are proposed by the judgement that evaluations measure, and never merged by it', async () => {
    const zapomni = await openTestClient({ settings: { tools: 'memory,research' } });
    const save = async (one: BibliographicItem) =>
      (
        await zapomni.app.research.library.save({
          workspace: 'default',
          arrivals: [{ item: one, source: 'bibliography' }],
        })
      )[0];
    const first = await save(WALKS);
    expect((await save(WALKS))?.paper?.key).toBe(first?.paper?.key);
    for (const [one, why] of [
      [SUBTITLED, 'same_title'],
      [SLIP, 'same_title'],
      [PREPRINT, 'other_version'],
    ] as const) {
      const saved = await save(one);
      expect(saved).toMatchObject({ status: 'added' });
      expect(saved?.proposals).toContainEqual({ paper: first?.paper?.key, why });
    }
    expect(await save(OTHER)).toMatchObject({ status: 'added', proposals: [] });
    const groups = await zapomni.app.research.library.duplicates('default');
    expect(groups.map((group) => group.map(({ value }) => value.item.title ?? ''))).toEqual([
      expect.arrayContaining([WALKS.title, SUBTITLED.title, SLIP.title]),
    ]);
    await zapomni.close();
  });

  it('together in one file are found as those of the library are', async () => {
    const zapomni = await openTestClient({ settings: { tools: 'memory,research' } });
    const many = Array.from({ length: 60 }, (_, i) => item({ title: `Learning the walks of animal number ${i + 1}` }));
    const arrivals = [WALKS, ...many, SUBTITLED, WALKS].map((one) => ({ item: one, source: 'bibliography' }));
    const saved = await zapomni.app.research.library.save({ workspace: 'default', arrivals });
    expect(saved.at(-1)?.paper?.key).toBe(saved[0]?.paper?.key);
    const again = await zapomni.app.research.library.save({ workspace: 'default', arrivals: arrivals.slice(0, 1) });
    expect(again[0]).toMatchObject({ status: 'unchanged', paper: { key: saved[0]?.paper?.key } });
    await zapomni.close();
  });
});
