/** What Git and memories know of a symbol, through the tools that tell of symbols. */
import { createApp, type App } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const price = (tax: number): string =>
  `def price(of):\n    known = {"apple": 1, "pear": 2}\n    return known.get(of, 0) + ${tax}\n`;

describe('the history of a symbol', () => {
  let repository: IndexedRepository;
  let app: App;
  let zapomni: TestClient;
  let first = '';
  beforeAll(async () => {
    repository = new IndexedRepository();
    for (const [i, tax] of [1, 22, 333].entries()) {
      repository.write('shop.py', price(tax));
      repository.write('prices.csv', `apple,${'1'.repeat(i + 1)}\n`);
      const commit = repository.made.commit(`Prices ${tax}`);
      first ||= commit;
    }
    repository.write('other.py', 'def other():\n    return 1\n');
    repository.made.commit('Another');
    app = createApp(repository.deps);
    zapomni = await openTestClient({ app, settings: { tools: 'all' } });
  });
  afterAll(async () => {
    await zapomni.close();
    await app.close();
    await repository.close();
  });

  it('is told by get_symbol, with memories that name it and how it was', async () => {
    const { memory_id } = await zapomni.call('add_memory', { text: 'Never round in `price`.' });
    await repository.index();
    await app.code.linkMemories();
    expect(await zapomni.call('get_symbol', { name: 'price' })).not.toHaveProperty('history');
    const told = await zapomni.raw('get_symbol', { name: 'price', history: true, as_of: first });
    expect(told.structuredContent).toMatchObject({
      status: 'found',
      history: {
        commits: [{ subject: 'Prices 333' }, { subject: 'Prices 22' }, { subject: 'Prices 1' }],
        since: { commit: first.slice(0, 12), author: 'Ann Author' },
        file_commits: 3,
        authors: ['Ann Author'],
      },
      memories: [{ memory_id }],
      as_of: { commit: first.slice(0, 12), path: 'shop.py', exists: true, line: 1, source: price(1).trimEnd() },
    });
    const text = told.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toContain(`Named by memory ${memory_id}.`);
    expect(text).toContain(`There since ${first.slice(0, 12)} 2023-11-14 Ann Author: Prices 1`);
    const later = await zapomni.call('get_symbol', { name: 'other', as_of: first });
    expect(later.as_of).toMatchObject({ path: 'other.py', exists: false });
    expect(await zapomni.call('get_symbol', { name: 'nothing', history: true })).toMatchObject({ status: 'not_found' });
  });

  it('is told by get_memory: what the memory names, and that it changed', async () => {
    const { memory_id } = await zapomni.call('add_memory', { text: 'See `price` in shop.py.' });
    await app.code.linkMemories();
    const fresh = await zapomni.call('get_memory', { memory_id });
    expect(fresh.code.map(({ name, line, stale }: Record<string, unknown>) => [name, line, stale]).toSorted()).toEqual([
      ['price', 1, undefined],
      ['shop.py', undefined, undefined],
    ]);
    repository.write('shop.py', `# Above.\n${price(333)}`);
    await repository.index();
    const moved = await zapomni.call('get_memory', { memory_id });
    expect(moved.code).toContainEqual(expect.objectContaining({ name: 'price', line: 2 }));
    expect(moved.code).toContainEqual(expect.objectContaining({ name: 'shop.py', stale: 'changed' }));
    repository.write('shop.py', price(4444));
    await repository.index();
    const { structuredContent, content } = await zapomni.raw('get_memory', { memory_id });
    expect(structuredContent).toMatchObject({
      code: expect.arrayContaining([expect.objectContaining({ name: 'price', stale: 'changed' })]),
    });
    expect(JSON.stringify(content)).toContain('Names price (function) shop.py:1, which has changed since.');
  });

  it('is part of what may break: files that change together', async () => {
    const { files } = await zapomni.call('get_impact', { name: 'price' });
    expect(files).toContainEqual(expect.objectContaining({ path: 'prices.csv', changed_together: 3 }));
  });
});
