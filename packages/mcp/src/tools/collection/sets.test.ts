/** Lists and saved sets by words: what is written is meant, whatever field it stands in, and what is left out is said. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const paper = (citekey: string, title: string, [given, family]: [string, string], venue: string) => ({
  item: {
    type: (venue.startsWith('Journal') ? 'article-journal' : 'book') as 'article-journal' | 'book',
    citekey,
    title,
    abstract: `On ${title.toLowerCase()}, at length.`,
    identifiers: [],
    contributors: [{ role: 'author' as const, family, ...(given === '' ? {} : { given }) }],
    container_title: venue,
  },
  source: 'bibliography',
});

const PAPERS = [
  paper('m1', 'Speech and emotion', ['Karl-Heinz', 'Müller'], 'Nature'),
  paper('m2', 'Emotion in faces', ['Anna', 'Müller'], 'Journal of Machine Learning Research'),
  paper('b1', 'Emotion recognition', ['Bo', 'van der Berg'], 'Nature'),
  paper('b2', 'Recognition of emotion', ['小明', '王'], 'Nature'),
  paper('es', 'Moods', ['Gabriel', 'García Hernández'], 'Tides'),
  paper('group', 'Muons', ['', 'The Atlas Collaboration'], 'Tides'),
  paper('fr', 'Tides: a reply to “Réseaux de neurones”', ['Ève', 'Roche'], 'Tides'),
  ...Array.from({ length: 12 }, (_, i) => paper(`t${i}`, `Tide ${i}`, ['Ada', 'Moss'], 'Tides')),
];

describe.each(ENGINES)('papers by words, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'memory,research' } });
    await zapomni.app.research.library.save({ workspace: 'default', arrivals: PAPERS });
  });
  afterAll(() => zapomni.close());
  const keys = ({ articles }: Record<string, unknown>) =>
    (articles as { citekey: string }[]).map(({ citekey }) => citekey).toSorted();
  const create = (index_name: string, topic_filter: string, more: object = {}) =>
    zapomni.call('create_custom_index', { index_name, topic_filter, ...more });
  const members = async (index: string) => keys(await zapomni.call('list_articles', { index, limit: 100 }));

  it.each([
    ['Müller emotion', ['m1', 'm2']],
    ['emotion Karl-Heinz Müller', ['m1']],
    ['Müller, Karl-Heinz', ['m1']],
    ['van der Berg recognition', ['b1']],
    ['nature emotion', ['b1', 'b2', 'm1']],
    ['journal of machine learning research faces', ['m2']],
    ['Müller recognition', []],
    ['réseaux de neurones', ['fr']],
  ])('lists what holds all of the words, in whichever of its fields: %s', async (search_term, wanted) => {
    expect(keys(await zapomni.call('list_articles', { search_term }))).toEqual(wanted);
  });

  it.each([
    ['Berg', ['b1']],
    ['Bo Berg', ['b1']],
    ['B. Berg', ['b1']],
    ['Hernández', ['es']],
    ['García', ['es']],
    ['Gabriel García Hernández', ['es']],
    ['Atlas Collaboration', ['group']],
    ['王小明', ['b2']],
    ['小明王', ['b2']],
    ['Bergson', []],
  ])('finds an author by a part of the name, or all of it in one: %s', async (author, wanted) => {
    const asked = { query: 'emotion', author, limit: 50 };
    expect(keys(await zapomni.call('search_articles', asked))).toEqual(wanted);
    expect(keys(await zapomni.call('list_articles', { search_term: author }))).toEqual(wanted);
  });

  it.each([
    ['nature', ['b1', 'b2', 'm1']],
    ['Journal of Machine', ['m2']],
    ['Machine Learning', ['m2']],
    ['J. Mach. Learn. Res.', ['m2']],
    ['Learning Machine', []],
  ])('finds a journal by its name or a part of that: %s', async (journal, wanted) => {
    const asked = { query: 'emotion', journal, strict: true };
    expect(keys(await zapomni.call('search_articles', asked))).toEqual(wanted);
  });

  it.each([
    ['alone', 'emotion', ['b1', 'b2', 'm1', 'm2']],
    ['left out', 'emotion -speech', ['b1', 'b2', 'm2']],
    ['phrase', '"emotion recognition"', ['b1']],
    ['comma in a phrase', '"speech, and emotion", faces', ['m1', 'm2']],
  ])('saves as a set what the words mean: %s', async (name, topic, wanted) => {
    expect(await create(name, topic)).toMatchObject({ documents: wanted.length });
    expect(await members(name)).toEqual(wanted);
  });

  it('refuses a set that only says what to leave out, or says it in too many ways', async () => {
    const refused = (topic_filter: string) =>
      zapomni.fails('create_custom_index', { index_name: 'refused', topic_filter });
    expect(await refused('-speech')).toMatch(/topic_filter: has no words/);
    expect(await refused(Array.from({ length: 51 }, (_, i) => `way${i}`).join(','))).toMatch(/more than 50 ways/);
  });

  it('says of how many it keeps the best', async () => {
    const given = { index_name: 'tides', topic_filter: 'tide', max_documents: 10 };
    const made = await zapomni.client.callTool({ name: 'create_custom_index', arguments: given });
    expect(made.structuredContent).toMatchObject({ documents: 10, matching: 13 });
    expect(textOf(made)).toMatch(/10 papers, the best of 13/);
    expect(await members('tides')).toHaveLength(10);
    expect(await create('all tides', 'tide')).not.toHaveProperty('matching');
  });

  it('keeps of fixed members each once, and only those of the types that are wanted', async () => {
    const articles = ['m1', 'm2', 'm1', 'b1'];
    expect(await create('named', 'x', { articles })).toMatchObject({ documents: 3, kept_current: false });
    expect(await create('books', 'x', { articles, document_types: ['book'] })).toMatchObject({ documents: 2 });
    const none = { index_name: 'none', topic_filter: 'x', articles, document_types: ['thesis'] };
    expect(await zapomni.fails('create_custom_index', none)).toMatch(/document_types: is the type of none/);
    const many = { ...none, document_types: [], articles: PAPERS.map(({ item }) => item.citekey), max_documents: 10 };
    expect(await zapomni.fails('create_custom_index', many)).toMatch(/articles: names more papers than max_documents/);
  });

  it('keeps a member that becomes another: merged into it, or shown as what was published of it', async () => {
    const [given, family] = ['Nina', 'Sund'];
    const person = { role: 'author' as const, given, family };
    const item = (citekey: string, title: string, id: string, abstract = '') => ({
      abstract,
      type: 'article-journal' as const,
      citekey,
      title,
      contributors: [person],
      identifiers: [
        id.startsWith('10.') ? { scheme: 'doi' as const, value: id } : { scheme: 'arxiv' as const, value: id },
      ],
      issued: { year: 2020 },
    });
    const save = (...items: ReturnType<typeof item>[]) =>
      zapomni.app.research.library.save({
        workspace: 'default',
        arrivals: items.map((one) => ({ item: one, source: 'bibliography' })),
      });
    await save(item('one', 'Sprats', '10.1000/sprats'), item('two', 'Sprats, again', '10.1000/sprats2'));
    await save(item('pre', 'Herring by night', '1901.00009', 'Luciferin lights them.'));
    await create('kept', 'x', { articles: ['two', 'pre'] });
    await create('bright', 'luciferin');
    await zapomni.call('merge_articles', { into: 'one', from: 'two' });
    await save(item('pub', 'Herring by night', '10.1000/herring'));
    expect(await members('kept')).toEqual(['one', 'pub']);
    expect(await members('bright')).toEqual(['pub']);
    const found = await zapomni.call('search_articles', { query: 'luciferin', index: 'bright', strict: true });
    expect(keys(found)).toEqual(['pub']);
    expect(await zapomni.call('format_citations', { index: 'kept', style: 'apa' })).toMatchObject({ count: 2 });
  });
});
