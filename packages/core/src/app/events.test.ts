/** What the application tells of its own doing, and of others'. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { condition } from '@zapomni/testkit/condition';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHANGE_KINDS } from '../model/index.ts';
import { createApp, type App } from './app.ts';
import type { AppEvent } from './events.ts';

describe('app.events', () => {
  let test: TestDeps;
  let app: App;
  let events: AppEvent[];
  beforeEach(() => {
    test = openTestDeps();
    app = createApp(test.deps);
    events = [];
  });
  afterEach(async () => {
    await app.close();
    await test.close();
  });
  const add = async (text: string) => {
    const { memories } = await app.memories.add({ workspace: 'default', drafts: [{ text }], batch: false });
    return memories[0]?.id ?? '';
  };
  /** To what is done with memories; that there is work to do is told besides. */
  const listen = () =>
    app.events.subscribe((event) => void events.push(event), {
      kinds: CHANGE_KINDS.filter((kind) => kind !== 'work.changed'),
    }).ready;

  it('names the memories, the cause and who did it, once what was done can be read', async () => {
    let found: Promise<unknown> | undefined;
    app.events.subscribe((event) => {
      if (event.kind === 'memory.added') found = app.memories.get('default', event.ids[0] ?? '');
    });
    await listen();
    const id = await app.events.during('add_memory', () => add('Alice works for Acme'));
    expect(events).toEqual([
      { kind: 'memory.added', workspace: 'default', ids: [id], cause: 'call', by: 'add_memory' },
    ]);
    await expect(found).resolves.toMatchObject({ id, text: 'Alice works for Acme' });
  });

  it('tells what is read in the background as the background’s, and embeddings not at all', async () => {
    await listen();
    const id = await app.events.during('add_memory', () => add('Alice works for Acme'));
    await app.resume();
    await condition(async () => events.length > 1);
    expect(events[1]).toEqual({
      kind: 'memory.extracted',
      workspace: 'default',
      ids: [id],
      cause: 'background',
      by: expect.any(String),
    });
    expect((await app.store.stats('default')).pendingEmbeddings).toBe(0);
    expect(events.map(({ kind }) => kind)).toEqual(['memory.added', 'memory.extracted']);
  });

  it('tells what a call reads and remembers as the call’s', async () => {
    await listen();
    const read = { workspace: 'default', text: 'Alice knows Bob.', remember: true };
    const { memoryId } = await app.events.during('build_graph', () => app.graph.readText(read));
    expect(events).toEqual(
      ['memory.added', 'memory.extracted'].map((kind) => {
        return { kind, workspace: 'default', ids: [memoryId], cause: 'call', by: 'build_graph' };
      }),
    );
  });

  it('tells what another process does, and not twice what it does itself', async () => {
    await listen();
    const own = await add('Mine');
    const other = openTestDeps({ dataDir: test.dataDir });
    const there = createApp(other.deps);
    await there.memories.delete('default', [own]);
    await condition(async () => events.length > 2);
    const tombstone = expect.stringMatching(/^forgotten\/[0-9a-f]{64}$/) as unknown as string;
    expect(events).toEqual([
      { kind: 'memory.added', workspace: 'default', ids: [own], cause: 'call', by: null },
      { kind: 'memory.removed', workspace: 'default', ids: [own], cause: 'other process', by: null },
      { kind: 'record.changed', workspace: 'default', ids: [tombstone], cause: 'other process', by: null },
    ]);
    await there.close();
    await other.close();
  });
});
