/** What adding costs in the queue of work, and what becomes of what is left over. */
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../app/app.ts';

let opened: { app: App; test: TestDeps }[] = [];
afterEach(async () => {
  for (const { app, test } of opened.toReversed()) {
    await app.close();
    await test.close();
  }
  opened = [];
});

/** An application that counts how often it writes to the queue. */
function open(settings: Readonly<Record<string, string>> = {}, other?: TestDeps) {
  const embedder = createFakeEmbedder();
  const test = openTestDeps({ embedder, settings, ...(other ? { dataDir: other.dataDir, clock: other.clock } : {}) });
  let notes = 0;
  const counts = { add: 0, claim: 0, settle: 0 };
  const { work } = test.deps.storage;
  const counted: typeof work = {
    ...work,
    add: (...given) => (counts.add++, work.add(...given)),
    claim: (...given) => (counts.claim++, work.claim(...given)),
    settle: (...given) => (counts.settle++, work.settle(...given)),
  };
  const app = createApp({ ...test.deps, storage: { ...test.deps.storage, work: counted } });
  opened.push({ app, test });
  const add = (count: number, onProgress?: (done: number, total: number) => void) => {
    const drafts = Array.from({ length: count }, () => ({ text: `Note ${++notes}: Alice works for Acme` }));
    return app.memories.add({ workspace: 'default', drafts, batch: true, onProgress });
  };
  const tasks = async (name: string) => (await app.work.list({ name })).items;
  return { app, test, embedder, counts, add, tasks };
}

describe('adding', () => {
  it('writes nothing to the queue while nothing is left over', async () => {
    const { app, counts, add } = open({ graph: 'off' });
    await app.resume();
    expect(await add(1)).toMatchObject({ embedded: true });
    const { memories } = await add(60);
    const change = { text: 'Note: Bob lives in Berlin' };
    const updated = await app.memories.update({ workspace: 'default', id: memories[0]?.id ?? '', change });
    expect(updated).toMatchObject({ embedded: true });
    expect(counts).toEqual({ add: 0, claim: 0, settle: 0 });
  });

  it('asks for reading far less often than it adds', async () => {
    const { app, counts, tasks } = open();
    await app.resume();
    const began = performance.now();
    for (let i = 0; i < 60; i++) {
      await app.memories.add({ workspace: 'default', drafts: [{ text: `Day ${i}: Alice knows Bob` }], batch: false });
    }
    const halfSeconds = (performance.now() - began) / 500;
    await condition(async () => (await app.store.stats('default')).pendingReadings === 0);
    await condition(async () => (await tasks('graph')).every(({ state }) => state === 'completed'));
    // Once at first, and then at most twice a second, however many are added.
    expect(counts.add).toBeLessThanOrEqual(Math.ceil(halfSeconds) + 2);
    expect(counts.settle).toBeLessThanOrEqual(counts.add);
    expect((await tasks('graph')).length).toBeLessThanOrEqual(counts.add);
    expect((await app.graph.status('default')).mentions).toBe(120);
  });
});

describe('what is left over', () => {
  it('of a large batch is embedded by an item, and the caller is told how far it is', async () => {
    const { counts, add, tasks } = open({ graph: 'off' });
    const told: [number, number][] = [];
    expect(await add(300, (done, total) => told.push([done, total]))).toMatchObject({ embedded: true });
    expect(counts.add).toBe(1);
    const done = { done: 300, total: 300, message: 'passages' };
    expect(await tasks('embedding')).toMatchObject([{ state: 'completed', progress: done, result: 300 }]);
    expect(told.at(-1)).toEqual([300, 300]);
  });

  it('because the model is away waits as an item with the reason, and another process does it', async () => {
    const one = open({ graph: 'off', embed_wait_ms: '5000' });
    one.embedder.failing = true;
    for (let i = 0; i < 3; i++) expect(await one.add(1)).toMatchObject({ embedded: false });
    // Said once: the others wait for the same look.
    expect(one.counts.add).toBe(1);
    const [waiting] = await one.tasks('embedding');
    expect(waiting).toMatchObject({ state: 'queued', dueAt: one.test.clock.now() + 30_000 });
    one.test.clock.advance(30_000);
    await one.app.resume();
    const away = { id: waiting?.id, state: 'queued', attempts: 1, error: { code: 'MODEL_UNAVAILABLE' } };
    expect(await one.tasks('embedding')).toMatchObject([away]);
    const other = open({ graph: 'off' }, one.test);
    one.test.clock.advance(60_000);
    await other.app.resume();
    expect((await other.app.store.stats('default')).pendingEmbeddings).toBe(0);
    expect(await one.tasks('embedding')).toMatchObject([
      { id: waiting?.id, state: 'completed', result: 3, error: null },
    ]);
  });

  it('when a process ends in the middle goes on elsewhere', async () => {
    const one = open({ graph: 'off', embed_wait_ms: '0' });
    one.embedder.loaded = false;
    await one.add(300);
    await condition(async () => (await one.tasks('embedding'))[0]?.state === 'running');
    const other = open({ graph: 'off' }, one.test);
    await one.app.close();
    expect(await other.tasks('embedding')).toMatchObject([{ state: 'queued', attempts: 0, owner: null }]);
    await other.app.resume();
    expect((await other.app.store.stats('default')).pendingEmbeddings).toBe(0);
    expect(await other.tasks('embedding')).toMatchObject([{ state: 'completed' }]);
  });
});
