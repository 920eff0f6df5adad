import { createApp } from '@zapomni/core';
import type { SearchRequest } from '@zapomni/core/search';
import { createFakeEmbedder, createFakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const embedder = createFakeEmbedder();
let store: FilledStore;
beforeAll(async () => {
  store = openFilledStore({ embedder, extractor: createFakeExtractor({ names: { Zapomni: 'technology' } }) });
  await store.remember([
    { text: 'The boiler is red', tags: ['work'] },
    { text: 'The login form sends a code by mail' },
    { text: 'The form for holidays lies in the hall', tags: ['work'] },
    { text: 'Zapomni is free for everybody', tags: ['work'] },
    { text: 'The canteen is free on Fridays', tags: ['work'] },
    { text: 'Coffee beans are in the upper drawer', tags: ['work'] },
    { text: 'Use four spaces', tags: ['house-rules', 'work'] },
    { text: 'Lines end at a hundred characters', tags: ['house-rules', 'work', 'draft'] },
  ]);
  await store.remember([{ text: 'Two spaces', tags: ['house-rules'] }], 'office');
  await store.read();
  await store.app.graph.assertEntities({
    workspace: 'default',
    entities: [{ type: 'technology', name: 'Zapomni', aliases: ['ZAP'] }],
  });
});
afterAll(() => store.close());

const search = (query: string, rest: Partial<SearchRequest> = {}) =>
  store.app.search.run({ workspaces: ['default'], query, limit: 10, ...rest });
const texts = async (query: string, rest: Partial<SearchRequest> = {}) =>
  (await search(query, rest)).hits.map(({ passage }) => passage.text);
const RULES = ['Lines end at a hundred characters', 'Use four spaces'];

describe('a tag that the question says', () => {
  it.each(['house rules', 'house-rules', 'our House Rules', 'house_rules'])(
    'finds what carries it: %s',
    async (query) => {
      expect((await texts(query)).slice(0, 2).toSorted()).toEqual(RULES);
    },
  );

  it('says nothing when most memories carry it', async () => {
    const { hits, explanation } = await search('how does the login work', { explain: true });
    expect(explanation?.names).toEqual([]);
    expect(hits[0]?.passage.text).toBe('The login form sends a code by mail');
  });

  it('keeps to the filters, to what is excluded and to the workspaces', async () => {
    expect(await texts('house rules', { filter: { tags: ['draft'] } })).toEqual([RULES[0]]);
    expect(await texts('house rules', { filter: { noTags: ['work'] } })).not.toContain(RULES[0]);
    expect(await texts('house rules -characters')).not.toContain(RULES[0]);
    const both = await texts('house rules', { workspaces: ['default', 'office'] });
    expect(both.slice(0, 3).toSorted()).toEqual([...RULES, 'Two spaces'].toSorted());
    expect(await texts('house rules', { workspaces: ['office'] })).toEqual(['Two spaces']);
  });

  it('finds without the model too, also what holds no word of the question', async () => {
    embedder.failing = true;
    const { hits, mode } = await search('our house rules');
    embedder.failing = false;
    expect(mode).toBe('words');
    expect(
      hits
        .slice(0, 2)
        .map(({ passage }) => passage.text)
        .toSorted(),
    ).toEqual(RULES);
    expect(hits[0]).toMatchObject({ signals: ['names'] });
    expect(hits[0]?.score).toBeGreaterThan(0.5);
  });

  it('can be seen at work, and switched off', async () => {
    const { explanation } = await search('house rules', { explain: true });
    expect(explanation?.names).toEqual(['house rules']);
    expect(explanation?.hits.slice(0, 3).map(({ names }) => names > 0)).toEqual([true, true, false]);
    const without = createApp({ ...store.deps, config: { ...store.deps.config, search_off: 'names,abstain' } });
    const { hits } = await without.search.run({ workspaces: ['default'], query: 'house rules', limit: 10 });
    expect(
      hits
        .slice(0, 2)
        .map(({ passage }) => passage.text)
        .toSorted(),
    ).not.toEqual(RULES);
  });
});

describe('another name of a thing', () => {
  it('finds what speaks of the thing, before what only looks like it', async () => {
    expect((await texts('is ZAP free'))[0]).toBe('Zapomni is free for everybody');
    embedder.failing = true;
    expect((await texts('of ZAP'))[0]).toBe('Zapomni is free for everybody');
    embedder.failing = false;
  });

  it('does nothing where the question says every name', async () => {
    const names = async (query: string) => (await search(query, { explain: true })).explanation?.names;
    expect(await names('is ZAP free')).toEqual(['ZAP']);
    expect(await names('is Zapomni, or ZAP, free')).toEqual([]);
  });

  it('is forgotten with the thing', async () => {
    const query = 'what of ZAP now';
    expect((await search(query, { explain: true })).explanation?.names).toEqual(['ZAP']);
    const [entity] = await store.deps.storage.graph.named('default', ['zapomni']);
    await store.app.graph.removeEntities({ workspace: 'default', ids: [entity?.id ?? ''] });
    expect((await search(`${query}?`, { explain: true })).explanation?.names).toEqual([]);
  });
});
