/** Merging, splitting, deleting and sets of papers through a real client, and all of it taken back. */
import type { BibliographicItem } from '@zapomni/core/model';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ICE = 'Sheets of ice lose mass each summer, and rivers carry it to the glaciers of the sea.';
const ENGINES = await enginesForTests();

const paper = (title: string, doi: string, rest: Partial<BibliographicItem> = {}): BibliographicItem => ({
  type: 'article-journal',
  title,
  contributors: [{ role: 'author', family: 'Berg', given: 'Eva' }],
  identifiers: [{ scheme: 'doi', value: doi }],
  issued: { year: 2015 },
  abstract: `What we know of ${title.toLowerCase()}.`,
  ...rest,
});

describe.each(ENGINES)('papers that change, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const save = async (items: readonly BibliographicItem[], leaveForgotten = false) =>
    zapomni.app.research.library.save({
      workspace: 'default',
      leaveForgotten,
      arrivals: items.map((item) => ({ item, source: 'bibliography', tags: [item.citekey ?? 'x'] })),
    });
  const details = (article_identifier: string) => zapomni.call('get_article_details', { article_identifier });
  const total = async (): Promise<number> => (await zapomni.call('list_articles')).total;
  const found = async (query: string): Promise<string[]> =>
    (await zapomni.call('search_articles', { query })).articles.map(({ id }: { id: string }) => id);
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'memory,research' } });
  });
  afterAll(() => zapomni.close());

  it('are merged, named by either id, and parted again as they were', async () => {
    await save([
      paper('Glacier melt', '10.1234/a', { citekey: 'a' }),
      paper('Melting of glaciers', '10.1234/b', { citekey: 'b', volume: '3', abstract: ICE }),
    ]);
    const before = [await details('a'), await details('b')];
    const merged = await zapomni.call('merge_articles', { into: 'a', from: '10.1234/b' });
    expect(merged.articles).toMatchObject([{ citekey: 'a', title: 'Glacier melt', tags: ['a', 'b'] }]);
    for (const name of ['a', 'b', '10.1234/a', '10.1234/b', before[1].id])
      expect(await details(name), name).toMatchObject({ id: before[0].id, metadata: { volume: '3' } });
    expect(await total()).toBe(1);
    expect(await found('glaciers')).toEqual([before[0].id]);
    expect(
      (await save([paper('Melting of glaciers', '10.1234/b', { citekey: 'b', volume: '3', abstract: ICE })])).map(
        ({ paper: kept }) => kept?.key,
      ),
    ).toEqual([before[0].id]);
    await zapomni.call('update_article_metadata', { article_identifier: 'a', update_metadata: { note: 'Mine.' } });
    expect(
      (await zapomni.call('split_article', { undo: merged.plan_id })).articles.map(({ id }: { id: string }) => id),
    ).toEqual(before.map(({ id }) => id));
    const plain = (one: Record<string, unknown>) => ({ ...one, memory_id: '', updated_at: '', said: [] });
    expect(plain(await details('b'))).toEqual(plain(before[1]));
    expect(await details('a')).toMatchObject({
      metadata: { note: 'Mine.' },
      identifiers: before[0].identifiers,
      tags: ['a'],
    });
    expect((await found('glaciers')).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    expect(await zapomni.fails('split_article', { undo: merged.plan_id })).toMatch(/undone already/);
    expect(await zapomni.fails('merge_articles', { into: 'a', from: 'glaciers' })).toMatch(/from: .*\n?.*/);
    expect(await zapomni.fails('merge_articles', { into: 'a', from: 'a' })).toMatch(/same paper/);
  });

  it('keep what the user has said and added since a merge that is taken back', async () => {
    await save([paper('Kept A', '10.1234/ka', { citekey: 'ka' }), paper('Kept B', '10.1234/kb', { citekey: 'kb' })]);
    const { plan_id } = await zapomni.call('merge_articles', { into: 'ka', from: 'kb' });
    await zapomni.call('update_article_metadata', {
      article_identifier: 'ka',
      add_tags: ['since'],
      remove_tags: ['kb'],
      update_metadata: { rating: 5, read_state: 'read', citekey: 'kept', pmid: '4242', volume: '9' },
    });
    await zapomni.call('split_article', { undo: plan_id });
    expect(await details('kept')).toMatchObject({
      doi: '10.1234/ka',
      tags: ['ka', 'since'],
      rating: 5,
      read_state: 'read',
      metadata: { volume: '9' },
      identifiers: [
        { scheme: 'doi', value: '10.1234/ka' },
        { scheme: 'pmid', value: '4242' },
      ],
    });
    expect((await details('pmid:4242')).id).toBe((await details('kept')).id);
    const other = await details('kb');
    expect(other).toMatchObject({ doi: '10.1234/kb', read_state: 'unread' });
    expect([other.tags, other.rating]).toEqual([undefined, undefined]);
    await zapomni.call('update_article_metadata', { article_identifier: 'kb', add_tags: ['kb'] });
  });

  it('are not parted while one of them was merged with a third since', async () => {
    await save(['x', 'y', 'z'].map((key) => paper(`Third ${key}`, `10.1234/t${key}`, { citekey: `t${key}` })));
    const first = await zapomni.call('merge_articles', { into: 'tx', from: 'ty' });
    const second = await zapomni.call('merge_articles', { into: 'tz', from: 'tx' });
    expect(await zapomni.fails('split_article', { undo: first.plan_id })).toMatch(/merged with another, since/);
    await zapomni.call('split_article', { undo: second.plan_id });
    await zapomni.call('split_article', { undo: first.plan_id });
    for (const key of ['x', 'y', 'z']) expect((await details(`10.1234/t${key}`)).title).toBe(`Third ${key}`);
  });

  it('come back from a deletion unless they were added again', async () => {
    await save([paper('Back twice', '10.1234/bt', { citekey: 'bt' })]);
    const { plan_id } = await zapomni.call('delete_article', { article_identifier: 'bt', confirm_deletion: true });
    await save([paper('Back twice', '10.1234/bt')]);
    const again = await details('10.1234/bt');
    const told = await zapomni.fails('split_article', { undo: plan_id });
    expect(told).toMatch(/another paper has its identifier/);
    expect(told).toContain(again.id);
    expect((await zapomni.call('list_articles', { search_term: 'Back twice' })).total).toBe(1);
    await zapomni.call('delete_article', { article_identifier: again.id, confirm_deletion: true });
    await zapomni.call('split_article', { undo: plan_id });
    expect((await details('bt')).doi).toBe('10.1234/bt');
  });

  it('are split, and one again', async () => {
    await save([
      {
        ...paper('Two in one', '10.1234/c', { citekey: 'c' }),
        identifiers: [
          { scheme: 'doi', value: '10.1234/c' },
          { scheme: 'pmid', value: '77' },
        ],
      },
    ]);
    const before = await details('c');
    const split = await zapomni.call('split_article', {
      article_identifier: 'c',
      identifiers: ['pmid:77'],
      title: 'The other one',
    });
    expect((await details('pmid:77')).title).toBe('The other one');
    expect((await details('c')).identifiers).toEqual([{ scheme: 'doi', value: '10.1234/c' }]);
    await zapomni.call('split_article', { undo: split.plan_id });
    expect(await details('pmid:77')).toMatchObject({ id: before.id, title: 'Two in one' });
    expect(await found('the other one')).not.toContain(split.articles[1].id);
    expect(await zapomni.fails('split_article', { article_identifier: 'c', identifiers: ['10.1234/zzz'] })).toMatch(
      /no identifier of this paper/,
    );
    expect(await zapomni.fails('split_article', {})).toMatch(/either/);
  });

  it('are deleted when that is confirmed, stay away, and come back', async () => {
    await save([paper('Forgettable', '10.1234/d', { citekey: 'd' })]);
    const before = await details('d');
    expect(await zapomni.fails('delete_article', { article_identifier: 'd' })).toMatch(/Nothing was deleted/);
    const deleted = await zapomni.call('delete_article', { article_identifier: 'd', confirm_deletion: true });
    expect(deleted.removed.memories).toBe(1);
    await zapomni.fails('get_article_details', { article_identifier: 'd' });
    expect(await found('forgettable')).not.toContain(before.id);
    const again = await save([paper('Forgettable', '10.1234/d', { abstract: 'Told otherwise.' })], true);
    expect(again).toMatchObject([{ status: 'forgotten', paper: null }]);
    await zapomni.call('split_article', { undo: deleted.plan_id });
    expect(await details('d')).toMatchObject({
      id: before.id,
      metadata: before.metadata,
      identifiers: before.identifiers,
    });
    expect((await found('forgettable'))[0]).toBe(before.id);
    expect((await save([paper('Forgettable', '10.1234/d')], true))[0]?.status).not.toBe('forgotten');
    expect(await zapomni.fails('split_article', { undo: 'nonsense' })).toMatch(/no such plan/);
  });

  it('have tags that become one by a plan, and are taken back', async () => {
    const tag = async (article_identifier: string, add_tags: string[]) =>
      zapomni.call('update_article_metadata', { article_identifier, add_tags });
    const kelp = (n: number, rest: Partial<BibliographicItem> = {}) =>
      paper(`Kelp forest number ${n}`, `10.1234/kelp${n}`, { citekey: `kelp${n}`, ...rest });
    await save([
      kelp(1),
      kelp(2),
      kelp(3),
      kelp(4, { abstract: 'All about kelp forests and convolutional neural networks.' }),
    ]);
    await tag('kelp1', ['Kelp forests', 'convolutional neural networks']);
    await tag('kelp2', ['kelp-forests', 'CNN']);
    await tag('kelp3', ['kelp forest']);
    const tags = async (key: string): Promise<string[]> => (await details(key)).tags ?? [];
    const near = (await zapomni.call('manage_tag_vocabulary')).near_duplicates;
    expect(near.map(({ why }: { why: string }) => why)).toEqual(expect.arrayContaining(['spelling', 'abbreviation']));
    const suggested = await zapomni.call('suggest_tags', { article_identifier: 'kelp4' });
    expect(suggested.suggestions[0].tags.map((one: { tag: string }) => one.tag)).toEqual(
      expect.arrayContaining(['convolutional neural networks']),
    );
    const before = await Promise.all(['kelp1', 'kelp2', 'kelp3'].map(tags));
    const plan = await zapomni.call('consolidate_tags', { rename: { 'kelp forest': 'Seaweed' } });
    expect(await Promise.all(['kelp1', 'kelp2', 'kelp3'].map(tags))).toEqual(before);
    expect(await zapomni.call('consolidate_tags', { apply: plan.plan_id })).toMatchObject({ status: 'applied' });
    expect(await tags('kelp3')).toEqual(['kelp3', 'Seaweed']);
    expect(await tags('kelp2')).toHaveLength(3);
    expect(new Set([...(await tags('kelp1')), ...(await tags('kelp2'))]).size).toBe(4);
    await tag('kelp2', ['since then']);
    expect(await zapomni.fails('consolidate_tags', { apply: plan.plan_id })).toMatch(/applied already/);
    await zapomni.call('consolidate_tags', { undo: plan.plan_id });
    expect(await tags('kelp3')).toEqual(before[2]);
    expect(await tags('kelp2')).toEqual([...(before[1] ?? []), 'since then']);
    expect(await zapomni.fails('consolidate_tags', { apply: 'x', undo: 'y' })).toMatch(/either/);
    await zapomni.call('update_article_metadata', { article_identifier: 'kelp4', remove_tags: ['kelp4'] });
    const retag = await zapomni.call('consolidate_and_retag');
    expect(retag.additions).toMatchObject([{ id: (await details('kelp4')).id }]);
    const started = await zapomni.call('consolidate_and_retag', { apply: retag.plan_id });
    expect(started.task.state).toMatch(/queued|running|completed/);
    await expect.poll(() => tags('kelp4')).toContain('convolutional neural networks');
  });

  it('belong to sets that narrow every search', async () => {
    await save([
      paper('Coral reefs and heat', '10.1234/e', { citekey: 'e' }),
      paper('Reef fish', '10.1234/f', { citekey: 'f', type: 'book' }),
    ]);
    const created = await zapomni.call('create_custom_index', {
      index_name: 'Reefs',
      topic_filter: 'coral reefs, reef fish',
    });
    expect(created).toMatchObject({ documents: 2, kept_current: true });
    const books = await zapomni.call('create_custom_index', {
      index_name: 'Reef books',
      topic_filter: 'reef',
      document_types: ['book'],
    });
    expect(books.documents).toBe(1);
    expect(await zapomni.call('list_articles', { index: 'reefs' })).toMatchObject({ total: 2 });
    const search = await zapomni.call('search_articles', { query: 'melt heat fish', index: 'Reefs' });
    expect(search.articles.every(({ title }: { title: string }) => /reef/i.test(title))).toBe(true);
    const memory = await zapomni.call('search_memory', {
      query: 'glacier reef fish',
      filters: { index: 'Reef books' },
    });
    expect(memory.results.map((one: { metadata: { citekey: string } }) => one.metadata.citekey)).toEqual(['f']);
    await save([paper('Coral reefs of the north', '10.1234/g', { citekey: 'g' })]);
    expect(await zapomni.call('list_articles', { index: 'Reefs' })).toMatchObject({ total: 3 });
    await zapomni.call('create_custom_index', { index_name: 'Mine', topic_filter: 'x', articles: ['e', '10.1234/a'] });
    expect(await zapomni.call('list_articles', { index: 'mine' })).toMatchObject({ total: 2 });
    expect(await zapomni.fails('create_custom_index', { index_name: 'REEFS', topic_filter: 'x' })).toMatch(
      /set of this name/,
    );
    expect(await zapomni.fails('list_articles', { index: 'Reef' })).toMatch(/Nearest: Reefs/);
    const { indexes } = await zapomni.call('list_custom_indexes');
    expect(indexes).toMatchObject([
      { index_name: 'Mine', documents: 2 },
      { index_name: 'Reef books', documents: 1, topic_filter: 'reef' },
      { index_name: 'Reefs', documents: 3 },
    ]);
    expect(await zapomni.fails('delete_custom_index', { index_name: 'mine' })).toMatch(/confirm_deletion.*Nothing/);
    const gone = { index_name: 'mine', confirm_deletion: true };
    expect(await zapomni.call('delete_custom_index', gone)).toMatchObject({ status: 'deleted', documents: 2 });
    expect(await zapomni.fails('delete_custom_index', gone)).toMatch(/index_name: there is no saved set/);
    expect(await zapomni.fails('list_articles', { index: 'mine' })).toMatch(/no saved set/);
    expect((await details('e')).title).toBe('Coral reefs and heat');
    expect(await zapomni.fails('create_custom_index', { index_name: 'y', topic_filter: ' , ' })).toMatch(/no words/);
    expect(
      await zapomni.fails('create_custom_index', { index_name: 'y', topic_filter: 'x', max_documents: 9 }),
    ).toMatch(/max_documents/);
  });
});
