import { condition } from '@zapomni/testkit/condition';
import { createFakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('graphStatus', () => {
  const extractor = createFakeExtractor();
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore({ extractor });
    await store.remember(['Alice works for Acme. Acme is in Berlin.', 'Bob knows Alice', 'Nothing is named here']);
    await store.read();
  });
  afterAll(() => store.close());

  it('counts by type', async () => {
    verifies('P013');
    expect(await store.app.graph.status('default')).toMatchObject({
      workspace: 'default',
      enabled: true,
      extractor: 'fake-names',
      entities: 4,
      mentions: 6,
      relations: 3,
      entityTypes: { person: 2, organization: 1, place: 1 },
      relationTypes: { WORKS_FOR: 1, LOCATED_IN: 1, KNOWS: 1 },
      health: 'Healthy',
      reason: 'All memories were read.',
    });
  });

  it('says how much was read and how well it hangs together', async () => {
    verifies('P014');
    const status = await store.app.graph.status('default');
    expect(status).toMatchObject({ memories: 3, memoriesWithMentions: 2, pending: 0, coverage: 66.67 });
    expect(status).toMatchObject({ entitiesPerMemory: 1.33, relationsPerEntity: 0.75 });
    expect(status.topConnected.map(({ relations }) => relations)).toEqual([2, 2, 1, 1]);
    expect(status.tasks).toMatchObject([{ kind: 'graph', state: 'completed', progress: { done: 3, total: 3 } }]);
  });

  it('shows ten of the most connected at most', async () => {
    verifies('P014');
    const links = Array.from({ length: 15 }, (_, i) => ({
      source: { name: 'Hub', type: 'thing' },
      type: 'HAS',
      target: { name: `Spoke ${i}`, type: 'thing' },
    }));
    await store.app.graph.link({ workspace: 'hub', links });
    const { topConnected } = await store.app.graph.status('hub');
    expect(topConnected).toHaveLength(10);
    expect(topConnected[0]).toMatchObject({ name: 'Hub', relations: 15 });
  });

  it('is well where there is nothing', async () => {
    expect(await store.app.graph.status('nowhere')).toMatchObject({
      entities: 0,
      coverage: 0,
      entitiesPerMemory: 0,
      relationsPerEntity: 0,
      health: 'Healthy',
    });
  });

  it('says that reading goes on only where something reads', async () => {
    const idle = openFilledStore({ extractor: createFakeExtractor() });
    await idle.remember(['Bob uses SQLite']);
    const { reason, busy } = await idle.app.graph.status('default');
    await idle.close();
    expect(reason).toBe('1 of 1 memories wait to be read; a running server reads them, or build_graph does.');
    expect(busy).toBe(false);
  });

  it('shows the progress of a task that runs', async () => {
    verifies('P014');
    extractor.stuck = true;
    await store.remember(['Bob uses SQLite'], 'busy');
    await condition(async () => (await store.app.work.list({ states: ['running'] })).total > 0);
    const status = await store.app.graph.status('busy');
    expect(status.tasks[0]).toMatchObject({ kind: 'graph', state: 'running' });
    expect(status.busy).toBe(true);
    expect(status).toMatchObject({ pending: 1, health: 'Healthy', reason: expect.stringContaining('1 of 1') });
    extractor.stuck = false;
    await store.read();
  });

  it('warns when hardly a memory mentions anything', async () => {
    verifies('P013');
    await store.remember(
      Array.from({ length: 20 }, (_, i) => `Words without names ${i}`),
      'silent',
    );
    await store.read();
    expect(await store.app.graph.status('silent')).toMatchObject({ health: 'Warning', coverage: 0 });
  });

  it('warns while the extractor fails, and is in a critical state when nothing was read at all', async () => {
    verifies('P013');
    extractor.failing = true;
    await store.remember(['Bob lives in Berlin']);
    await store.remember(['Bob lives in Berlin'], 'unread');
    const failing = async () => (await store.app.graph.status('default')).health !== 'Healthy';
    await condition(failing);
    expect(await store.app.graph.status('default')).toMatchObject({ health: 'Warning' });
    expect(await store.app.graph.status('unread')).toMatchObject({ health: 'Critical' });
    extractor.failing = false;
    store.clock.advance(60_000);
    await store.read();
    expect(await store.app.graph.status('unread')).toMatchObject({ health: 'Healthy' });
  });
});
