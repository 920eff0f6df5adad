import type { Extractor } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { createFakeEmbedder, createFakeExtractor, type FakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import type { TestDepsOptions } from '@zapomni/testkit/deps';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';

/** After which whoever holds the work without a word is taken for stuck. */
const STALL = 1_200_000;

describe('the reading of memories in the background', () => {
  let store: FilledStore;
  let extractor: FakeExtractor;
  afterEach(() => store.close());

  const open = (options: Omit<TestDepsOptions, 'extractor'> = {}) => {
    extractor = createFakeExtractor();
    store = openFilledStore({ ...options, extractor });
  };
  const pending = async () => (await store.app.store.stats('default')).pendingReadings;
  const stuck = () => condition(() => extractor.calls.length > 0);
  const sizes = async () => {
    const { entities, relations } = await store.app.store.stats('default');
    const { mentions } = await store.app.graph.status('default');
    return { entities, relations, mentions };
  };
  const tasks = async (app = store.app) => (await app.work.list({ name: 'graph' })).items;
  const taskState = async () => (await tasks())[0]?.state;

  it('finds what memories name and relate, and leaves a task to look at', async () => {
    verifies('D013', 'P010');
    open();
    await store.remember(['Alice works for Acme', 'Acme is in Berlin']);
    await store.read();
    expect(await sizes()).toEqual({ entities: 3, relations: 2, mentions: 4 });
    await condition(async () => (await taskState()) === 'completed');
    const done = { kind: 'graph', state: 'completed', progress: { done: 2, total: 2 }, result: 2, error: null };
    expect(await tasks()).toMatchObject([done]);
  });

  it('begins only once the session has settled, and then takes what comes', async () => {
    open();
    await store.remember(['Alice works for Acme']);
    expect(extractor.calls).toEqual([]);
    expect(await pending()).toBe(1);
    await store.read();
    await store.remember(['Bob lives in Berlin']);
    await condition(async () => (await pending()) === 0);
    expect((await sizes()).entities).toBe(4);
  });

  it('reads those that a command has stored, however many others wait', async () => {
    open();
    await store.remember(Array.from({ length: 40 }, (_, i) => `Acme uses SQLite ${i}`));
    const memoryIds = await store.remember(['Alice works for Acme', 'Bob lives in Berlin']);
    expect(await store.app.readWaiting(0, { workspace: 'default', memoryIds })).toBe(42);
    expect(await store.app.readWaiting(60_000, { workspace: 'default', memoryIds })).toBe(40);
    expect(extractor.calls.flat()).toEqual(['Alice works for Acme', 'Bob lives in Berlin']);
    expect(await store.app.readWaiting(60_000)).toBe(0);
  });

  it('asks nothing of the extractor while nothing waits', async () => {
    open();
    await store.app.resume();
    expect(extractor.calls).toEqual([]);
    expect(await tasks()).toEqual([]);
  });

  it('never makes adding or changing wait, even for an extractor that does not answer', async () => {
    verifies('D013');
    open();
    extractor.stuck = true;
    await store.remember(['Alice works for Acme']);
    await store.app.resume();
    await stuck();
    await store.remember(['Bob lives in Berlin', 'Acme is in Berlin']);
    const id = store.idOf('Alice works for Acme');
    await store.app.memories.update({ workspace: 'default', id, change: { text: 'Alice works for nobody' } });
    const { hits } = await store.app.search.run({ workspaces: ['default'], query: 'Berlin', limit: 5 });
    expect(hits.length).toBeGreaterThan(1);
    expect(extractor.calls).toHaveLength(1);
    extractor.stuck = false;
    await condition(async () => (await pending()) === 0);
    // The text that was changed meanwhile is read as it is now.
    expect((await store.app.graph.related({ workspace: 'default', entity: 'Alice' })).related).toEqual([]);
  });

  it('is off when it is switched off, and nothing is lost by it', async () => {
    open({ settings: { graph: 'off' } });
    await store.remember(['Alice works for Acme']);
    await store.app.resume();
    await store.remember(['Bob lives in Berlin']);
    expect(extractor.calls).toEqual([]);
    expect(await pending()).toBe(2);
    expect(await store.app.graph.status('default')).toMatchObject({ enabled: false, health: 'Warning' });
  });

  it('lets embeddings go first', async () => {
    const embedder = createFakeEmbedder();
    open({ embedder, settings: { embed_wait_ms: '0' } });
    await store.app.resume();
    embedder.loaded = false;
    await store.remember(['Alice works for Acme']);
    await condition(async () => (await taskState()) === 'running');
    expect(extractor.calls).toEqual([]);
    embedder.loaded = true;
    await condition(async () => (await pending()) === 0);
    expect(embedder.calls.length).toBeGreaterThan(0);
  });

  it('reads more than a portion, and memories of many passages', async () => {
    open({ settings: { chunk_size: '20', chunk_overlap: '10' } });
    const long = Array.from({ length: 100 }, (_, i) => `${i}: Alice knows Bob.`).join('\n\n');
    await store.remember([long, ...Array.from({ length: 40 }, (_, i) => `Note ${i}: Bob lives in Berlin`)]);
    await store.read();
    expect(Math.max(...extractor.calls.map((texts) => texts.length))).toBeLessThanOrEqual(64);
    const { related } = await store.app.graph.related({ workspace: 'default', entity: 'Bob', depth: 1 });
    const counts = Object.fromEntries(related.map(({ entity, path }) => [entity.name, path[0]?.evidenceCount]));
    expect(counts).toEqual({ Alice: 100, Berlin: 40 });
  });

  describe('when the extractor fails', () => {
    it('gives the memories back, says so, and reads them when it is well again', async () => {
      open();
      extractor.failing = true;
      await store.remember(['Alice works for Acme']);
      await store.app.resume();
      await condition(async () => (await tasks())[0]?.error !== null);
      const away = { state: 'queued', error: { code: 'MODEL_UNAVAILABLE' }, dueAt: store.clock.now() + 30_000 };
      expect(await tasks()).toMatchObject([away]);
      expect(await pending()).toBe(1);
      const { health, reason } = await store.app.graph.status('default');
      expect([health, reason]).toEqual(['Critical', expect.stringContaining('1 of 1')]);
      extractor.failing = false;
      store.clock.advance(30_000);
      await store.read();
      expect(await store.app.graph.status('default')).toMatchObject({ health: 'Healthy', entities: 2 });
    });

    it('reads the others when one of them cannot be read', async () => {
      const fragile = createFakeExtractor();
      const poisoned: Extractor = {
        name: 'poisoned',
        close: () => fragile.close(),
        extract: (texts, options) =>
          texts.some(({ text }) => text.includes('poison'))
            ? Promise.reject(new TypeError('something with the text of the document in it'))
            : fragile.extract(texts, options),
      };
      store = openFilledStore({ extractor: poisoned });
      await store.remember(['Alice works for Acme', 'Bob drinks poison', 'Bob lives in Berlin']);
      await store.app.resume();
      await condition(async () => (await pending()) === 1);
      expect((await sizes()).entities).toBe(4);
    });
  });

  describe('stopping and going on', () => {
    it('can be cancelled; what is left waits and can be taken up at once', async () => {
      verifies('P010');
      open();
      extractor.stuck = true;
      await store.remember(['Alice works for Acme']);
      await store.app.resume();
      await stuck();
      const [task] = await tasks();
      expect(await store.app.work.cancel(task?.id ?? '')).toMatchObject({ cancelled: true });
      await condition(async () => (await taskState()) === 'cancelled');
      expect(await pending()).toBe(1);
      extractor.stuck = false;
      await store.read();
      expect((await sizes()).relations).toBe(1);
    });

    it('closes without waiting for an extractor that does not answer, and gives back what it had', async () => {
      const deaf: Extractor = { name: 'deaf', extract: () => new Promise(() => {}), close: async () => {} };
      store = openFilledStore({ extractor: deaf });
      await store.remember(['Alice works for Acme']);
      const other = store.another();
      await store.app.resume();
      await condition(async () => (await taskState()) === 'running');
      await store.app.close();
      expect(await tasks(other)).toMatchObject([{ state: 'queued', attempts: 0 }]);
      await other.resume();
      await condition(async () => (await other.store.stats('default')).pendingReadings === 0);
      expect(await other.store.stats('default')).toMatchObject({ entities: 2, relations: 1 });
      await other.close();
    });

    it('goes on elsewhere after a crash, and what comes late duplicates nothing', async () => {
      open();
      extractor.stuck = true;
      const texts = Array.from({ length: 40 }, (_, i) => `Day ${i}: Alice works for Acme`);
      await store.remember(texts);
      await store.app.resume();
      await stuck();
      const other = store.another();
      const left = async () => (await other.store.stats('default')).pendingReadings;
      await other.resume();
      // All of it is in the hands of someone who does not answer.
      expect(await left()).toBe(40);
      const [task] = await tasks(other);
      store.clock.advance(STALL);
      await other.resume();
      await condition(async () => (await left()) === 0);
      await condition(async () => (await other.work.get(task?.id ?? '')).state === 'completed');
      const before = await sizes();
      const changes = (await other.time.changes({ workspace: 'default', from: 0, limit: 500 })).total;
      extractor.stuck = false;
      await store.app.close();
      const { entities, relations } = await other.store.stats('default');
      expect({ entities, relations, mentions: (await other.graph.status('default')).mentions }).toEqual(before);
      expect(before).toEqual({ entities: 2, relations: 1, mentions: 80 });
      expect((await other.time.changes({ workspace: 'default', from: 0, limit: 500 })).total).toBe(changes);
      const { related } = await other.graph.related({ workspace: 'default', entity: 'Acme' });
      expect(related[0]?.path[0]?.evidenceCount).toBe(40);
      await other.close();
    });

    it('is shared by processes without doing anything twice', async () => {
      open();
      await store.remember(Array.from({ length: 100 }, (_, i) => `Day ${i}: Alice works for Acme`));
      const second = createFakeExtractor();
      const other = store.another(second);
      await Promise.all([store.app.resume(), other.resume()]);
      await condition(async () => (await pending()) === 0);
      await condition(async () => (await tasks()).every(({ state }) => state === 'completed'));
      expect(await tasks(other)).toEqual(await tasks());
      const read = [...extractor.calls, ...second.calls].flat();
      expect(read).toHaveLength(100);
      expect(new Set(read).size).toBe(100);
      await other.close();
    });
  });

  it('tells with a deletion what of the graph went', async () => {
    verifies('D013');
    open();
    await store.remember(['Alice works for Acme', 'Alice lives in Berlin']);
    await store.read();
    const receipt = await store.app.memories.delete('default', [store.idOf('Alice works for Acme')]);
    expect(receipt).toMatchObject({ memories: 1, mentions: 2, relations: 1, entities: 1 });
    expect(await sizes()).toEqual({ entities: 2, relations: 1, mentions: 2 });
    expect((await store.app.graph.entity({ workspace: 'default', entity: 'Acme' })).entity).toBeNull();
    expect(await store.app.memories.clear('default')).toMatchObject({ memories: 1, mentions: 2, entities: 2 });
    expect(await sizes()).toEqual({ entities: 0, relations: 0, mentions: 0 });
  });
});
