/** Memories that name code, once that code has changed. */
import { createApp, type App } from '@zapomni/core';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, expect, it } from 'vitest';

const price = (tax: number): string => `def price(of):\n    return of + ${tax}\n\n\ndef other(of):\n    return of\n`;

let repository: IndexedRepository;
let app: App;
beforeAll(async () => {
  repository = new IndexedRepository();
  repository.write('shop.py', price(1));
  repository.made.commit('Prices');
  app = createApp(repository.deps);
});
afterAll(async () => {
  await app.close();
  await repository.close();
});

it('are out of date when it says something else, until somebody says that they hold', async () => {
  const drafts = [{ text: 'Never round in `price`.' }, { text: 'Nobody calls `other` any more.' }];
  const { memories } = await app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  const id = memories[0]?.id ?? '';
  await repository.index();
  await app.code.linkMemories();
  const request = { workspace: WORKSPACE, limit: 20 };
  const before = await app.review.stale(request);
  expect(before.items).toEqual([]);
  expect(before.looked).toBeGreaterThan(0);
  repository.write('shop.py', price(22));
  await repository.index();
  expect((await app.review.stale(request)).items).toMatchObject([
    { memory: { id }, code: [{ name: 'price', path: 'shop.py', stale: 'changed' }] },
  ]);
  await app.review.settle({ workspace: WORKSPACE, kind: 'stale', ids: [id] });
  expect((await app.review.stale(request)).items).toEqual([]);
});
