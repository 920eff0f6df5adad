import type { App } from '@zapomni/core';
import { condition } from '@zapomni/testkit/condition';
import { createFakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterEach, describe, expect, it } from 'vitest';

describe('what an older reader has read', () => {
  let store: FilledStore;
  const opened: App[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((app) => app.close()));
    await store.close();
  });

  const workspace = 'default';
  const reader = (name: string, type = 'WORKS_FOR') => createFakeExtractor({ name, phrases: { 'works for': type } });
  const next = async (extractor: ReturnType<typeof reader>) => {
    const app = store.another(extractor);
    opened.push(app);
    await app.resume();
    await condition(async () => (await app.store.stats(workspace)).pendingReadings === 0);
    return app;
  };
  const said = async (app: App) => {
    const { related } = await app.graph.related({ workspace, entity: 'Alice', depth: 1 });
    return related.map(({ path: [relation], entity }) => `${relation?.type} ${entity.name}`).sort();
  };

  it('is read again by a newer one, which leaves alone what was linked by hand', async () => {
    store = openFilledStore({ extractor: reader('rules-1') });
    await store.remember(['Alice works for Acme']);
    await store.read();
    await store.app.graph.link({
      workspace,
      links: [{ source: 'Alice', type: 'likes', target: { name: 'Oslo', type: 'place' } }],
    });
    expect(await said(store.app)).toEqual(['LIKES Oslo', 'WORKS_FOR Acme']);
    const better = reader('rules-2', 'EMPLOYED_BY');
    expect(await said(await next(better))).toEqual(['EMPLOYED_BY Acme', 'LIKES Oslo']);
    expect(better.calls).toEqual([['Alice works for Acme']]);
  });

  it('is read again once, however often a session begins', async () => {
    store = openFilledStore({ extractor: reader('rules-1') });
    await store.remember(['Alice works for Acme']);
    await store.read();
    await next(reader('rules-2'));
    const again = reader('rules-2');
    await next(again);
    expect(again.calls).toEqual([]);
  });

  it('stays as it is when the reader is of another kind, or has no number', async () => {
    store = openFilledStore({ extractor: reader('rules-1') });
    await store.remember(['Alice works for Acme']);
    await store.read();
    const other = reader('some-model');
    await next(other);
    expect(other.calls).toEqual([]);
  });

  it('waits, and is not lost, when the session ends before it is read', async () => {
    store = openFilledStore({ extractor: reader('rules-1') });
    await store.remember(['Alice works for Acme']);
    await store.read();
    const stuck = reader('rules-2', 'EMPLOYED_BY');
    stuck.stuck = true;
    const app = store.another(stuck);
    await app.resume();
    await condition(() => stuck.calls.length > 0);
    await app.close();
    store.clock.advance(600_000);
    expect(await said(await next(reader('rules-2', 'EMPLOYED_BY')))).toEqual(['EMPLOYED_BY Acme']);
  });

  it('is read by another process when one dies with some in hand, each once, and nothing of the old is left', async () => {
    store = openFilledStore({ extractor: reader('rules-1') });
    const texts = Array.from({ length: 20 }, (_, i) => `Alice works for Acme ${i}`);
    await store.remember(texts);
    await store.read();
    const dead = reader('rules-2', 'EMPLOYED_BY');
    dead.stuck = true;
    const app = store.another(dead);
    opened.push(app);
    await app.resume();
    await condition(() => dead.calls.length > 0);
    // Nothing is heard of it any more, and its leases run out.
    store.clock.advance(3_600_000);
    const better = await next(reader('rules-2', 'EMPLOYED_BY'));
    expect(await said(better)).toEqual(['EMPLOYED_BY Acme']);
    const { related } = await better.graph.related({ workspace, entity: 'Alice', depth: 1 });
    expect(related[0]?.path[0]?.evidenceCount).toBe(20);
  });
});
