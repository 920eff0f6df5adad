/**
 * What a feature costs: `bookmarks/bookmarks.ts` and this file, and none of a storage engine. It is in one transaction with
 * memories, and goes wherever the store goes, on either engine, though nothing there knows of it.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportLines, importExport, migrateStore } from '@zapomni/core/migrate';
import type { Storage } from '@zapomni/core/ports';
import { openFalkordbStorage } from '@zapomni/db';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { createBookmarks } from './bookmarks/bookmarks.ts';

const server = await falkordbForTests();
const HOME = 'home';
const SNAPSHOT = 'd'.repeat(64);
const CATS = { url: 'https://cats.example/ß?a=1', title: 'Why cats purr', tags: ['cats', 'sound'], snapshot: SNAPSHOT };
const DOGS = { url: 'https://dogs.example/', title: 'Dogs that sing', tags: ['dogs', 'sound'] };

let stores: FilledStore[] = [];
let store: FilledStore;
let bookmarks: ReturnType<typeof createBookmarks>;
beforeEach(() => {
  store = open();
  bookmarks = createBookmarks(store.deps, store.app);
});
afterEach(async () => {
  await Promise.all(stores.map((one) => one.close()));
  stores = [];
});

function open(): FilledStore {
  const opened = openFilledStore();
  stores.push(opened);
  return opened;
}

async function titles(query: Parameters<typeof bookmarks.list>[1], of = bookmarks): Promise<string[]> {
  const { items } = await of.list(HOME, query);
  return items.map(({ value }) => value.title);
}

async function addBoth(): Promise<readonly [string, string]> {
  const cats = await bookmarks.add(HOME, CATS);
  store.clock.advance(1000);
  return [cats, await bookmarks.add(HOME, DOGS)];
}

test('a bookmark is found by its memory, and listed by status, time and tag', async () => {
  const [cats] = await addBoth();
  const { hits } = await store.app.search.run({ workspaces: [HOME], query: 'cats purr', limit: 5 });
  expect(hits[0]?.memory.id).toBe(cats);
  expect(await titles({ index: 'by_status', where: { status: 'unread' }, descending: true })).toEqual([
    DOGS.title,
    CATS.title,
  ]);
  expect(await titles({ index: 'by_tag', where: { tags: 'sound' } })).toEqual([DOGS.title, CATS.title]);
  expect(await titles({ index: 'by_tag', prefix: 'cat' })).toEqual([CATS.title]);
  expect(await bookmarks.count(HOME, { index: 'by_url', where: { url: DOGS.url } })).toBe(1);
  expect(await bookmarks.get(HOME, bookmarks.keyOf(CATS.url))).toMatchObject({ parent: cats, version: 1 });
});

test('a bookmark that is refused leaves no memory', async () => {
  await addBoth();
  const again = bookmarks.add(HOME, { ...CATS, title: 'Something else' });
  await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
  const bad = bookmarks.add(HOME, { url: 'no url', title: 'Nowhere' });
  await expect(bad).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ field: 'url' }] });
  expect((await store.app.memories.list({ workspace: HOME, limit: 10 })).total).toBe(2);
  expect(await bookmarks.count(HOME)).toBe(2);
});

test('what is in a record is found by search only where a memory says it too', async () => {
  await addBoth();
  const { storage } = store.deps;
  const found = (term: string) => storage.fullText.search({ terms: [term] }, 5, { workspace: HOME });
  expect(await found('unread')).toEqual([]);
  expect(await found('purr')).toHaveLength(1);
});

test('of several who read it one is the first', async () => {
  await addBoth();
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => bookmarks.markRead(HOME, CATS.url)));
  expect(tries.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1);
  expect(await titles({ index: 'by_status', where: { status: 'read' } })).toEqual([CATS.title]);
});

test('a bookmark goes with its memory and with its workspace, and receipts say so', async () => {
  const [cats] = await addBoth();
  expect(await store.app.memories.delete(HOME, [cats])).toMatchObject({ memories: 1, records: 1 });
  expect(await titles({})).toEqual([DOGS.title]);
  expect(await store.deps.storage.records.blobsInUse([SNAPSHOT])).toEqual([]);
  await bookmarks.add(HOME, CATS);
  expect(await store.app.workspaces.delete(HOME)).toMatchObject({ memories: 2, records: 2 });
  expect(await bookmarks.count(HOME)).toBe(0);
});

async function linesOf(storage: Storage): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(storage)) lines.push(line);
  return lines;
}

/** Everything is there, and still a collection: its unique value is kept. */
async function expectMoved(target: Storage, lines: readonly string[]): Promise<void> {
  expect(await linesOf(target)).toEqual(lines);
  const moved = createBookmarks({ storage: target, clock: store.clock }, store.app);
  expect(await moved.list(HOME, { index: 'by_tag' })).toEqual(await bookmarks.list(HOME, { index: 'by_tag' }));
  const second = moved.put(HOME, 'another', (await moved.list(HOME)).items[0]?.value ?? ({} as never));
  await expect(second).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await target.records.blobsReferred(null, 10)).toEqual([SNAPSHOT]);
  expect(await target.inspect(true)).toMatchObject({ warnings: [] });
}

test('bookmarks survive export and import', async () => {
  await addBoth();
  await bookmarks.markRead(HOME, CATS.url);
  const lines = await linesOf(store.deps.storage);
  const target = open().deps.storage;
  async function* given() {
    for (const line of lines) yield line.trimEnd();
  }
  const report = await importExport({ target, open: given });
  expect(report).toMatchObject({ equal: true });
  expect(report.parts.find(({ part }) => part === 'records')?.target.count).toBe(2);
  await expectMoved(target, lines);
});

test('bookmarks survive a move to another folder, and later changes follow', async () => {
  await addBoth();
  const [source, target] = [store.deps.storage, open().deps.storage];
  expect(await migrateStore({ source, target, sourceName: 'here' })).toMatchObject({ equal: true });
  await bookmarks.markRead(HOME, DOGS.url);
  await bookmarks.delete(HOME, bookmarks.keyOf(DOGS.url));
  await bookmarks.markRead(HOME, CATS.url);
  expect(await migrateStore({ source, target, sourceName: 'here' })).toMatchObject({ equal: true, removed: 1 });
  await expectMoved(target, await linesOf(source));
});

describe.skipIf(!server)('with a FalkorDB', () => {
  test('bookmarks survive a move there and back', async () => {
    await addBoth();
    await bookmarks.markRead(HOME, CATS.url);
    const there = openFalkordbStorage({ url: `${server?.url ?? ''}/${randomUUID()}`, logger: createRecordingLogger() });
    try {
      const [source, back] = [store.deps.storage, open().deps.storage];
      const lines = await linesOf(source);
      expect(await migrateStore({ source, target: there, sourceName: 'here' })).toMatchObject({ equal: true });
      await expectMoved(there, lines);
      expect(await migrateStore({ source: there, target: back, sourceName: 'there' })).toMatchObject({ equal: true });
      await expectMoved(back, lines);
    } finally {
      await there.close();
    }
  });
});
