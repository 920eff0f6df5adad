/** What metadata may hold, through the tools that take it. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LARGEST = 100_000;

describe('metadata', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient();
  });
  afterAll(() => zapomni.close());

  it('is JSON of at most 100 kB without the reserved keys, when a memory is added and when it is changed', async () => {
    verifies('P005');
    const around = JSON.stringify({ x: '' }).length;
    const metadata = { x: 'm'.repeat(LARGEST - around) };
    const { memory_id } = await zapomni.call('add_memory', { text: 'with metadata', metadata });
    const kept = async () => (await zapomni.call('get_memory', { memory_id })).metadata;
    expect(await kept()).toEqual(metadata);
    const calls: [string, object][] = [
      ['add_memory', { text: 'never kept' }],
      ['update_memory', { memory_id }],
    ];
    for (const [tool, args] of calls) {
      const refusal = (refused: object) => zapomni.fails(tool, { ...args, metadata: refused });
      expect(await refusal({ x: `${metadata.x}y` })).toMatch(/^TOO_LARGE: metadata/);
      expect(await refusal({ memory_id: 'mine' })).toMatch(/^INVALID_INPUT: metadata\.memory_id: is a reserved key/);
      expect(await refusal({ a: 1, chunks: null })).toMatch(/^INVALID_INPUT: metadata\.chunks: is a reserved key/);
    }
    expect(await kept()).toEqual(metadata);
    expect(await zapomni.call('get_stats')).toMatchObject({ total_memories: 1 });
    // A key that only contains a reserved one is anybody's, and so is one further down.
    const free = { memory_ids: ['a'], inner: { chunks: 3 } };
    await zapomni.call('update_memory', { memory_id, metadata: free });
    expect(await kept()).toEqual(free);
  });

  it('is refused for all items when it is wrong for one', async () => {
    const before = await zapomni.call('get_stats');
    const items = [{ text: 'a' }, { text: 'b', metadata: { chunks: 1 } }];
    expect(await zapomni.fails('add_memory', { items })).toMatch(/^INVALID_INPUT: items\[1\]\.metadata\.chunks/);
    expect((await zapomni.call('get_stats')).total_memories).toBe(before.total_memories);
  });
});
