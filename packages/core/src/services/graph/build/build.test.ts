import type { BuildMode } from '@zapomni/core/graph';
import type { WorkItem } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { createFakeExtractor, type FakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** One for each test. */
let workspace = '';
let tests = 0;
beforeEach(() => {
  workspace = `test-${++tests}`;
});

describe('building the graph on demand', () => {
  let store: FilledStore;
  let extractor: FakeExtractor;
  beforeAll(() => {
    extractor = createFakeExtractor();
    store = openFilledStore({ extractor, settings: { graph: 'off' } });
  });
  afterAll(() => store.close());
  beforeEach(() => {
    extractor.calls.length = 0;
    extractor.failing = false;
  });

  const remember = (...texts: string[]) => store.remember(texts, workspace);
  const sizes = async () => {
    const { entities, relations, pending } = await store.app.graph.status(workspace);
    return { entities, relations, pending };
  };
  const build = async (request: { memoryIds?: string[]; mode?: BuildMode; minConfidence?: number } = {}) => {
    const { task, memories } = await store.app.graph.build({ workspace, ...request });
    await until(task.id, ({ state, error }) => state !== 'running' && (state !== 'queued' || error !== null));
    const { kind, state, progress, error } = await store.app.work.get(task.id);
    return { kind, state, ...progress, error, memories };
  };
  const until = (id: string, is: (item: WorkItem) => boolean, app = store.app) =>
    condition(async () => is(await app.work.get(id)));
  const ended = (id: string, app = store.app) =>
    until(id, ({ state }) => state !== 'running' && state !== 'queued', app);

  it('reads all memories in a task, even while the background is off', async () => {
    verifies('P010');
    await remember('Alice works for Acme', 'Bob lives in Berlin');
    expect(await build()).toMatchObject({ kind: 'build_graph', state: 'completed', done: 2, total: 2, memories: 2 });
    expect(await sizes()).toEqual({ entities: 4, relations: 2, pending: 0 });
  });

  it('reads those memories that are named, and no others', async () => {
    verifies('P010');
    await remember('Alice works for Acme', 'Bob lives in Berlin');
    expect(await build({ memoryIds: [store.idOf('Bob lives in Berlin')] })).toMatchObject({ done: 1, total: 1 });
    expect(await sizes()).toEqual({ entities: 2, relations: 1, pending: 1 });
    expect(extractor.calls).toEqual([['Bob lives in Berlin']]);
  });

  it('reads them again when asked again, and duplicates nothing', async () => {
    await remember('Alice works for Acme');
    await build();
    const changes = await store.app.time.changes({ workspace, from: 0 });
    await build();
    expect(extractor.calls).toHaveLength(2);
    expect(await sizes()).toEqual({ entities: 2, relations: 1, pending: 0 });
    expect(await store.app.time.changes({ workspace, from: 0 })).toEqual(changes);
  });

  it.each([
    ['entities_only', 3, 0],
    ['relationships_only', 2, 1],
    ['full', 3, 1],
  ] as const)('holds of a memory what mode %s says', async (mode, entities, relations) => {
    verifies('P010');
    await remember('Alice works for Acme, says Bob');
    await build();
    await build({ mode });
    expect(await sizes()).toEqual({ entities, relations, pending: 0 });
  });

  it('keeps to the confidence that is asked for', async () => {
    await remember('Alice works for Acme');
    await build({ minConfidence: 0.95 });
    expect(await sizes()).toMatchObject({ entities: 0, relations: 0 });
    await build({ minConfidence: 0.9 });
    expect(await sizes()).toMatchObject({ entities: 2, relations: 1 });
  });

  it('reads many, portion by portion, when it has rules of its own', async () => {
    await remember(...Array.from({ length: 50 }, (_, i) => `Day ${i}: Alice works for Acme`));
    expect(await build({ mode: 'entities_only' })).toMatchObject({ state: 'completed', done: 50, total: 50 });
    expect(await sizes()).toEqual({ entities: 2, relations: 0, pending: 0 });
  });

  it.each(['full', 'entities_only'] as const)('reads nothing when a memory does not exist (%s)', async (mode) => {
    await remember('Alice works for Acme');
    const memoryIds = [store.idOf('Alice works for Acme'), 'no-such-memory'];
    await expect(store.app.graph.build({ workspace, memoryIds, mode })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(extractor.calls).toEqual([]);
    await expect(store.app.graph.build({ workspace, memoryIds: [] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(store.app.graph.build({ workspace, minConfidence: 2 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('does builds that come while one runs after it, each with its own rules', async () => {
    await remember('Alice works for Acme', 'Bob lives in Berlin');
    extractor.stuck = true;
    const first = await store.app.graph.build({ workspace, memoryIds: [store.idOf('Alice works for Acme')] });
    await condition(() => extractor.calls.length > 0);
    const second = await store.app.graph.build({
      workspace,
      memoryIds: [store.idOf('Bob lives in Berlin')],
      mode: 'entities_only',
    });
    expect(await store.app.work.get(second.task.id)).toMatchObject({ state: 'queued' });
    extractor.stuck = false;
    for (const { task } of [first, second]) {
      await ended(task.id);
      expect(await store.app.work.get(task.id)).toMatchObject({ state: 'completed', progress: { done: 1, total: 1 } });
    }
    expect(await sizes()).toEqual({ entities: 4, relations: 1, pending: 0 });
  });

  it('stops when it is cancelled, and a new one does not suffer from it', async () => {
    verifies('P010');
    await remember(...Array.from({ length: 20 }, (_, i) => `Day ${i}: Alice works for Acme`));
    extractor.stuck = true;
    const { task } = await store.app.graph.build({ workspace });
    await condition(() => extractor.calls.length > 0);
    expect(await store.app.work.cancel(task.id)).toMatchObject({ cancelled: true });
    const next = await store.app.graph.build({ workspace });
    expect(next.task.id).not.toBe(task.id);
    await ended(task.id);
    expect(await store.app.work.get(task.id)).toMatchObject({ state: 'cancelled', progress: { done: 0, total: 20 } });
    expect(await store.app.work.cancel(task.id)).toMatchObject({ cancelled: false });
    extractor.stuck = false;
    await ended(next.task.id);
    expect(await store.app.work.get(next.task.id)).toMatchObject({ state: 'completed', progress: { done: 20 } });
    expect(await sizes()).toEqual({ entities: 2, relations: 1, pending: 0 });
  });

  it.each(['full', 'entities_only'] as const)(
    'takes back what it has not done when it is cancelled (%s)',
    async (mode) => {
      await remember(...Array.from({ length: 20 }, (_, i) => `Day ${i}: Alice works for Acme`));
      await build();
      await remember('Bob lives in Berlin');
      extractor.stuck = true;
      extractor.calls.length = 0;
      const { task } = await store.app.graph.build({ workspace, mode });
      await condition(() => extractor.calls.length > 0);
      await store.app.work.cancel(task.id);
      extractor.stuck = false;
      await condition(async () => (await sizes()).pending === 1);
      expect(await sizes()).toEqual({ entities: 2, relations: 1, pending: 1 });
      await build();
      expect(await sizes()).toEqual({ entities: 4, relations: 2, pending: 0 });
    },
  );

  it('says so when the extractor cannot be used, and tries again', async () => {
    await remember('Alice works for Acme');
    extractor.failing = true;
    const { task } = await store.app.graph.build({ workspace });
    await until(task.id, ({ error }) => error !== null);
    expect(await store.app.work.get(task.id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: { code: 'MODEL_UNAVAILABLE', message: 'The extractor cannot be used now.' },
      progress: { done: 0, total: 1 },
      dueAt: store.clock.now() + 30_000,
    });
    expect((await sizes()).pending).toBe(1);
    extractor.failing = false;
    store.clock.advance(60_000);
    await store.app.resume();
    await ended(task.id);
    expect(await store.app.work.get(task.id)).toMatchObject({ state: 'completed', error: null });
    expect((await sizes()).pending).toBe(0);
  });

  it('reads what it has taken back when it is begun anew after a cancel', async () => {
    await remember('Alice works for Acme');
    extractor.stuck = true;
    const first = await store.app.graph.build({ workspace });
    await condition(() => extractor.calls.length > 0);
    const waiting = await store.app.graph.build({ workspace, mode: 'entities_only' });
    // One that waits is cancelled without anybody having begun it.
    expect(await store.app.work.cancel(waiting.task.id)).toMatchObject({ task: { state: 'cancelled' } });
    await store.app.work.cancel(first.task.id);
    extractor.stuck = false;
    await ended(first.task.id);
    extractor.calls.length = 0;
    await store.app.work.retry(waiting.task.id);
    await ended(waiting.task.id);
    expect(extractor.calls).toEqual([['Alice works for Acme']]);
    expect(await sizes()).toEqual({ entities: 2, relations: 0, pending: 0 });
    await expect(store.app.work.retry(waiting.task.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('keeps nobody waiting, and is stopped when the application closes', async () => {
    verifies('R080');
    await remember('Alice works for Acme');
    const slow = createFakeExtractor();
    slow.stuck = true;
    const other = store.another(slow);
    const { task } = await other.graph.build({ workspace });
    await condition(() => slow.calls.length > 0);
    expect(await other.work.get(task.id)).toMatchObject({ state: 'running' });
    await other.close();
    // Another process goes on with it.
    expect(await store.app.work.get(task.id)).toMatchObject({ state: 'queued', attempts: 0, owner: null });
    await store.app.resume();
    await ended(task.id);
    expect(await store.app.work.get(task.id)).toMatchObject({ state: 'completed', progress: { done: 1 } });
  });

  it('goes on in another session when its process has gone, as the same task', async () => {
    verifies('P010');
    await remember('Alice works for Acme');
    await build();
    extractor.stuck = true;
    const { task } = await store.app.graph.build({ workspace });
    await condition(() => extractor.calls.length > 1);
    const other = store.another();
    await other.resume();
    expect(await other.work.get(task.id)).toMatchObject({ state: 'running', attempts: 1 });
    expect((await sizes()).pending).toBe(1);
    store.clock.advance(1_200_000);
    await other.resume();
    await ended(task.id, other);
    expect(await other.work.get(task.id)).toMatchObject({ state: 'completed', attempts: 2, error: null });
    expect((await sizes()).pending).toBe(0);
    await other.close();
    extractor.stuck = false;
  });
});

describe('readText', () => {
  let store: FilledStore;
  beforeAll(() => {
    store = openFilledStore();
  });
  afterAll(() => store.close());
  const text = 'Alice Smith works for Acme Inc. and likes SQLite';

  it('says what a text names and relates, and stores nothing', async () => {
    const { entities, relations, memoryId } = await store.app.graph.readText({ workspace, text });
    expect(memoryId).toBeNull();
    expect(entities.map(({ id, known }) => [id, known])).toEqual([
      ['person:alice smith', false],
      ['organization:acme', false],
      ['technology:sqlite', false],
    ]);
    expect(entities[1]).toMatchObject({ name: 'Acme Inc.', confidence: 0.9, places: [{ start: 22, end: 31 }] });
    expect(relations).toMatchObject([
      {
        source: 'person:alice smith',
        type: 'WORKS_FOR',
        target: 'organization:acme',
        text: 'Alice Smith works for Acme Inc.',
      },
    ]);
    expect(await store.app.store.stats(workspace)).toMatchObject({ memories: 0, entities: 0 });
  });

  it('remembers the text and what was found with it, when told to', async () => {
    const at = Date.UTC(2020, 5, 1);
    const { memoryId } = await store.app.graph.readText({ workspace, text, remember: true, at });
    expect(await store.app.memories.get(workspace, memoryId ?? '')).toMatchObject({ text, occurredAt: at });
    const { related } = await store.app.graph.related({ workspace, entity: 'acme', depth: 1 });
    expect(related[0]?.path[0]).toMatchObject({ validFrom: at, evidence: [{ memoryId }] });
    expect(await store.app.graph.status(workspace)).toMatchObject({ memories: 1, pending: 0 });
    const again = await store.app.graph.readText({ workspace, text });
    expect(again.entities.every(({ known }) => known)).toBe(true);
  });

  it('does as mode and confidence say', async () => {
    const read = (options: object) => store.app.graph.readText({ workspace, text, ...options });
    expect((await read({ mode: 'entities_only' })).relations).toEqual([]);
    expect((await read({ mode: 'relationships_only' })).entities).toHaveLength(2);
    expect((await read({ minConfidence: 0.95 })).entities).toEqual([]);
    await read({ mode: 'entities_only', remember: true });
    expect(await store.app.store.stats(workspace)).toMatchObject({ entities: 3, relations: 0 });
  });

  it.each([
    [{ text: '  ' }, 'INVALID_INPUT'],
    [{ text: 'x'.repeat(100_001) }, 'TOO_LARGE'],
    [{ text: 'half \ud800' }, 'INVALID_INPUT'],
    [{ minConfidence: -1 }, 'INVALID_INPUT'],
    [{ at: Number.NaN }, 'INVALID_INPUT'],
  ])('refuses %o', async (request, code) => {
    await expect(store.app.graph.readText({ workspace, text, ...request })).rejects.toMatchObject({ code });
  });

  it('can be cancelled', async () => {
    const extractor = createFakeExtractor();
    extractor.stuck = true;
    const other = openFilledStore({ extractor });
    const controller = new AbortController();
    const reading = other.app.graph.readText({ workspace, text, remember: true, signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await other.app.store.stats(workspace)).memories).toBe(0);
    await other.close();
  });
});
