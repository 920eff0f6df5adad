import { condition } from '@zapomni/testkit/condition';
import { createFakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const NAMES = Array.from({ length: 150 }, (_, i) => `Orphan ${i}`);

describe('prune', () => {
  let store: FilledStore;
  let workspace = '';
  let tests = 0;
  beforeAll(() => {
    const names = Object.fromEntries(NAMES.map((name) => [name, 'thing']));
    store = openFilledStore({ extractor: createFakeExtractor({ names }), settings: { graph: 'off' } });
  });
  afterAll(() => store.close());
  beforeEach(() => {
    workspace = `test-${++tests}`;
  });

  /** Entities whose only mention went with the text that named them, and which nobody has read anew. */
  const orphan = async (count: number) => {
    const [id = ''] = await store.remember([NAMES.slice(0, count).join(', ')], workspace);
    const { task } = await store.app.graph.build({ workspace });
    await condition(async () => (await store.app.work.get(task.id)).state === 'completed');
    await store.app.memories.update({ workspace, id, change: { text: 'says nothing any more' } });
  };
  const code = (count: number, stale: boolean) =>
    store.remember(
      Array.from({ length: count }, (_, i) => ({ text: `function f${i}() {}`, kind: 'code', metadata: { stale } })),
      workspace,
    );
  const left = async () => {
    const { memories, entities } = await store.app.store.stats(workspace);
    return { memories, entities };
  };

  it('only looks unless told otherwise, and shows what it would remove', async () => {
    verifies('P022');
    await orphan(3);
    await code(2, true);
    await code(1, false);
    const before = await left();
    const found = await store.app.memories.prune({ workspace, strategy: 'all' });
    expect(found).toMatchObject({
      dryRun: true,
      found: { orphaned_chunks: 0, orphaned_entities: 3, stale_code: 2 },
      removed: { orphaned_chunks: 0, orphaned_entities: 0, stale_code: 0 },
    });
    expect(found.preview.map(({ kind, label }) => `${kind} ${label}`)).toEqual(
      expect.arrayContaining(['orphaned_entities Orphan 0', 'stale_code function f0() {}']),
    );
    expect(await left()).toEqual(before);
  });

  it('wants a confirmation', async () => {
    verifies('P022');
    await code(1, true);
    const call = store.app.memories.prune({ workspace, strategy: 'all', dryRun: false });
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN', issues: [{ field: 'confirm' }] });
    expect((await left()).memories).toBe(1);
  });

  it('removes what is stale or orphaned, and nothing else', async () => {
    verifies('P022');
    await orphan(150);
    await code(120, true);
    await code(3, false);
    await store.app.graph.assertEntities({ workspace, entities: [{ type: 'thing', name: 'Kept' }] });
    const done = await store.app.memories.prune({ workspace, strategy: 'all', dryRun: false, confirm: true });
    expect(done.removed).toEqual({ orphaned_chunks: 0, orphaned_entities: 150, stale_code: 120 });
    expect(done.preview).toHaveLength(20);
    expect(await left()).toEqual({ memories: 4, entities: 1 });
  });

  it.each([
    ['orphaned_entities', { orphaned_entities: 2 }],
    ['stale_code', { stale_code: 1 }],
    ['orphaned_chunks', { orphaned_chunks: 0 }],
  ] as const)('does what strategy %s says', async (strategy, removed) => {
    verifies('P022');
    await orphan(2);
    await code(1, true);
    const done = await store.app.memories.prune({ workspace, strategy, dryRun: false, confirm: true });
    expect(done.removed).toEqual(removed);
    expect(done.found).toEqual(removed);
  });
});
