import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The fake embedder likes texts that share words, so that everything here is found by meaning too. */
describe('what a question demands and excludes', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore({ settings: { search_off: 'words,abstain,collapse' } });
    await store.remember([
      'cats and dogs live here',
      'cats live here alone',
      'memory safety rules for cats',
      'safety first: cats have a good memory',
      'wild dogs chase cats',
    ]);
  });
  afterAll(() => store.close());

  const find = async (query: string) => {
    const { hits } = await store.app.search.run({ workspaces: ['default'], query, limit: 10 });
    return hits.map(({ passage }) => passage.text).toSorted();
  };

  it('finds all of them by meaning without either', async () => {
    expect(await find('cats')).toHaveLength(5);
  });

  it('holds a phrase against what only the meaning found', async () => {
    expect(await find('cats "memory safety"')).toEqual(['memory safety rules for cats']);
    expect(await find('"memory safety" "wild dogs"')).toEqual([]);
  });

  it('holds exclusions of words and phrases', async () => {
    expect(await find('cats -dogs')).toHaveLength(3);
    expect(await find('cats -"wild dogs"')).toHaveLength(4);
    expect(await find('cats -dogs -memory')).toEqual(['cats live here alone']);
  });
});
