/**
 * A name with a slip, through a real client: what is like it is offered with the reason, what is not like it is not, and nothing is done on
 * a guess.
 */
import type { BibliographicItem, Identifier } from '@zapomni/core/model';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

interface Work extends Partial<Pick<BibliographicItem, 'type' | 'container_title' | 'citekey'>> {
  readonly title: string;
  readonly family: string;
  readonly year: number;
  readonly ids?: readonly Identifier[];
}

const toItem = ({ title, family, year, ids = [], ...more }: Work): BibliographicItem => ({
  type: 'article-journal',
  title,
  contributors: [{ role: 'author', family, given: 'Ada' }],
  identifiers: ids,
  issued: { year },
  ...more,
});
const id = (scheme: Identifier['scheme'], value: string): Identifier => ({ scheme, value });

const BOOK = id('isbn', '9780306406157');
const PAGE = id('url', 'https://shore.example.org/list');
const chapter = (title: string, family: string): Work => {
  const whole = { type: 'chapter' as const, container_title: 'Handbook of shores' };
  return { title, family, year: 2003, ids: [BOOK], ...whole };
};
const WORKS: readonly Work[] = [
  { title: 'Attention is all you need', family: 'Vaswani', year: 2017, ids: [id('arxiv', '1706.03762')] },
  {
    title: 'BERT: Pre-training of deep bidirectional transformers for language understanding',
    family: 'Devlin',
    year: 2019,
    ids: [id('doi', '10.18653/v1/n19-1423')],
  },
  { title: 'Wind', family: 'Berg', year: 2001, ids: [id('pmid', '20112345'), id('doi', '10.1038/s41586-020-2649-2')] },
  { title: 'Limpets at low tide', family: 'Holm', year: 1999, citekey: 'Holm:1999a' },
  { title: 'A second look at kelp', family: 'Lund', year: 2012, ids: [id('doi', '10.21105/joss.01686.v1')] },
  chapter('Tides', 'Strand'),
  chapter('Sands', 'Dunn'),
  { title: 'What the list says', family: 'Okafor', year: 2010, ids: [PAGE] },
  { title: 'What it leaves out', family: 'Okafor', year: 2011, ids: [PAGE] },
  ...Array.from({ length: 40 }, (_, i) => ({
    title: `Unrelated report number ${i} on soils`,
    family: `Smith${i}`,
    year: 1980 + i,
    ids: [id('doi', `10.5555/soils.${1000 + i * 37}`)],
  })),
];

/** What is given → the title that is offered, and why. */
const OFFERED: readonly (readonly [given: string, title: string, why: RegExp])[] = [
  ['vaswani2017atention', 'Attention is all you need', /its citekey differs by one letter/],
  ['vaswani2018attention', 'Attention is all you need', /its citekey differs by one letter/],
  ['vasvani2017attention', 'Attention is all you need', /its citekey differs by one letter/],
  ['waswani2017attention', 'Attention is all you need', /its citekey differs by one letter/],
  ['VASWANI2017attention', 'Attention is all you need', /its citekey differs by case alone/],
  ['Vaswani2017Attention', 'Attention is all you need', /its citekey differs by case alone/],
  ['Vaswani2017', 'Attention is all you need', /its citekey begins so/],
  ['vaswani2017', 'Attention is all you need', /its citekey begins so/],
  ['holm:1999a', 'Limpets at low tide', /its citekey differs by case alone/],
  ['Atention is all you need', 'Attention is all you need', /its title differs by one letter/],
  ['Attention is all we need', 'Attention is all you need', /its title differs by \w+ letters/],
  ['attentoin is al you need', 'Attention is all you need', /its title differs by/],
  ['Attention is all', 'Attention is all you need', /its title begins so/],
  ['Vaswani attention 2017', 'Attention is all you need', /most of these words/],
  ['Wnd', 'Wind', /its title differs by one letter/],
  ['Pre-training of deep bidirectional transformers', 'BERT: Pre-training', /most of these words/],
  ['Limpets at low tide: an overview', 'Limpets at low tide', /without the subtitle/],
  ['1706.03763', 'Attention is all you need', /its arXiv id 1706\.03762 differs by one character/],
  ['10.18653/v1/n19-1432', 'BERT: Pre-training', /its DOI 10\.18653\/v1\/n19-1423 differs by one character/],
  ['10.18563/v1/n19-1423', 'BERT: Pre-training', /differs by one character/],
  ['https://doi.org/10.18653/v1/N19-14', 'BERT: Pre-training', /differs by two characters/],
  ['10.1083/s41586-020-2649-2', 'Wind', /differs by one character/],
  ['10.21105/joss.01686', 'A second look at kelp', /is another version of it/],
  ['10.21105/joss.01686.v3', 'A second look at kelp', /is another version of it/],
  ['PMID:2011234', 'Wind', /its PMID 20112345 differs by one character/],
  ['doi:1706.03762', 'Attention is all you need', /is no DOI but an arXiv id[\s\S]*Write it as arxiv:1706\.03762/],
  ['arxiv:10.18653/v1/n19-1423', 'BERT: Pre-training', /is no arXiv id but a DOI/],
  ['http://shore.example.org/list', 'What the list says', /leads to the same place/],
];

/** Nothing is like these. */
const ALONE: readonly (readonly [given: string, says: RegExp])[] = [
  [
    '10.1016/j.cell.2020.01.021',
    /has this DOI\. process_pdf adds it by its identifier: 10\.1016\/j\.cell\.2020\.01\.021/,
  ],
  ['arXiv:2301.99999', /has this arXiv id\. process_pdf adds it by its identifier: arxiv:2301\.99999/],
  ['PMID:99887766', /has this PMID\. process_pdf adds it/],
  ['PMC7777777', /has this PMCID\. process_pdf adds it/],
  ['W123456789', /has this OpenAlex id\. process_pdf adds it/],
  ['978-3-16-148410-0', /has this ISBN\. process_pdf adds it/],
  ['https://elsewhere.example.net/paper', /has this address\. process_pdf adds it by its url/],
  ['pmid:PMC12345', /is no PMID but a PMCID\. Write it as PMC12345/],
  ['pmid:twelve', /is no well-formed PMID; it is a number/],
  ['arxiv:something', /is no well-formed arXiv id; one looks like 2301\.12345/],
  ['isbn:0-306-40615-3', /is no well-formed ISBN/],
  ['10.1000', /is no well-formed DOI; one looks like 10\.1000\/xyz123/],
  ['jones1984ghosts', /named so exactly\. Give a paper id/],
  ['Ghosts of the northern railway', /named so exactly\. Give a paper id/],
  ['zzzz qqqq', /named so exactly\. Give a paper id/],
];

describe.each(ENGINES)('a name with a slip, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const ask = (article_identifier: string) => zapomni.raw('get_article_details', { article_identifier });
  const told = async (name: string) => {
    const result = await ask(name);
    const error = result._meta?.['error'] as { candidates?: Record<string, string>[] } | undefined;
    const [block] = result.content;
    return { isError: result.isError, text: block?.type === 'text' ? block.text : '', ...error };
  };
  const versions = async () =>
    (await zapomni.app.research.library.list({ workspace: 'default', limit: 100 })).items.map(({ key, version }) => [
      key,
      version,
    ]);

  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'all' } });
    const arrivals = WORKS.map((work) => ({ item: toItem(work), source: 'bibliography' }));
    await zapomni.app.research.library.save({ workspace: 'default', arrivals });
  });
  afterAll(() => zapomni.close());

  it.each(OFFERED)('%s: %s', async (given, title, why) => {
    const { isError, text, candidates = [] } = await told(given);
    expect(isError).toBe(true);
    expect(text).toMatch(why);
    expect(candidates[0]?.['title'], JSON.stringify(candidates)).toContain(title);
    const { id: key, citekey, year, first_author, why: reason } = candidates[0] ?? {};
    expect([key, citekey, year, first_author, reason]).not.toContain(undefined);
    for (const part of [key, citekey, year, first_author, reason]) expect(text).toContain(String(part));
    // The id leads to it.
    expect((await zapomni.call('get_article_details', { article_identifier: key })).title).toContain(title);
  });

  it.each(ALONE)('%s: nothing is offered', async (given, says) => {
    const { isError, text, candidates } = await told(given);
    expect(isError).toBe(true);
    expect(text).toMatch(says);
    expect(candidates).toBeUndefined();
  });

  it('of an id that was cut', async () => {
    const whole = (await zapomni.call('get_article_details', { article_identifier: 'Wind' })).id as string;
    const { candidates = [] } = await told(whole.slice(0, -2));
    expect(candidates.map((one) => one['id'])).toContain(whole);
    expect(candidates.find((one) => one['id'] === whole)?.['why']).toBe('its id begins so');
  });

  it('finds by the title in another case, without being asked again', async () => {
    expect(
      await zapomni.call('get_article_details', { article_identifier: 'ATTENTION IS ALL YOU NEED!' }),
    ).toMatchObject({
      arxiv: '1706.03762',
    });
  });

  it.each([
    [PAGE.value, /several papers have this address[\s\S]*What the list says[\s\S]*What it leaves out/],
    ['978-0-306-40615-7', /a book of which only parts are here|several papers have this ISBN/],
  ])('%s is of several: each tool that writes has somebody choose', async (name, says) => {
    const before = await versions();
    for (const [tool, args] of [
      ['update_article_metadata', { article_identifier: name, add_tags: ['guessed'] }],
      ['delete_article', { article_identifier: name, confirm_deletion: true }],
      ['merge_articles', { into: name, from: 'Wind' }],
      ['merge_articles', { into: 'Wind', from: name }],
      ['split_article', { article_identifier: name, identifiers: [name] }],
      ['create_custom_index', { index_name: 'guessed', topic_filter: '', articles: [name] }],
    ] as const)
      expect(await zapomni.fails(tool, args), tool).toMatch(says);
    const { text, candidates = [] } = await told(name);
    expect(text).toMatch(says);
    expect(candidates).toHaveLength(2);
    expect(await versions()).toEqual(before);
  });

  it('is of the one that is left when the other has gone, been given another or been merged', async () => {
    const details = (name: string) => zapomni.call('get_article_details', { article_identifier: name });
    const change = (title: string, update_metadata: object) =>
      zapomni.call('update_article_metadata', { article_identifier: title, update_metadata });
    await change('What the list says', { url: 'https://shore.example.org/other' });
    expect((await details(PAGE.value)).title).toBe('What it leaves out');
    expect((await details('https://shore.example.org/other')).title).toBe('What the list says');
    const { plan_id } = await zapomni.call('merge_articles', { into: 'Sands', from: 'Tides' });
    expect(await zapomni.fails('get_article_details', { article_identifier: BOOK.value })).toMatch(
      /only parts are here/,
    );
    expect((await told(BOOK.value)).candidates).toHaveLength(1);
    await zapomni.call('split_article', { undo: plan_id });
    expect((await told(BOOK.value)).candidates).toHaveLength(2);
    await zapomni.call('delete_article', { article_identifier: 'Tides', confirm_deletion: true });
    expect((await told(BOOK.value)).candidates).toMatchObject([{ title: 'Sands' }]);
  });

  it('is of both parts of a paper that was split, each by its own identifiers', async () => {
    const item = toItem({ title: 'Two in one', family: 'Twin', year: 2000, ids: [PAGE, id('doi', '10.5555/twin')] });
    await zapomni.app.research.library.save({ workspace: 'default', arrivals: [{ item, source: 'bibliography' }] });
    const split = {
      article_identifier: '10.5555/twin',
      identifiers: [PAGE.value, PAGE.value],
      title: 'The other half',
    };
    await zapomni.call('split_article', split);
    const { candidates = [] } = await told(PAGE.value);
    expect(candidates.map(({ title }) => title).toSorted()).toEqual(['The other half', 'What it leaves out']);
    const half = await zapomni.call('get_article_details', { article_identifier: 'The other half' });
    expect(half.identifiers).toHaveLength(1);
  });
});
